import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createCore } from '../../packages/dehusk/src/page/core.ts';
import { compareMutated } from '../../packages/lab/src/soak/core-pages.ts';

/** Short and misnested, so that nearly every mutation meets the repair of something. */
// biome-ignore format: one page a line
const originals = [
  '<!doctype html><title>A &amp; B</title><style>p{}</style><body class="b a"><p id=x>One <b>two</b>\n three<ul><li>1<li>2</ul>',
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>a<table><tr><td>b<td>c<caption>d</table><p><b class=x><i>1<p>2</b>3</i>4',
  '<table>a<tr>b<td>c</td>d<b>e</tr><input type=hidden><input>f</table>g<a href=1>5<div>6<a href=2>7</div>8</a>',
  '<p>&lt;&notit;&#x41;&#128;&nbsp;&amp &unknown;&</p><pre>\n  x\n <b> </b> </pre><p>äöü 中文 <b>😀 x</b></p><ünknown-ÄTAG x=ä>y',
  '<svg viewBox="0 0 1 1"><title>t</title><path/><![CDATA[a&amp;b]]><p>out<math><mi>x</mi><annotation-xml encoding="Text/HTML"><p>y',
  '<script>a<b</scriptx></script ><textarea>\n&lt;x</textarea><xmp>&lt;</xmp><noscript><p>a</noscript><template><p>b</template><p>d',
  '<select><option>a<optgroup><option>b<hr><input>c<table><tr><td><select><td>d</table><h1>e<h2>f<button>g<button>h<nobr>i<nobr>j',
  '<meta charset=utf-8><a href = x CLASS="q q\tr" href=y =z / disabled/ title=\'a"b\' data-x>t</a><!-- > --><?y><dl><dt>a<dd>b<dt>c</dl>',
];

/** `dehusk-lab soak core-pages` compares a million, also with every access asserted. */
it.each([
  ['core', 18_000],
  ['core-checked', 2_000],
] as const)('gives the page of the other parser: %s, %i mutated pages', (name, count) => {
  const file = new URL(`../../packages/dehusk/build/${name}.wasm`, import.meta.url);
  const core = createCore(new WebAssembly.Module(readFileSync(file)));
  const { shown, refused } = compareMutated(core, originals, { count, seed: 1 });
  expect(shown).toEqual([]);
  expect(core.trappedPages).toBe(0);
  expect(refused).toBeLessThan(count / 100);
});
