import { parseText } from 'dehusk';
import { outlineOf, TEXT, tagName } from 'dehusk/parts';
import { expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import { pageLines } from '../score/lines.ts';
import type { LabelledPage } from './labelled-site.ts';
import { withoutProse } from './without-prose.ts';

/** What is in `main` is content. */
function labelledPage(html: string): { page: LabelledPage; labels: Uint8Array } {
  const page = parseText(html);
  const main = page.tag.findIndex((tag, node) => tag !== TEXT && tagName(page, node) === 'main');
  const labels = Uint8Array.from(page.segments, (node) =>
    node > main && node < page.subtreeEnd[main]! ? GoldLabel.content : GoldLabel.template,
  );
  return {
    page: {
      outline: outlineOf(page),
      tokens: Uint16Array.from(page.segments, (_, i) => i),
      lines: Uint32Array.from(pageLines(page), ({ from }) => from),
      golds: byGold((gold) => (gold === 'read' ? labels : undefined)),
    },
    labels,
  };
}

const imprint = 'Everything for sale here was found in the garden, and may be seen from nine to five.';
const prose = '<p>This one has eaten what the others have left for it, <b>and all of that</b> in a day.</p>';
const pageWith = (text: string): string =>
  `<div><a href="/">Home</a> <a href="/a">All animals that we have or had or would like to have</a></div>
  <main><h1>Ants</h1>${text}<section>${text}<dl><dt>Price</dt><dd>7 <i>Euro</i></dd></dl></section>
  <ul>${text}<li><a href="/1">Whatever else there is to be known about ants and their kind</a></ul>${text}</main>
  <p>${imprint}</p>`;

/** With the paths of places instead of their rows: a page has rows for what is gone as well. */
function seenOf({ outline: { places, place, jointPlace, ...columns }, lines }: LabelledPage): object {
  const pathsOf = (rows: Uint16Array): readonly number[] => Array.from(rows, (row) => places.paths[row]!);
  return { ...columns, lines, places: pathsOf(place), jointPlaces: pathsOf(jointPlace) };
}

it('leaves the page that there would be without the prose of its content', () => {
  const { page, labels } = labelledPage(pageWith(prose));
  const bare = withoutProse(page, labels);
  const expected = labelledPage(pageWith(''));
  expect(seenOf(bare.page)).toEqual(seenOf(expected.page));
  expect(bare.labels).toEqual(expected.labels);
  expect(bare.page.golds).toEqual(expected.page.golds);
  expect(bare.page.tokens).toHaveLength(bare.page.outline.count);
});

it('leaves a page without any as it is', () => {
  const { page, labels } = labelledPage(pageWith(''));
  expect(withoutProse(page, labels)).toEqual({ page, labels });
});
