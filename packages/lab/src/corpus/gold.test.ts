import { type Page, parseText } from 'dehusk';
import { readNormalText } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { completeGold } from '../papers/paper.ts';
import { goldTokens } from '../score/tokens.ts';
import type { CorpusSite } from './corpus.ts';
import {
  createZoneGold,
  GoldLabel,
  type GoldLabels,
  lenientLabels,
  type ReadLabels,
  readGoldLabels,
  repeatedContent,
  siteGold,
  textKey,
} from './gold.ts';

const names = Object.keys(GoldLabel);
const told = (page: Page, labels: GoldLabels): string[] =>
  Array.from(page.segments, (node, segment) => `${readNormalText(page, node)}: ${names[labels[segment]!]}`);

describe('the read gold', () => {
  it('numbers texts without those of no-break spaces alone', () => {
    const page = parseText('<p>a</p><p>&nbsp;</p><p>b</p><script>x</script><p>c</p><p>d</p>');
    const labels = readGoldLabels(page, { content: [[1, 2]], ignored: [[3, 3]] });
    expect(told(page, labels)).toEqual([
      'a: template',
      '\u00a0: template',
      'b: content',
      'c: content',
      'd: ignored',
    ]);
  });
});

describe('the zone gold', () => {
  const zones = createZoneGold({
    contentSelectors: ['main', 'article'],
    templateSelectors: ['.share', 'main > nav'],
    ignoreSelectors: ['.crumbs', 'article.share'],
  });

  it('labels by the nearest ancestor, the stronger rule first', () => {
    const page = parseText(
      '<header>h</header><main>m<nav>n<article>a</article></nav><p class=share>s</p><p class=crumbs>c</p>' +
        '<article class=share>x</article></main>',
    );
    expect(told(page, zones(page))).toEqual([
      ...['h: template', 'm: content', 'n: template', 'a: content'],
      ...['s: template', 'c: ignored', 'x: ignored'],
    ]);
  });

  it('leaves out, when lenient, content that stands on a fifth of the pages and on five', () => {
    const pages = Array.from({ length: 30 }, (_, i) =>
      parseText(
        `<main><b>Price</b>${i < 5 ? '<b>Five</b>' : ''}${i < 6 ? '<b>Six</b>' : ''}<p>only ${i}</p></main>`,
      ),
    );
    const labels = pages.map(zones);
    const keys = Array.from(pages[0]!.segments, (node) => textKey(pages[0]!, node));
    expect([...repeatedContent(pages, labels)]).toEqual([keys[0], keys[2]]);
    const lenient = lenientLabels(pages[0]!, labels[0]!, repeatedContent(pages, labels));
    expect(told(pages[0]!, lenient)).toEqual([
      'Price: ignored',
      'Five: content',
      'Six: ignored',
      'only 0: content',
    ]);
  });
});

it('the tokens of a page are told apart by their labels', () => {
  const page = parseText('<p>Home page</p><p>my text</p><p>tag</p>');
  const { content, template, ignored } = goldTokens(
    page,
    Uint8Array.of(GoldLabel.template, GoldLabel.content, GoldLabel.ignored),
  );
  expect([...template.keys(), '|', ...content.keys(), '|', ...ignored.keys()].join(' ')).toBe(
    'home page | my text | tag',
  );
});

const urls = ['https://a.example/1', 'https://a.example/2'];
const pages: readonly Page[] = urls.map((url) => parseText('<nav>Menu</nav><main>Text</main>', { url }));
const zones = { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] };
const allContent: ReadLabels = { content: [[0, 1]], ignored: [] };

function siteWith(readUrls: readonly string[], withZones: boolean): CorpusSite {
  const readLabels = new Map(readUrls.map((url) => [url, allContent]));
  return {
    name: 'a',
    kind: '',
    language: '',
    zones: withZones ? zones : undefined,
    readLabels,
    pages: () => [],
  };
}

const { template, content } = GoldLabel;

it.each([
  ['the read gold where it covers all pages', urls, true, [content, content]],
  ['the zone gold where it does not', urls.slice(1), true, [template, content]],
  ['the read gold of a site without zones', urls, false, [content, content]],
  ['none where neither covers all', urls.slice(1), false, undefined],
] as const)('%s', (_, readUrls, withZones, labels) => {
  const gold = completeGold(siteWith(readUrls, withZones), pages);
  expect(gold && [...gold.strict[0]!]).toEqual(labels);
  expect(gold?.lenient).toEqual(gold?.strict);
});

it('golds that nobody wants cover no page', () => {
  const site = siteWith(urls.slice(1), true);
  const covered = (...wanted: Parameters<typeof siteGold>[2] & {}): readonly (readonly boolean[])[] => {
    const { read, lenient, strict } = siteGold(site, pages, wanted).labels;
    return [read, lenient, strict].map((labels) => labels.map((of) => of !== undefined));
  };
  const [none, second, both] = [
    [false, false],
    [false, true],
    [true, true],
  ];
  expect(covered('read', 'lenient', 'strict')).toEqual([second, both, both]);
  expect(covered('read')).toEqual([second, none, none]);
  expect(covered('lenient')).toEqual([none, both, none]);
  expect(covered('strict', 'read')).toEqual([second, none, both]);
});
