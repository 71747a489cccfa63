import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import {
  type ChartLine,
  domainBelow,
  drawLines,
  drawScatter,
  logDomain,
  logTicks,
  type Scatter,
} from './chart.ts';
import type { Markup } from './markup.ts';

type Element = DefaultTreeAdapterMap['element'];

function elementsOf({ markup }: Markup): readonly Element[] {
  const found: Element[] = [];
  const pending: DefaultTreeAdapterMap['node'][] = [parseFragment(markup)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) pending.push(...node.childNodes);
  }
  return found;
}

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;
/** The children of the groups with a class. */
const inside = (drawn: Markup, className: string): readonly Element[] =>
  elementsOf(drawn)
    .filter((element) => attributeOf(element, 'class')?.split(' ').includes(className))
    .flatMap(({ childNodes }) => childNodes as Element[]);
const textOf = (element: Element): string =>
  element.childNodes.map((node) => ('value' in node ? node.value : textOf(node as Element))).join('');

const screen = { width: 760, height: 430, isNarrow: false };
const phone = { width: 350, height: 340, isNarrow: true };
const axes = {
  title: 'Chart',
  description: 'Of nothing.',
  x: { name: 'Cost', domain: [0.1, 10], isLog: true, format: String },
  y: { name: 'F1', domain: [0.5, 1] },
} as const;

const bad = '</title></svg><script>x</script>"\u0007';
const scatter: Scatter = {
  ...axes,
  marks: [
    {
      name: 'one',
      number: 1,
      isNamed: true,
      kind: 'stream',
      x: 1,
      y: 0.75,
      interval: { low: 0.2, high: 0.9 },
      title: 'One.',
    },
    { name: bad, number: 2, isNamed: true, kind: 'peer', x: 10, y: 1, title: bad },
    { name: 'none', number: 3, isNamed: true, kind: 'baseline', x: 0.001, y: 0.5, title: 'None.' },
  ],
};

describe('a scatter of methods', () => {
  it('has each mark where its values are, and what is outside at the edge', () => {
    const placed = inside(drawScatter(scatter, screen), 'dot').map(
      (dot) => attributeOf(dot, 'transform') ?? `${attributeOf(dot, 'cx')},${attributeOf(dot, 'cy')}`,
    );
    // Between 50 and 746, and between 388 and 24.
    expect(placed.sort()).toEqual(['398,206', 'translate(50,388)', 'translate(746,24)']);
  });

  it('has names on a screen, numbers on a phone, and titles everywhere', () => {
    const names = (drawn: Markup): readonly string[] => inside(drawn, 'label').map(textOf).sort();
    expect(names(drawScatter(scatter, screen))).toContain('one');
    expect(names(drawScatter(scatter, phone))).toEqual(['1', '2', '3']);
    const titles = inside(drawScatter(scatter, phone), 'dot').map(textOf);
    expect(titles.sort()).toEqual([bad.replace('\u0007', ''), 'None.', 'One.'].sort());
  });

  it('keeps intervals on the chart', () => {
    const [whisker] = inside(drawScatter(scatter, screen), 'whisker');
    expect([attributeOf(whisker!, 'y1'), attributeOf(whisker!, 'y2')]).toEqual(['388', '96.8']);
  });

  it('lets nothing of a name out, and needs no style of its own', () => {
    const elements = elementsOf(drawScatter({ ...scatter, title: bad }, screen));
    expect(elements.filter(({ tagName }) => ['script', 'style'].includes(tagName))).toEqual([]);
    expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'style'))).toEqual([]);
    const svg = elements.find(({ tagName }) => tagName === 'svg')!;
    expect(attributeOf(svg, 'aria-label')).toContain('</svg><script>x</script>"');
    expect([attributeOf(svg, 'role'), attributeOf(svg, 'viewBox')]).toEqual(['img', '0 0 760 430']);
  });
});

describe('methods as lines', () => {
  const line = (name: string, number: number, more: Partial<ChartLine> = {}): ChartLine => ({
    ...{ name, number, kind: 'batch' },
    points: [
      { x: 0.1, y: 0.5, title: '' },
      { x: 10, y: 0.9, title: '', isPale: true },
    ],
    ...more,
  });
  const chart = {
    ...axes,
    lines: [
      line('one', 1),
      line('quiet', 2, { isQuiet: true }),
      line('as it should be', 0, { kind: 'reference' }),
    ],
  };

  it('are named at their ends but for the quiet ones, a line apart', () => {
    const labels = inside(drawLines(chart, screen), 'label');
    expect(labels.map(textOf).sort()).toEqual(['as it should be', 'one']);
    const heights = labels.map((label) => Number(/,([\d.]+)/.exec(attributeOf(label, 'transform')!)![1]));
    expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(14);
    expect(inside(drawLines(chart, phone), 'label').map(textOf)).toEqual(['1']);
  });

  it('have marks but for the quiet ones and what they are held against', () => {
    const drawn = drawLines(chart, screen);
    expect(inside(drawn, 'line')).toHaveLength(3);
    expect(inside(drawn, 'quiet')).toHaveLength(1);
    expect(inside(drawn, 'dot')).toHaveLength(2);
    expect(inside(drawn, 'pale')).toHaveLength(1);
  });
});

describe('axes', () => {
  it('of a log scale name powers of ten, and 2 and 5 where there is room', () => {
    expect(logTicks([0.005, 30])).toEqual([0.01, 0.1, 1, 10]);
    expect(logTicks([1, 100])).toEqual([1, 2, 5, 10, 20, 50, 100]);
  });

  it('begin below the lowest value, and hold it', () => {
    expect(domainBelow([0.718, 0.95], 1)).toEqual([0.6, 1]);
    expect(domainBelow([0.01], 1)).toEqual([0, 1]);
  });

  it('of a log scale leave out what is not above 0', () => {
    const [low, high] = logDomain([0, 10, 1000]);
    expect([low < 10, low > 5, high > 1000]).toEqual([true, true, true]);
    expect(logDomain([0])).toEqual([1, 10]);
  });
});
