import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import { tellingElements } from '../metadata/structured-data.ts';
import { createCore } from './core.ts';
import { type ParseOptions, parseInTypeScript, parseTextInTypeScript } from './html-parser.ts';
import { heldPage, type Page, readAttributes, readGap, readRawContent, readText, TEXT } from './page.ts';

const modules = ['core', 'core-checked'].map(
  (name) => new WebAssembly.Module(readFileSync(new URL(`../../build/${name}.wasm`, import.meta.url))),
);
const cores = modules.map(createCore);
const hashKey = [0xdeadbeef, 0x01234567] as const;
const encoder = new TextEncoder();

/** Everything that can be read of a page. */
function describePage(page: Page): unknown {
  const nodes = Array.from({ length: page.nodeCount }, (_, node) => ({
    tag: page.tags.name(page.tag[node]!),
    flags: page.flags[node],
    parent: page.parent[node],
    depth: page.depth[node],
    end: page.subtreeEnd[node],
    path: [page.pathHashHigh[node], page.pathHashLow[node]],
    text: [page.textHashHigh[node], page.textHashLow[node], page.chars[node]],
    gap: readGap(page, node),
    written:
      page.tag[node] === TEXT
        ? readText(page, node)
        : [readAttributes(page, node), page.classLists[page.classList[node]!], readRawContent(page, node)],
  }));
  const { id, encoding, segments } = page;
  return { id, encoding, segments: [...segments], telling: [...tellingElements(page)], nodes };
}

function expectSame(bytes: Uint8Array, contentType?: string): void {
  const raw = { bytes, url: 'http://a.example/x', ...(contentType !== undefined && { contentType }) };
  const expected = describePage(parseInTypeScript(raw, { hashKey }));
  for (const core of cores) expect(describePage(core.parse(raw, { hashKey })!)).toEqual(expected);
}

const pages: Readonly<Record<string, string>> = {
  empty: '',
  'an ordinary page':
    '<!doctype html><html lang=en><head><title>A &amp; B</title><style>p{}</style></head>\n<body class="b a"><p id=x>One <b>two</b>\n three<ul><li>1<li>2</ul></body></html>',
  'a quirky page': '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>a<table><td>b</table>',
  'a page that is not quirky':
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><p>a<table><td>b</table>',
  'formatting across blocks': '<p><b class=x><i>1<p>2</b>3</i>4<a href=1>5<div>6<a href=2>7</div>8</a>',
  'three alike': '<p><font size=1><font size="1"><font SIZE=1><font size=1>a<p>b',
  'text in a table': '<table>a<tr>b<td>c</td>d<b>e</tr><input type=hidden><input>f</table>g',
  'parts of a text': '<p>one</x> two &am</y>p; three</p>',
  references:
    '<p>&lt;&notit;&notin;&#x41;&#128;&#0;&nGt;&Tab;&NewLine;x&nbsp;&amp &AMP;&unknown;&#;&#x;&</p>',
  'white space': '<p>  a \t\n b\u00a0 \f c  </p> <p> </p><pre>\n  x\n <b> </b> </pre>',
  'other scripts': '<p>äöü 中文 <b>😀 x</b></p><ünknown-ÄTAG x=ä>y</ünknown-ÄTAG>',
  'SVG and MathML':
    '<svg viewBox="0 0 1 1"><title>t</title><path/><![CDATA[a&amp;b]]><p>out<math><mi>x</mi><annotation-xml encoding="Text/HTML"><p>y</annotation-xml></math>',
  'raw text': '<script>a<b</scriptx></script ><textarea>\n&lt;x</textarea><xmp>&lt;</xmp><title>u</title>',
  'left open': '<p>a<b title="x',
  comments: '<p>a<!-- > -->b<!-->c<!--->d<!--x--!>e<!x>f<?y>g</ z>h</>i<![CDATA[ j>k]]>l<!doctype',
  select: '<select><option>a<optgroup><option>b<hr><input>c<table><tr><td><select><td>d',
  frames: '<html><frameset cols=1><frame src=a><noframes><p>b</noframes></frameset>',
  attributes:
    '<a href = x CLASS="q q\tr" href=y =z / disabled/ title=\'a"b\' data-x>t</a><html lang=de><body id=1>',
  'noscript and template': '<noscript><p>a</noscript><template><p>b<template>c</template></template><p>d',
  'content in noscript': `<head><noscript><style></style></noscript></head><p>a<noscript><p title=x>${'b &amp; é '.repeat(200)}<b><noscript>c</b></noscript></noscript><table><noscript><td>d</table>`,
  'raw text in noscript': `<p>a<noscript><b>${'中'.repeat(300)}</b><xmp>${'<i>'.repeat(300)}`,
  'a long message in noscript': `<p>a<noscript><p>${'<b>turn scripts on</b>'.repeat(30)}</noscript>`,
  'what a page says of itself':
    '<base href=/><meta name=a content=b><link rel=next href=2><body itemscope><nav class="x site-breadcrumbs"><a rel=tag href=t>t</a></nav><h1 itemprop=name>a</h1><p class="breadcrumb">b<p class="dreadcrum BREADCRUMB xxxxxxxxxxreadcrumb">c<table><time itemprop=x>d</time><tr><td rel=y>e</table><script type=x></script>',
  'what leads to something, holds data, or may be named a breadcrumb':
    '<link rel=stylesheet><link rel="alternate LICENSE"><link rel=canonical href=/><a rel="nofollow noopener">a</a><a rel="\ttags tag">b</a><a rel=Author>c</a><a rel=copyrights>d</a><script type=" Application/LD+json; x">{}</script><script type=application/json></script><nav aria-label="Breadcrumbs">e</nav><nav aria-label=bread>f</nav><b aria-label=breadcrumb class=BREADCRUMB>g',
  'a lone angle': '<p>a < b <<i>c</i> <',
};

