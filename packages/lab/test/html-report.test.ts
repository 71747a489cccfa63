import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  generatedSites,
  hostileReport,
  type MadeReport,
  makeReport,
  ordinaryMethods,
  someGrowth,
} from './html-report-fixture.ts';

type TreeNode = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

function elementsOf(html: string): readonly Element[] {
  const found: Element[] = [];
  const pending: TreeNode[] = [parse(html)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) pending.push(...node.childNodes);
  }
  return found;
}

const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((attribute) => attribute.name === name)?.value;
const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');

/** What a figure that is missing would leave behind, outside of the script. */
const noNumbers = (html: string): readonly string[] =>
  html.slice(0, html.lastIndexOf('<script>')).match(/.{20}(?:NaN|Infinity|undefined|\[object)/g) ?? [];

let ordinary: MadeReport;
let hostile: MadeReport;
beforeAll(async () => {
  ordinary = await makeReport({
    sites: generatedSites(),
    methods: ordinaryMethods,
    peers: ['line-filter'],
    growth: someGrowth,
  });
  hostile = await hostileReport('http://127.0.0.1:9');
});

describe.each([
  ['of generated sites', () => ordinary],
  ['of hostile pages and names', () => hostile],
])('the report %s', (_, report) => {
  it('refers to nothing outside itself', () => {
    const elements = elementsOf(report().html);
    const loading = [
      'script',
      'link',
      'img',
      'iframe',
      'object',
      'embed',
      'image',
      'use',
      'base',
      'form',
      'video',
    ];
    expect(elements.filter(({ tagName }) => loading.includes(tagName)).map(({ tagName }) => tagName)).toEqual(
      ['script'],
    );
    for (const { attrs } of elements) {
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^on|^style$|^src|^action$|^xlink/);
        if (name === 'href') expect(value).toMatch(/^#site-\d+$/);
      }
    }
    const style = elements.find(({ tagName }) => tagName === 'style')!;
    expect(textOf(style)).not.toMatch(/url\(|@import|@font-face/);
  });

  it('allows its own script and style, by their hashes, and nothing else', () => {
    const elements = elementsOf(report().html);
    const policy = attributeOf(
      elements.find((element) => attributeOf(element, 'http-equiv') === 'Content-Security-Policy'),
      'content',
    );
    const hashOf = (tag: string): string => {
      const [only, ...more] = elements.filter(({ tagName }) => tagName === tag);
      expect(more).toEqual([]);
      return `'sha256-${createHash('sha256').update(textOf(only!)).digest('base64')}'`;
    };
    expect(policy).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; form-action 'none'; base-uri 'none'`,
    );
  });

  it('has unique ids, and names for its plots', () => {
    const elements = elementsOf(report().html);
    const ids = elements.map((element) => attributeOf(element, 'id')).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    const plots = elements.filter(({ tagName }) => tagName === 'svg');
    expect(plots.length).toBeGreaterThan(5);
    for (const plot of plots) {
      expect(attributeOf(plot, 'role')).toMatch(/^(?:img|group)$/);
      expect(attributeOf(plot, 'aria-label')).toMatch(/\S/);
    }
  });

  it('has no number that is none', () => {
    expect(noNumbers(report().html)).toEqual([]);
  });
});

describe('the worst pages', () => {
  it('are those with the lowest scores, gold by gold', () => {
    const { scored, details } = ordinary;
    expect(scored.length).toBe(3 * 5);
    for (const { method, site, scores } of scored) {
      const pages = details.worst.get(method)!.get(site)!;
      const faulty = scores.read.map((score) => score?.f1 ?? 1).filter((f1) => f1 < 1);
      const worstRead = faulty.toSorted((a, b) => a - b).slice(0, 3);
      expect(pages.filter(({ gold }) => gold === 'read').map(({ f1 }) => f1)).toEqual(worstRead);
      for (const { gold, position, f1 } of pages) expect(scores[gold][position - 1]!.f1).toBe(f1);
      expect(new Set(pages.map(({ position }) => position)).size).toBe(pages.length);
      // Of the others, no page is worse than one that is shown.
      const shown = pages.filter(({ gold }) => gold === 'lenient');
      const others = scores.lenient.filter((_, i) => !pages.some(({ position }) => position === i + 1));
      const best = Math.max(0, ...shown.map(({ f1 }) => f1));
      expect(others.filter((score) => score !== undefined && score.f1 < best)).toEqual([]);
    }
  });

  it('of a method without a fault are none', () => {
    for (const page of [...ordinary.details.worst.values()].flatMap((sites) => [...sites.values()].flat()))
      expect(page.f1).toBeLessThan(1);
  });

  it('of a tool that gives text show what of the page is in the text', () => {
    const pages = [...ordinary.details.worst.get('line-filter')!.values()].flat();
    expect(pages.length).toBeGreaterThan(0);
    for (const { isGuessed, chars, recall } of pages) {
      expect(isGuessed).toBe(true);
      expect(chars.content + chars.template).toBeGreaterThan(0);
      if (recall > 0.9) expect(chars.content).toBeGreaterThan(chars.removed);
    }
  });
});

it('a report without a scored page says so, and is a report', async () => {
  const { html } = await makeReport({ sites: [], methods: ['none'] });
  expect(html).toContain('Nothing is scored on the read gold.');
  expect(noNumbers(html)).toEqual([]);
});
