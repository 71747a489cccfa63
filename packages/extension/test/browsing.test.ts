/** Which pages the browser is told to inject into, by a browser that is not there. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Browsing from '../src/background/browsing.ts';
import { noSetting, type Sites } from '../src/background/sites.ts';

interface Script {
  readonly id: string;
  readonly matches: readonly string[];
}

/** As browsers do it: a name that is there is not taken again, and one that is not there cannot be taken away. */
class Scripting {
  readonly scripts = new Map<string, Script>();

  readonly getRegisteredContentScripts = async (): Promise<readonly Script[]> => [...this.scripts.values()];
  readonly unregisterContentScripts = async ({ ids }: { readonly ids: readonly string[] }): Promise<void> => {
    for (const id of ids) if (!this.scripts.delete(id)) throw new Error(`Nonexistent script ID '${id}'`);
  };
  readonly registerContentScripts = async ([script]: readonly [Script]): Promise<void> => {
    if (this.scripts.has(script.id)) throw new Error(`Duplicate script ID '${script.id}'`);
    this.scripts.set(script.id, script);
  };
}

let scripting: Scripting;
let browsing: typeof Browsing;

beforeEach(async () => {
  scripting = new Scripting();
  vi.stubGlobal('chrome', { scripting, permissions: { contains: async () => true } });
  vi.resetModules();
  browsing = await import('../src/background/browsing.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('injects into all chosen sites, also where several are chosen at the same time', async () => {
  const chosen: string[] = [];
  const list = async () =>
    chosen.map((site) => ({ site, stored: undefined, setting: { ...noSetting, isLearning: true } }));
  const choose = async (site: string): Promise<void> => {
    chosen.push(site);
    await browsing.registerAll({ list } as unknown as Sites);
  };
  await choose('a.example');
  await Promise.all(['b.example', 'c.example', 'd.example'].map(choose));
  expect([...scripting.scripts.keys()]).toEqual(['visit']);
  const { matches } = scripting.scripts.get('visit')!;
  for (const site of chosen)
    expect(
      matches.some((match) => match.includes(site)),
      site,
    ).toBe(true);
});
