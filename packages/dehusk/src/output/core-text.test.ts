/** The core's text against the writer in TypeScript: the same string for every page, whatever is left out of it. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCore } from '../page/core.ts';
import { parseTextInTypeScript } from '../page/html-parser.ts';
import type { Page } from '../page/page.ts';
import { toCoreText } from './core-text.ts';
import { toText } from './text.ts';

const cores = ['core', 'core-checked'].map((name) =>
  createCore(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}.wasm`, import.meta.url)))),
);

// biome-ignore format: a list of pieces
const pieces = [
  'word', ' ', '\n', '\u00a0', '&nbsp;', ' &nbsp; ', '\u2007x', '\u202f', '’', '\u00c2', '&amp;', '&#10;', '&#0;', '\0', '\u3000', '\ufeff',
  '| ', '«', '→', '…', '\u2009', '✖', '\uf17c', '\ue000', 'ⓘ',
  '<p>', '</p>', '<div>', '</div>', '<br>', '<hr>', '<span>', '</span>', '<b>a</b>', '<img>', '<svg><text>s</text></svg>', '<select><option>o</select>',
  '<ul>', '</ul>', '<ol>', '<ol start=7>', '<ol start="-2">', '</ol>', '<li>', '<li value=41>', '</li>', '<menu>', '<dl><dt>t<dd>', '</dl>',
  '<pre>', '</pre>', '<pre>\n  a\r\n\r\n\tb \r</pre>', '<code>', '</code>', '<xmp> <b> x </xmp>', '<textarea> t </textarea>', '<listing>\n\n l',
  '<table>', '</table>', '<tr>', '<td>', '<td colspan=2>', '<td colspan="99">', '<th>', '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
  '<h1>', '</h1>', '<blockquote>', '</blockquote>', '<own-tag>', '</own-tag>', '<!-- c -->', '<script>s</script>', '<form>', '<button>', '</button>',
  '<a>', '</a>', '<a href=/x>l</a>', '<a>é</a><a>&eacute;</a>', '<a>(</a>', '<style>y</style>',
  '<span>ab</span>', '<span class=c>Ab</span>', '<span>12', '<label>l</label>', '<b style="display:block">bc</b>', '<p style=display:flex>',
  '<span class="lineno">12</span>', '<td class="a gutter">', '<p hidden>', '<b class=sr-only>say</b>', '<math><mi>x</mi><annotation>y</annotation></math>', '<i style="display: none">z</i>',
  '<b class="d-flex">cd</b>', '<div class="inline-block q">', '<i class="&#98;lock">de</i>', '<i style="display:&#98;lock">ef</i>', '<a class=wp-block>fg</a>', '<em>7</em>', '<small>', '</small>',
  '¶', '<h2>t<a href=#t>¶</a></h2>', '<a href="#u">#</a>', '·', '&middot;', '&#124;', ' &raquo; ', '\u200b', 'Label:', '12:', '→|', '-', '«»', '🔗',
];
const html = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join(''));

function leavingOut(page: Page, every: number): Parameters<typeof toText>[1] {
  if (every === 0) return undefined;
  const { nodeCount } = page;
  const template = Uint8Array.from({ length: nodeCount }, (_, node) => (node % every === 0 ? 1 : 0));
  return {
    template,
    score: new Float32Array(nodeCount),
    seen: new Uint32Array(nodeCount),
    of: 1,
    version: 1,
  };
}

describe("the core's text", () => {
  it.each(cores.map((core, i) => [i === 0 ? 'release' : 'checked', core] as const))('%s', (_, core) => {
    fc.assert(
      fc.property(html, fc.nat(5), (source, every) => {
        const page = core.parseText(source)!;
        const other = parseTextInTypeScript(source);
        const expected = toText(other, leavingOut(page, every));
        expect(toCoreText(page, leavingOut(page, every))?.text).toBe(expected);
        // The core has one page at a time.
        core.parseText('<p>another</p>');
        expect(toCoreText(page, leavingOut(page, every))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(core.trappedPages).toBe(0);
  });

  it('indents that make a text much longer than its page are left to the other writer', () => {
    const source = `${'<ul><li>'.repeat(24)}${'a<br>'.repeat(3000)}`;
    const page = cores[0]!.parseText(source)!;
    expect(toText(page).length).toBeGreaterThan(5 * source.length);
    expect(toCoreText(page)).toBeUndefined();
    expect(cores[0]!.trappedPages).toBe(0);
  });
});
