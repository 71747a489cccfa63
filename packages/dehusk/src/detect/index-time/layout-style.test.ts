import { expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { LayoutStyle } from './layout-style.ts';

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
