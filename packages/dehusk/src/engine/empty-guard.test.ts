import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Page, readNormalText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { createSelector } from '../page/select.ts';
import { guardEmpty } from './empty-guard.ts';
import { createOverrides, type OverriddenVerdict } from './overrides.ts';

type Fact = readonly [template: number, score: number, seen: number];

/** The facts are those of the page's texts, in order; the last one is of all further texts. */
function verdictOn(page: Page, facts: readonly Fact[]): OverriddenVerdict {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (const [index, node] of page.segments.entries()) {
    [template[node], score[node], seen[node]] = facts[index] ?? facts.at(-1)!;
  }
  return { template, score, seen, of: 48, version: 1 };
}

function kept(page: Page, { template }: OverriddenVerdict): string[] {
  return Array.from(page.segments)
    .filter((node) => template[node] === 0)
    .map((node) => readNormalText(page, node));
}

function guardedTexts(html: string, facts: readonly Fact[]): string[] | undefined {
  const page = parseText(html);
  const { verdict, guarded } = guardEmpty(page, verdictOn(page, facts));
  return guarded ? kept(page, verdict) : undefined;
}

describe('guardEmpty', () => {
  it.each<[string, string, readonly Fact[], string[]]>([
    [
      'the lowest score',
      '<ul>a</ul><div>b</div>',
      [
        [1, 1, 9],
        [1, 0.8, 40],
      ],
      ['b'],
    ],
    [
      'of equal scores the fewest pages',
      '<ul>a</ul><div>b</div>',
      [
        [1, 1, 40],
        [1, 1, 9],
      ],
      ['b'],
    ],
    [
      'all that are equal in both',
      '<ul>a</ul><div>b</div><p>c',
      [
        [1, 1, 9],
        [1, 1, 10],
        [1, 1, 9],
      ],
      ['a', 'c'],
    ],
    [
      'a block as a whole',
      '<ul>a</ul><div>b<p>c</div>',
      [
        [1, 1, 9],
        [1, 0.8, 40],
      ],
      ['b', 'c'],
    ],
    [
      'the mean score of a block, over its characters',
      '<ul>aa</ul><div>b<p>ccc</div>',
      [
        [1, 0.75, 40],
        [1, 0.5, 40],
        [1, 0.9, 40],
      ],
      ['aa'],
    ],
    [
      'equal scores, although their means differ in the last bit',
      '<ul>aa</ul><div>b<p>ccc</div>',
      [
        [1, 0.8, 9],
        [1, 0.5, 9],
        [1, 0.9, 9],
      ],
      ['aa', 'b', 'ccc'],
    ],
    [
      'no crumbs: a kept | is not content',
      '<ul>a</ul>|',
      [
        [1, 1, 9],
        [0, 0, 1],
      ],
      ['a', '|'],
    ],
    [
      'no crumbs: nor ©, a no-break space or a dash',
      '<p>&copy;<p>&nbsp;<p>–<p>a',
      [
        [0, 0, 1],
        [0, 0, 1],
        [0, 0, 1],
        [1, 1, 9],
      ],
      ['©', '\u00a0', '–', 'a'],
    ],
    [
      'no block of crumbs, however uncertain',
      '<ul>a</ul><div>|</div>',
      [
        [1, 1, 9],
        [1, 0.75, 5],
      ],
      ['a'],
    ],
    [
      'letters and digits of any script',
      '<ul>頁</ul><div>٣</div>',
      [
        [1, 1, 9],
        [1, 0.75, 5],
      ],
      ['٣'],
    ],
  ])('keeps %s', (_, html, facts, texts) => {
    expect(guardedTexts(html, facts)).toEqual(texts);
  });

  it.each<[string, string, readonly Fact[]]>([
    [
      'a page that keeps a word',
      '<ul>a</ul>|<div>7</div>',
      [
        [1, 1, 9],
        [0, 0, 1],
        [0, 0, 1],
      ],
    ],
    ['a page without text', '<img><script>a</script>', []],
    ['a page without words', '<p>|<p>&nbsp;', [[1, 1, 9]]],
  ])('leaves alone %s', (_, html, facts) => {
    const page = parseText(html);
    const verdict = verdictOn(page, facts);
    expect(guardEmpty(page, verdict)).toEqual({ verdict, guarded: false });
    expect(guardEmpty(page, verdict).verdict).toBe(verdict);
  });

  it('leaves score and evidence, and changes no array of the method', () => {
    const page = parseText('<ul>a</ul><div>b</div>');
    const facts: readonly Fact[] = [
      [1, 1, 9],
      [1, 0.75, 40],
    ];
    const before = verdictOn(page, facts);
    const { verdict } = guardEmpty(page, before);
    expect(before).toEqual(verdictOn(page, facts));
    expect(verdict).toEqual({ ...before, template: verdict.template });
  });

  it('does not bring back what the user dropped, but what is left', () => {
    const page = parseText('<ul>menu</ul><div>foot<b>note</b></div>');
    const verdict = verdictOn(page, [
      [1, 1, 9],
      [1, 0.75, 40],
      [1, 0.75, 40],
    ]);
    const keptWithout = (drop: string[]): string[] | undefined => {
      const dropped = createOverrides({ keep: [], drop }, createSelector)('a.example', page, verdict);
      const result = guardEmpty(page, dropped);
      return result.guarded ? kept(page, result.verdict) : undefined;
    };
    expect(keptWithout([])).toEqual(['foot', 'note']);
    expect(keptWithout(['b'])).toEqual(['foot']);
    expect(keptWithout(['div'])).toEqual(['menu']);
    expect(keptWithout(['body'])).toBeUndefined();
  });

  it('is not needed where the user keeps something', () => {
    const page = parseText('<ul>menu</ul><div>foot</div>');
    const saved = createOverrides({ keep: ['ul'], drop: [] }, createSelector)(
      '',
      page,
      verdictOn(page, [[1, 1, 9]]),
    );
    expect(guardEmpty(page, saved)).toEqual({ verdict: saved, guarded: false });
  });
});

