import { parseText } from 'dehusk';
import { factCount, type Outline, outlineOf } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import type { PageRows } from './evidence-rows.ts';
import { type LabelledPage, type LabelledSite, labelSingle } from './labelled-site.ts';
import { sampleSite } from './sample.ts';
import { contentFigures, type WeighedSite } from './scores.ts';

const { template, content, ignored } = GoldLabel;
const outline: Outline = outlineOf(parseText(''));

interface Labels {
  readonly strict: readonly number[];
  readonly lenient?: readonly number[];
  readonly read?: readonly number[];
}

/** Segments of one token each, every one of them a line and a piece. */
function pageOf({ strict, lenient = strict, read }: Labels): LabelledPage {
  return {
    outline,
    tokens: new Uint16Array(strict.length).fill(1),
    lines: Uint32Array.from(strict.keys()),
    golds: {
      strict: Uint8Array.from(strict),
      lenient: Uint8Array.from(lenient),
      read: read && Uint8Array.from(read),
    },
  };
}

/** The first fact of a piece is its number. */
function rowsOf(pages: readonly LabelledPage[]): WeighedSite['rows'] {
  const rows = pages.map(({ tokens }): PageRows => {
    const facts = new Float32Array(tokens.length * factCount);
    for (let piece = 0; piece < tokens.length; piece++) facts[piece * factCount] = piece;
    return { pieces: Uint32Array.from({ length: tokens.length + 1 }, (_, i) => i), rows: facts };
  });
  return { stream: rows, 'two-pass': rows };
}

/** Of two passes: the weights by the number of the piece, in hundredths. */
function weightsOf(...pages: readonly LabelledPage[]): readonly (readonly [number, number])[] {
  const site: LabelledSite = { name: 'site', group: 'real', pages: [pageOf({ strict: [] }), ...pages] };
  const { rows, weights } = sampleSite(site, rowsOf(site.pages));
  const half = weights.length / 2;
  return Array.from(weights.subarray(half), (weight, i) => [
    rows[(half + i) * factCount]!,
    Math.round(weight * 100),
  ]);
}

describe('what of a site is fitted to', () => {
  it('has nearly as much content as template', () => {
    const page = pageOf({ strict: [template, template, template, content] });
    expect(weightsOf(page)).toEqual([
      [0, 18],
      [1, 18],
      [2, 18],
      [3, 46],
    ]);
  });

  it('leaves out what gold ignores', () => {
    expect(weightsOf(pageOf({ strict: [template, ignored, content] })).map(([piece]) => piece)).toEqual([
      0, 2,
    ]);
  });

  it('trusts a page that was read a hundred times as much, and believes it', () => {
    const weights = weightsOf(
      pageOf({ strict: [template, content] }),
      pageOf({ strict: [content, content], read: [template, content] }),
    );
    expect(weights.map(([, weight]) => weight)).toEqual([0, 0, 50, 50]);
  });

  it('halves what the lenient gold ignores', () => {
    const strict = [template, content, template, content];
    const weights = weightsOf(pageOf({ strict, lenient: [template, ignored, template, content] }));
    expect(weights.map(([, weight]) => weight)).toEqual([26, 16, 26, 33]);
  });
});

describe('a page with its content as text', () => {
  it('has labels by what stands in that text, in its order', () => {
    const page = parseText(
      '<p>Home page news</p><p>Bees make honey from nectar</p><p>All rights of bees</p>',
    );
    const single = { id: '1', url: '', kind: 'article', html: '', content: 'Bees make honey from nectar.' };
    const { labels, tokens } = labelSingle(page, { ...single, with: [], without: [] });
    expect([...labels]).toEqual([template, content, template]);
    expect([...tokens]).toEqual([3, 5, 4]);
  });

  it('has its title as content, which is told beside it, where a heading says nothing but that', () => {
    const page = parseText(
      '<p>Honey bees</p><h1>Honey bees</h1><h1>Honey bees of ours</h1><p>Bees make honey from nectar</p>',
    );
    const single = { id: '1', url: '', kind: 'article', html: '', content: 'Bees make honey from nectar.' };
    const { labels } = labelSingle(page, { ...single, title: 'On honey bees', with: [], without: [] });
    expect([...labels]).toEqual([template, content, template, content]);
  });
});

it('scores the worked example of docs/EVALUATION.md, where tokens count where they stand', () => {
  // Home · News today · Honey bees · Bees make honey from nectar · Imprint contact, and a page with too little content.
  const labels = [template, template, content, content, template];
  const page = { ...pageOf({ strict: labels }), tokens: Uint16Array.of(1, 2, 2, 5, 2) };
  const small = { ...pageOf({ strict: [content, ignored] }), tokens: Uint16Array.of(4, 9) };
  const pages = [page, small];
  const site: WeighedSite = { name: 'bees', group: 'real', pages, rows: rowsOf(pages) };
  const logOdds = [Float64Array.of(2, -1, 1, -3, 0), Float64Array.of(-9, -9)];
  const both = new Map([['bees', { stream: logOdds, 'two-pass': logOdds }]]);
  const { read, lenient, strict } = contentFigures([site], both, 'stream');
  // 5 of 7 kept tokens are content, and 5 of 7 content tokens are kept; 2 of 5 template tokens are.
  expect(strict.f1).toBeCloseTo(5 / 7, 9);
  expect(strict.leak).toBeCloseTo(2 / 5, 9);
  // Of the two lines of content only one is long enough to count, and that is kept.
  expect(strict.lostLines).toBe(0);
  expect(strict.worstFive).toBe(strict.f1);
  expect(lenient).toEqual(strict);
  expect(read.f1).toBe(undefined);
});
