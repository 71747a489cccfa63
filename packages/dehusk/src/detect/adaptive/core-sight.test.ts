/** What the core finds of pages against what we find, to the bit, while a site is learned. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Core, createCore } from '../../page/core.ts';
import { parseText } from '../../page/parse.ts';
import type { Outline, Sightings } from './columns.ts';
import { coreSight } from './core-sight.ts';
import { adaptiveDefaults } from './method.ts';
import { outlineOf } from './outline.ts';
import { type JudgedPieces, sightPage } from './score.ts';
import { SiteMemory } from './site-memory.ts';

const cores = ['core', 'core-checked'].map((name) => {
  const bytes = readFileSync(new URL(`../../../build/${name}.wasm`, import.meta.url));
  return [name, createCore(new WebAssembly.Module(bytes))] as const;
});

// biome-ignore format: a list of pieces
const pieces = [
  'a line of words that is long enough to be told from a label', ' 12 ', 'x', '·', 'Menu', 'Contact', 'Price:', '<p>', '<p>', '<div class=a>', '<div class=b>', '</div>', '<nav>', '</nav>', '<main>',
  '<h2>', '</h2>', '<ul><li>', '<li>', '</ul>', '<a href=/x>', '<a href=#y>', '</a>', '<button>', '</button>', '<br>', '<pre>', '</pre>', '<table><tr><td>', '</table>', '<b>', '</b>', '<footer>',
];
const html = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join(''));

function described({ pieces, mains, own, logOdds, scores }: JudgedPieces): unknown {
  return [pieces, mains, own, logOdds, scores].map((column) => [...column]);
}

/** The memory of a site that has judged and learned each page, and what it said of them. */
function learned(
  outlines: readonly Outline[],
  forgetting: boolean,
  core?: Core,
): readonly [memory: SiteMemory, said: readonly unknown[]] {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting });
  const said = outlines.map((outline, identity) => {
    const look = memory.look(outline, identity, (...seen) =>
      core === undefined ? sightPage(...seen) : coreSight(core.sightSegments, ...seen)!,
    );
    const judged = look.sight.judge(look.said);
    memory.learn(identity, look, { segments: judged.mains, logOdds: judged.own });
    return described(judged);
  });
  return [memory, said];
}

function expectSame(core: Core, outlines: readonly Outline[], forgetting: boolean): void {
  const [memory, said] = learned(outlines, forgetting);
  const [theirMemory, theySaid] = learned(outlines, forgetting, core);
  expect(theySaid).toEqual(said);
  expect(theirMemory.save()).toEqual(memory.save());
  expect(core.trappedPages).toBe(0);
}

describe.each(cores)('%s', (_, core) => {
  it('finds what we find, of any pages', () => {
    fc.assert(
      fc.property(fc.array(html, { minLength: 1, maxLength: 8 }), fc.boolean(), (pages, forgetting) => {
        expectSame(
          core,
          pages.map((source) => outlineOf(parseText(source))),
          forgetting,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('finds what we find, of generated sites', () => {
    for (const seed of [1, 2, 3]) {
      const site = createSite({ seed, pages: 12 });
      const outlines = Array.from({ length: 12 }, (_, i) => outlineOf(parseText(site.page(i).html)));
      for (const forgetting of [true, false]) expectSame(core, outlines, forgetting);
    }
  });

  it('leaves to us what it has no room for, and goes on', () => {
    const outline = outlineOf(parseText('<p>some words</p>'.repeat(110_000)));
    expect(coreSight(core.sightSegments, outline, nothingSeen(outline))).toBeUndefined();
    const fewer = outlineOf(parseText('<p>some words</p>'.repeat(45_000)));
    const sightings = nothingSeen(fewer);
    const expected = described(sightPage(fewer, sightings).judge(() => undefined));
    const judged = coreSight(core.sightSegments, fewer, sightings)!.judge(() => undefined);
    expect(described(judged)).toEqual(expected);
    expect(core.trappedPages).toBe(0);
    expectSame(core, [outlineOf(parseText('<p>a</p><p>b'))], true);
  });
});

function nothingSeen({ count }: Outline): Sightings {
  return { seen: new Float64Array(count), targets: new Float64Array(count), pages: 0 };
}
