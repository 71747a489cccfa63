/** What is shipped, without a browser: sizes, permissions, words, and what no source may do. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = new URL('../', import.meta.url).pathname;
const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|js|html)$/.test(name))
  .map((name) => ({ name, code: readFileSync(join(folder, 'src', name), 'utf8') }));
const messages: Readonly<Record<string, { readonly message: string }>> = JSON.parse(
  readFileSync(join(folder, 'src/messages.json'), 'utf8'),
);

describe.each(['chromium', 'firefox'])('the build for %s', (browser) => {
  const dist = join(folder, 'dist', browser);
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const sizeOf = (file: string): number => statSync(join(dist, file)).size;

  it('asks for what a click gives, and for no site before it is needed', () => {
    const { permissions, host_permissions, optional_host_permissions, content_scripts } = manifest;
    const expected = ['activeTab', 'scripting', 'storage', 'contextMenus'];
    expect(permissions.filter((name: string) => name !== 'sidePanel')).toEqual(expected);
    expect({ host_permissions, content_scripts }).toEqual({});
    expect(optional_host_permissions).toEqual(['*://*/*']);
    expect(manifest).not.toHaveProperty('externally_connectable');
    expect(manifest).not.toHaveProperty('web_accessible_resources');
    expect(manifest.content_security_policy.extension_pages).toContain("script-src 'self'");
  });

  it('injects one file into pages, which does nothing that takes long', async ({ annotate }) => {
    const names = readdirSync(dist).filter((name) => name.endsWith('.js'));
    await annotate(JSON.stringify(Object.fromEntries(names.map((name) => [name, sizeOf(name)]))));
    // All features of the page are in it. 100 KB are allowed for the first file, 180 for all of one feature.
    expect(sizeOf('content.js')).toBeLessThanOrEqual(40 * 1024);
    // Every click may have to start it, and one that is too large starts late.
    expect(sizeOf('background.js')).toBeLessThanOrEqual(404 * 1024);
  });

  it('has every file and every text that its manifest names', () => {
    const text = JSON.stringify(manifest);
    for (const [, name] of text.matchAll(/__MSG_(\w+)__/g)) expect(messages).toHaveProperty(name!);
    for (const [, file] of text.matchAll(/"([\w/-]+\.(?:js|html|png))"/g))
      expect(sizeOf(file!)).toBeGreaterThan(50);
  });
});

describe('the sources', () => {
  it('judge, map and compare in the background only: on the thread of a page is what its document is needed for', () => {
    const reached = new Set<string>();
    const pending = ['content/main.ts'];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      const { code } = sources.find((source) => source.name === name)!;
      for (const [, type, path] of code.matchAll(/^(?:import|export)( type)? [^;]*? from '([^']+)';/gm))
        if (type === undefined)
          pending.push(
            ...(path!.startsWith('.') ? [join(name, '..', path!)] : [path!]).filter((one) =>
              one.endsWith('.ts'),
            ),
          );
    }
    expect(reached.size).toBeGreaterThan(15);
    expect([...reached].filter((name) => name.startsWith('background/'))).toEqual([]);
    const engine = sources
      .filter(({ name, code }) => reached.has(name) && /^import (?!type)[^;]* from 'dehusk/m.test(code))
      .map(({ name }) => name);
    // Two names of classes.
    expect(engine).toEqual(['content/label.ts']);
  });

  it('never read a text as markup or as code', () => {
    const forbidden = /\binnerHTML|outerHTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function/;
    const components = join(folder, '../ui/src');
    const shared = readdirSync(components).map((name) => ({
      name,
      code: readFileSync(join(components, name), 'utf8'),
    }));
    expect(shared.length).toBeGreaterThan(3);
    const all = [...sources, ...shared];
    expect(all.filter(({ code }) => forbidden.test(code)).map(({ name }) => name)).toEqual([]);
  });

  it('have no text for a reader beside the one file of texts, and none in it that nobody shows', () => {
    const all = `${sources.map(({ code }) => code).join('\n')}`;
    const unused = Object.keys(messages).filter(
      (name) => !new RegExp(`['"]${name}['"]|__MSG_${name}__`).test(all),
    );
    expect(unused).toEqual([]);
    const named = [...all.matchAll(/'((?:problem|notice)[A-Z]\w+)'/g)].map(([, name]) => name!);
    expect(named.filter((name) => !Object.hasOwn(messages, name))).toEqual([]);
  });
});