describe('the core', () => {
  it('needs nothing from outside but its memory', () => {
    for (const module of modules)
      expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
  });

  it.each(Object.entries(pages))('gives the page of the other parser: %s', (_, html) => {
    expectSame(encoder.encode(html), 'text/html; charset=utf-8');
  });

  it('decodes as the other parser does', () => {
    const latin = Uint8Array.from(Buffer.from('<p>caf\xe9 \x93x\x94', 'latin1'));
    expectSame(latin);
    expectSame(encoder.encode('\ufeff<p>é'));
    expectSame(Uint8Array.of(0x3c, 0x70, 0x3e, 0xc3, 0x28, 0xff), 'text/html; charset=utf-8');
    // A `<meta>` behind what is looked through before parsing.
    const late = `<title>${'x'.repeat(1100)}</title><meta http-equiv=Content-Type content="text/html; charset=iso-8859-2"><p>`;
    expectSame(Uint8Array.from(Buffer.from(`${late}\xe9\xb9`, 'latin1')));
  });

  it('parses text as the other parser does, and leaves text that has no bytes', () => {
    const options = { hashKey, url: 'http://a.example/y' };
    const html = '<meta charset=iso-8859-2><p>é😀 <b class=x>y';
    const expected = describePage(parseTextInTypeScript(html, options));
    for (const core of cores) {
      expect(describePage(core.parseText(html, options)!)).toEqual(expected);
      expect(core.parseText('<p>half of a pair: \ud83d.')).toBeUndefined();
    }
  });

  it.each<[string, string, ParseOptions['limits']]>([
    ['PAGE_TOO_MANY_NODES', '<p>'.repeat(50), { maxNodes: 20 }],
    ['PAGE_TOO_DEEP', '<div>'.repeat(50), { maxDepth: 20 }],
    ['PAGE_TOO_MANY_ATTRIBUTES', '<p a=1 b=2 c=3>', { maxAttributes: 2 }],
    ['PAGE_TOO_LARGE', 'x'.repeat(50), { maxBytes: 20 }],
  ])('refuses with %s, and goes on', (code, html, limits) => {
    for (const core of cores) {
      const bytes = encoder.encode(html);
      const parsed = (): Page =>
        core.parse({ bytes }, { limits: limits! }) ?? parseInTypeScript({ bytes }, { limits: limits! });
      expect(parsed).toThrow(DehuskError);
      expect(parsed).toThrow(expect.objectContaining({ code }));
    }
    expectSame(encoder.encode(pages['formatting across blocks']!));
  });

  it('parses a page that is larger than what pages share, and the next one after it', () => {
    expectSame(encoder.encode(`<p>a${'<!-- -->'.repeat(600_000)}<p>b`));
    expectSame(encoder.encode(pages['an ordinary page']!));
  });

  it('keeps pages until they are released, and makes the same of what another thread is sent', () => {
    const some = Object.values(pages).map((html) => ({
      bytes: encoder.encode(html),
      url: 'http://a.example/x',
    }));
    for (const core of cores) {
      const kept = some.map((raw) => core.parseToKeep(raw, { hashKey })!);
      for (const raw of some) core.parse(raw, { hashKey });
      for (const [i, { page, sent }] of kept.entries()) {
        const expected = describePage(parseInTypeScript(some[i]!, { hashKey }));
        expect(describePage(page)).toEqual(expected);
        expect(heldPage(page)).toBeDefined();
        expect(describePage(core.receive(structuredClone(sent)))).toEqual(expected);
      }
      for (const { page, release } of kept) {
        release();
        release();
        expect(heldPage(page)).toBeUndefined();
      }
      for (const raw of some) expect(heldPage(core.parseToKeep(raw, { hashKey })!.page)).toBeDefined();
    }
  });

  it('does not keep a page that is larger than what pages share', () => {
    const bytes = encoder.encode(`<p>a${'<!-- -->'.repeat(600_000)}<p>b`);
    for (const core of cores) {
      const { page, release } = core.parseToKeep({ bytes }, { hashKey })!;
      expect(heldPage(page)).toBeUndefined();
      release();
      expect(describePage(page)).toEqual(describePage(parseInTypeScript({ bytes }, { hashKey })));
    }
  });
});
