/** What the core says of a page that it holds against what is found by going over it: outlines, marks, unseen texts. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../page/core.ts';
import { ElementMarker, markElements } from '../../page/element-marks.ts';
import { parseTextInTypeScript } from '../../page/html-parser.ts';
import type { Page } from '../../page/page.ts';
import { unseenNodes } from '../../page/unseen.ts';
import type { Outline } from './columns.ts';
import { outlineOf } from './outline.ts';
import { placeMarks } from './places.ts';

const cores = ['core', 'core-checked'].map((name) =>
  createCore(new WebAssembly.Module(readFileSync(new URL(`../../../build/${name}.wasm`, import.meta.url)))),
);

// biome-ignore format: a list of pieces
const pieces = [
  'a line of words that is long enough to have a hash', ' 12 ', 'x', '·', '»', '中', 'é', '٣', '😀', '&nbsp;', '&raquo;', '&#233;', '\n', '\0', 'Übergrößenträger überall im Straßenverkehr 3',
  '<p>', '</p>', '<div>', '</div>', '<div class="b a">', '<div class="a b">', '<div class="a  b a">', '<div class="col-12 n3">', '<div class="col-7 n44">', '<div class="&amp;x [&_p]:m &lt y">',
  '<div class="\u{1f600} \ufb01 z">', '<div class="">', '<div class=" ">', '<div class="sr-only">', '<span class="visually-hidden q">', '<span class="lineno">', '</span>',
  '<nav>', '</nav>', '<main>', '<article>', '<h1>', '</h1>', '<h2>', '<ul><li>', '</ul>', '<td>', '<table><tr><td>', '</table>', '<br>', '<pre>', '</pre>', '<own-tag class=o>', '</own-tag>',
  '<div role=navigation>', '<div role=" dialog ">', '<div role="&#100;ialog">', '<div role=none>', '<div role=tabpanel id=t>', '<div hidden>', '<div hidden=until-found>', '<div hidden="Until-Found">',
  '<div aria-hidden=true>', '<div aria-hidden=" true">', '<div aria-hidden=false>', '<div style="color:red">', '<div style="DISPLAY : None">', '<div style="display:&#110;one">', '<div style="visibility:hidden;x">',
  '<div style="left:-9999px">', '<div style="background:url(&quot;none&quot;)">', '<p style="no-ne;non">', '<div itemprop=x>', '<dialog>', '<dialog open>', '</dialog>', '<div popover>', '<b>', '</b>',
  '<a href="../b/index.html?q=/&amp;r#x">', '<a href="HTTPS://www.a.example/x/">', '<a href=" ./../.././y z/ ">', '<a href="//b.example/?q/">', '<a href="?p=2">', '<a href="mail&#116;o:x">', '<a href="http:x">',
  '<a href="/index.h-x">', '<a href="/a/index.é">', '<a href="index.htm">', '<a href="..">', '<a href="x:y/z">', '<a href="/über/😀?é\0">', '<a href="www.c.example/">', '<a href="//www.c.example?/">', '<base href="//www.d.example/e/f/g?h">',
  '<a href="#x">', '<a href=" #t">', '<a href="&#35;x">', '<a href="\u00a0#x">', '<a href="&nbsp;#x">', '<a href=/y>', '<a href>', '<a>', '</a>', '<math><semantics><mi>x</mi><annotation>y</annotation></math>',
  '<math><mi>x</mi><annotation-xml>y</annotation-xml></math>', '<annotation>', '<b hidden>', '<i aria-hidden=true style="display:none">', '</i>', '<p open popover>',
  '<button aria-controls="t u">', '</button>', '<script>s</script>', '<svg><text>t</text></svg>',
];
const html = fc.array(fc.constantFrom(...pieces), { maxLength: 50 }).map((some) => some.join(''));
const hashKey = [0x0badcafe, 0x12345678] as const;
const url = 'https://www.a.example/docs/guide/intro.html?v=1/#top';

function described(outline: Outline): unknown {
  const { count, places, ...columns } = outline;
  const listed = Object.entries({ ...columns, ...places }).map(
    ([name, column]) => [name, [...column]] as const,
  );
  return { count, ...Object.fromEntries(listed) };
}

function marksOf(page: Page): number[] {
  const marker = new ElementMarker(page, placeMarks);
  return Array.from({ length: page.nodeCount }, (_, node) => marker.of(node));
}

describe('a page that the core holds', () => {
  it.each(cores.map((core, i) => [i === 0 ? 'release' : 'checked', core] as const))(
    'has the outline and the marks of any other: %s',
    (_, core) => {
      fc.assert(
        fc.property(html, (source) => {
          const page = core.parseText(source, { hashKey, url })!;
          const other = parseTextInTypeScript(source, { hashKey, url });
          const expected = described(outlineOf(other));
          expect(described(outlineOf(page))).toEqual(expected);
          const marks = marksOf(other);
          const { of, nodes } = markElements(page, placeMarks);
          expect(marks.map((_, node) => of[node] ?? 0)).toEqual(marks);
          expect(Array.from(nodes).filter((node) => of[node] !== 0)).toEqual(
            [...marks.keys()].filter((node) => marks[node] !== 0),
          );
          expect(unseenNodes(page)).toEqual(unseenNodes(other));
          // The core has one page at a time.
          core.parseText('<p class=z>another</p>');
          expect(described(outlineOf(page))).toEqual(expected);
          expect(unseenNodes(page)).toEqual(unseenNodes(other));
        }),
        { numRuns: 600 },
      );
      expect(core.trappedPages).toBe(0);
    },
  );

  it('leaves to others what it has no room for', () => {
    const classes = Array.from({ length: 200 }, (_, i) => `c${i}x`).join(' ');
    const source = `<div class="${classes}">a</div><p>b`;
    for (const core of cores) {
      const page = core.parseText(source, { hashKey })!;
      expect(described(outlineOf(page))).toEqual(
        described(outlineOf(parseTextInTypeScript(source, { hashKey }))),
      );
      expect(core.trappedPages).toBe(0);
    }
  });
});