describe('overrides and guard on any page', () => {
  const tag = fc.constantFrom('div', 'p', 'ul', 'b', 'nav');
  const text = fc.constantFrom('word', '7', '|', '©', '&nbsp;', '文', '');
  const html = fc
    .array(
      fc.oneof(
        tag.map((name) => `<${name}>`),
        tag.map((name) => `</${name}>`),
        text,
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));
  const fact = fc.tuple(
    fc.constantFrom(1, 1, 1, 0),
    fc.constantFrom(0.71, 0.9, 1),
    fc.integer({ min: 1, max: 3 }),
  );
  const selectors = fc.array(fc.constantFrom('div', 'p', 'ul b', 'nav', 'body > b', ':not(p)'), {
    maxLength: 2,
  });
  const any = {
    html,
    facts: fc.array(fact, { minLength: 1, maxLength: 20 }),
    keep: selectors,
    drop: selectors,
  };

  /** By the words of the documentation, and slowly. */
  function ruling(
    page: Page,
    keep: readonly number[],
    drop: readonly number[],
    node: number,
  ): number | undefined {
    for (let at = node; at !== -1; at = page.parent[at]!) {
      if (keep.includes(at)) return 0;
      if (drop.includes(at)) return 1;
    }
    return undefined;
  }

  function hasWord(texts: readonly string[]): boolean {
    return texts.some((each) => /[\p{L}\p{N}]/u.test(each));
  }

  it('every text is kept or removed, as the user said; no page with words is empty', () => {
    fc.assert(
      fc.property(fc.record(any), ({ html: source, facts, keep, drop }) => {
        const page = parseText(source);
        const before = verdictOn(page, facts);
        const saved = before.template.slice();
        const after = createOverrides({ keep, drop }, createSelector)('', page, before);
        const { verdict, guarded } = guardEmpty(page, after);

        expect(before.template).toEqual(saved);
        expect(verdict.seen).toEqual(before.seen);
        const removed = kept(page, { ...verdict, template: verdict.template.map((bit) => 1 - bit) });
        const texts = Array.from(page.segments, (node) => readNormalText(page, node));
        expect([...kept(page, verdict), ...removed].sort()).toEqual(texts.sort());

        const keptElements = matched(page, keep);
        const droppedElements = matched(page, drop);
        const undropped: string[] = [];
        for (const node of page.segments) {
          const said = ruling(page, keptElements, droppedElements, node);
          expect(after.template[node]).toBe(said ?? before.template[node]);
          if (said !== undefined) expect(verdict.template[node]).toBe(said);
          if (said !== 1) undropped.push(readNormalText(page, node));
        }
        expect(hasWord(kept(page, verdict))).toBe(hasWord(undropped));
        expect(guarded).toBe(hasWord(undropped) && !hasWord(kept(page, after)));
      }),
      { numRuns: 500 },
    );
  });

  function matched(page: Page, selectors: readonly string[]): readonly number[] {
    return selectors.flatMap((selector) => createSelector(selector)(page));
  }
});
