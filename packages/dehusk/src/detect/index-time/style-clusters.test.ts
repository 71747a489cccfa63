import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { LayoutStyle, StyleClusters } from './style-clusters.ts';

type Place = readonly [style: number, position: readonly number[]];

const place = fc.tuple(fc.nat(1), fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }));
const places = fc.array(place, { maxLength: 60 });

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, rank, i) => sum + Math.abs(rank - other[i]!), 0);
}

/** The leader algorithm as C4 and C6 have it. */
function naiveClusters(list: readonly Place[], tolerance: number): readonly number[] {
  const leaders: Place[] = [];
  return list.map(([style, position]) => {
    const found = leaders.findIndex(
      ([leaderStyle, leader]) =>
        leaderStyle === style && leader.length === position.length && distance(leader, position) <= tolerance,
    );
    return found === -1 ? leaders.push([style, position]) - 1 : found;
  });
}

const join = (clusters: StyleClusters, [style, position]: Place): number =>
  clusters.join(style, -style, clusters.positions.of(position));

describe('a block', () => {
  it('joins the first cluster whose leader has its style and stands near', () => {
    fc.assert(
      fc.property(places, fc.nat(3), (list, tolerance) => {
        const clusters = new StyleClusters(tolerance);
        expect(list.map((own) => join(clusters, own))).toEqual(naiveClusters(list, tolerance));
      }),
      { numRuns: 300 },
    );
  });

  it('joins the clusters of an earlier batch first', () => {
    fc.assert(
      fc.property(places, places, (first, second) => {
        const before = new StyleClusters(1);
        for (const own of first) join(before, own);
        const after = new StyleClusters(1);
        for (let cluster = 0; cluster < before.count; cluster++) after.restore(before.leader(cluster));
        const all = naiveClusters([...first, ...second], 1);
        expect(second.map((own) => join(after, own))).toEqual(all.slice(first.length));
      }),
    );
  });

  it('that is nested very deep must be at the very place', () => {
    const deep = Array.from({ length: 70 }, () => 1);
    const clusters = new StyleClusters(1);
    expect([deep, [...deep.slice(1), 2], deep].map((position) => join(clusters, [0, position]))).toEqual([
      0, 1, 0,
    ]);
  });
});

/** One reader for all pages, as a batch has it. */
const layout = new LayoutStyle();

function styleOf(html: string): string {
  // Other classes first, so that the same class attribute has another number on each page.
  const page = parseText(`${'<i class=a><b class=b>'.slice(0, (html.length % 3) * 11)}<main>${html}</main>`);
  const main = page.tag.findIndex((tag) => page.tags.name(tag) === 'main');
  layout.read(page, main + 1);
  return `${layout.high} ${layout.low}`;
}

it.each([
  ['other attributes', '<div id=x href=y data-z=1>', '<div>'],
  ['the order of classes and their repetition', '<div class="menu top">', '<div class=" top menu top">'],
  [
    'the order of attributes, case and quotes',
    '<table width="50%" bgcolor=#FFF>',
    "<table bgcolor='#fff' width=50%>",
  ],
])('does not depend on %s', (_, one, other) => {
  expect(styleOf(one)).toBe(styleOf(other));
});

it('has a field for each thing that counts', () => {
  const tags = [
    '<div>',
    '<ul>',
    '<table>',
    '<div class=a>',
    '<div class=b>',
    '<div class="a b">',
    '<div class=ab>',
  ];
  const attributes = ['bgcolor', 'width', 'height', 'border', 'cellpadding', 'cellspacing', 'align'];
  const tables = attributes.flatMap((name) => [`<table ${name}=1>`, `<table ${name}=2>`]);
  const all = [...tags, ...tables, '<table width=1 height=2>', '<table width=2 height=1>'];
  expect(new Set(all.map(styleOf)).size).toBe(all.length);
});
