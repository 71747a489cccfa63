/** Every edit is reported, and nothing else. */
import { describe, expect, it } from 'vitest';
import { diffPages } from '../../packages/dehusk/src/compare/diff/diff-pages.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { themeNames } from '../../packages/lab/src/synthetic/design.ts';
import { createRandom } from '../../packages/lab/src/synthetic/random.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { editablePage, toHtml } from './editable-page.ts';
import { type EditName, editNames, editPage, type KnownEdit, squash, tellChanges } from './known-edits.ts';

interface Pair {
  readonly before: string;
  readonly after: string;
  readonly edits: readonly KnownEdit[];
}

function createPair(seed: number, names: readonly EditName[]): Pair {
  const theme = themeNames[seed % themeNames.length]!;
  const site = createSite({ seed, pages: 30, theme, pageBytes: { min: 8_000, max: 20_000 } });
  const root = editablePage(parseText(site.page(1 + (seed % 29)).html));
  const before = toHtml(root);
  return { before, edits: editPage(root, createRandom(seed, 'edits'), names), after: toHtml(root) };
}

/** What is reported and not expected, and the edits that are not reported. */
function faults({ before, after, edits }: Pair): readonly string[] {
  const reported = tellChanges(diffPages(parseText(before), parseText(after))).map(squash);
  const missing: string[] = [];
  for (const { name, expected } of edits) {
    const found = expected
      .map((changes) => changes.map(squash))
      .find((changes) => changes.every((change) => reported.includes(change)));
    if (found === undefined) missing.push(`not reported: ${name}: ${JSON.stringify(expected)}`);
    for (const change of found ?? []) reported.splice(reported.indexOf(change), 1);
  }
  return [...missing, ...reported];
}

describe('known edits', () => {
  it.each(editNames)('%s', (name) => {
    let made = 0;
    for (let seed = 0; seed < 14; seed++) {
      const pair = createPair(seed, [name]);
      made += pair.edits.length;
      expect(faults(pair), `seed ${seed}`).toEqual([]);
    }
    // Some pages have no place for some edits, but most do.
    expect(made).toBeGreaterThan(8);
  });

  it('several at once', () => {
    let made = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(seed, 'names');
      const pair = createPair(
        seed,
        Array.from({ length: 5 }, () => random.pick(editNames)),
      );
      made += pair.edits.length;
      expect(faults(pair), `seed ${seed}`).toEqual([]);
    }
    expect(made).toBeGreaterThan(115);
  });
});
