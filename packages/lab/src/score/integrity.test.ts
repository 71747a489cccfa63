import { createCleaner, type Page, parseText } from 'dehusk';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { createSite } from '../synthetic/synthetic-site.ts';
import {
  contentLines,
  type Integrity,
  type LinedPage,
  linedPage,
  outputLines,
  scoreIntegrity,
} from './integrity.ts';
import { keptText } from './page-score.ts';
import { segmentTokens } from './tokens.ts';

/** The worked example of docs/EVALUATION.md: segments 0 to 9, of which 0, 1 and 9 are template. */
const html =
  '<nav><a>Home</a> <a>Downloads for all systems</a></nav>' +
  '<h1>Release notes of May</h1>' +
  '<p>Read the notes on <a>the download page</a> first, please.</p>' +
  '<p>Bees make honey from <a>nectar of many flowers</a></p>' +
  '<p>Colour: red</p><footer>All rights are reserved here</footer>';
const page = parseText(html);
const linesOf = (of: Page): LinedPage => linedPage(of, segmentTokens(of));
const lined = linesOf(page);
const { template, content, ignored } = GoldLabel;
const labels = Uint8Array.from(page.segments, (_, i) => (i < 2 || i === 9 ? template : content));

const integrity = (text: string, gold: Uint8Array = labels): Integrity =>
  scoreIntegrity(contentLines(lined, gold), outputLines(text, lined));

describe('the worked example', () => {
  it('has three lines that count: the heading and two sentences', () => {
    expect(Array.from(page.segments)).toHaveLength(10);
    expect(contentLines(lined, labels).map((tokens) => tokens.length)).toEqual([4, 9, 8]);
  });

  it('whole, cut and lost: a linked noun is missing in one sentence, the other is gone', () => {
    const text = 'Release notes of May\n\nRead the notes on first, please.\n\nColour: red';
    expect(integrity(text)).toEqual({ whole: 1, cut: 1, lost: 1 });
  });

  it('is measured on what the engine writes of the kept segments', () => {
    const kept = Uint8Array.from(page.segments, (_, i) => (i < 2 || i === 4 || i === 9 ? 0 : 1));
    expect(keptText(page, kept)).toBe(
      'Release notes of May\n\nRead the notes on first, please.\n\n' +
        'Bees make honey from nectar of many flowers\n\nColour: red',
    );
    expect(integrity(keptText(page, kept))).toEqual({ whole: 2, cut: 1, lost: 0 });
  });
});

describe('a line', () => {
  it('has a word where an element stands in it', () => {
    const drop = parseText('<p><b>O</b>nce upon a <i>time</i> there were <a>bees</a></p>');
    const all = linesOf(drop);
    const lines = contentLines(all, new Uint8Array(drop.segments.length).fill(content));
    expect(lines).toEqual(['once upon a time there were bees'.split(' ')]);
    expect(scoreIntegrity(lines, outputLines('Once upon a time there were', all)).cut).toBe(1);
  });

  const whole = 'Release notes of May\nRead the notes on the download page first, please.';

  it('does not count where a part of it is ignored or template', () => {
    const partly = labels.map((label, i) => (i === 4 ? ignored : i === 2 ? template : label));
    expect(integrity('', partly)).toEqual({ whole: 0, cut: 0, lost: 1 });
  });

  it('is whole wherever it stands, and however texts are glued', () => {
    const text = `${whole.replaceAll(/[\n,]/g, '')}Bees make honey from nectar of many flowers`;
    expect(integrity(text)).toEqual({ whole: 3, cut: 0, lost: 0 });
  });

  it('is lost, not cut, with less than two fifths of it: 3 of 8 tokens, but 4 of 9', () => {
    expect(integrity(`${whole}\nBees make honey`)).toEqual({ whole: 2, cut: 0, lost: 1 });
    expect(integrity('Release notes of May\nRead the notes on\nBees make honey from')).toEqual({
      ...{ whole: 1, cut: 2, lost: 0 },
    });
  });

  it('is lost where the words that are left stand in another order', () => {
    expect(integrity(`${whole}\nfrom honey make Bees nectar`)).toEqual({ whole: 2, cut: 0, lost: 1 });
  });

  it('is not cut by another line of the page that has some of its words', () => {
    const twins = parseText('<p>Bees make honey</p><p>Bees make honey from nectar</p>');
    const both = linesOf(twins);
    const lines = contentLines(both, Uint8Array.of(content, content));
    const score = (text: string): Integrity => scoreIntegrity(lines, outputLines(text, both));
    expect(score('Bees make honey')).toEqual({ whole: 0, cut: 0, lost: 1 });
    expect(score('Bees make honey from')).toEqual({ whole: 0, cut: 1, lost: 0 });
  });
});

it('the number of an item and the tab between cells are no part of a line', () => {
  const list = parseText(
    '<ol><li>Mix flour <b>and</b> water well<li>Bake it</ol>' +
      '<table><tr><td>Sugar in grams <b>per</b> cup<td>200</table>',
  );
  const all = linesOf(list);
  const lines = contentLines(all, new Uint8Array(list.segments.length).fill(content));
  const kept = new Uint8Array(list.segments.length).fill(1);
  kept[1] = 0;
  kept[5] = 0;
  const text = keptText(list, kept);
  expect(text).toBe('1. Mix flour water well\n2. Bake it\n\nSugar in grams cup\t200');
  expect(scoreIntegrity(lines, outputLines(text, all))).toEqual({ whole: 0, cut: 2, lost: 0 });
});

it('the text that is measured is the text that the engine gives', async () => {
  const site = createSite({ seed: 11, pages: 6, pageBytes: { min: 3_000, max: 6_000 } });
  const cleaner = createCleaner({ method: 'adaptive' });
  for (let i = 0; i < site.pages; i++) {
    const { url, html: source } = site.page(i);
    const parsed = parseText(source, { url });
    const result = await cleaner.add({ url, html: source });
    if (result.error !== undefined) throw result.error;
    const kept = Uint8Array.from(parsed.segments, (node) => 1 - result.verdict.template[node]!);
    expect(keptText(parsed, kept)).toBe(result.text);
  }
});
