import { type Page, parseText, readNormalText } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { GoldLabel, type GoldLabels } from './gold-labels.ts';
import { goldTokens } from './gold-tokens.ts';
import { readGoldLabels } from './read-gold.ts';
import { createZoneGold, lenientLabels, repeatedContent } from './zone-gold.ts';

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
    expect([...repeatedContent(pages, labels)]).toEqual(['Price', 'Six']);
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
