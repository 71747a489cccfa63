import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NodeFlag,
  normalForm,
  type Page,
  readAttributes,
  readGap,
  readRawContent,
  readText,
  TEXT,
  tagName,
} from './page.ts';
import { parseText } from './parse.ts';
import { type SerialiseOptions, serialise } from './serialise.ts';

const faithful: SerialiseOptions = { safe: false };

function rewrite(html: string): string {
  return serialise(parseText(html), faithful);
}

/** The body's content. */
function rewriteBody(html: string, options: SerialiseOptions = faithful): string {
  return /<body[^>]*>([\s\S]*)<\/body>/.exec(serialise(parseText(html), options))![1]!;
}

/** Everything a detector could see of a page. */
function shape(page: Page): string[] {
  return Array.from({ length: page.nodeCount }, (_, node) => {
    const parent = page.parent[node];
    if (page.tag[node] === TEXT) return `${parent} ${JSON.stringify(normalForm(readText(page, node)))}`;
    const raw = readRawContent(page, node);
    return `${parent} ${tagName(page, node)} ${JSON.stringify(readAttributes(page, node))} ${raw}`;
  });
}

/** All white space that a reader could see: collapsed outside `pre`, as it is inside. */
function visibleText(page: Page): string {
  let text = '';
  for (let node = 0; node < page.nodeCount; node++) {
    const preformatted = node > 0 && (page.flags[page.parent[node]!]! & NodeFlag.preformatted) !== 0;
    if (preformatted) text += spelled(readGap(page, node));
    else if ((page.flags[node]! & NodeFlag.spaceBefore) !== 0) text += ' ';
    if (page.tag[node] !== TEXT) continue;
    const own = readText(page, node).replaceAll('\r\n', '\n');
    text += preformatted ? spelled(own) : own;
  }
  return text.replace(/[\t\n\f\r ]+/g, ' ');
}

/** White space that must not collapse. */
function spelled(text: string): string {
  return text.replaceAll(' ', '_').replaceAll('\n', '/');
}

describe('serialise', () => {
  test('finds the contents of raw text elements whose places were changed', () => {
    const html = '<table><tr><td><style>a{}</style></td></tr><p><style>b{}</style></p></table>';
    expect(rewriteBody(html)).toContain('<style>b{}</style>');
    expect(rewriteBody(html)).toContain('<style>a{}</style>');
  });

  test('writes a page as if no other had been parsed before it', () => {
    const html = '<script>gone()</script><frameset><frame></frameset><noframes>none</noframes>';
    const alone = rewrite(html);
    rewrite(`<p>${'<script>other()</script>'.repeat(20)}</p>`);
    rewrite('<table><b>x</b></table>'.repeat(10));
    expect(rewrite(html)).toBe(alone);
  });

  test('writes a whole document', () => {
    expect(rewrite("<title>A &amp; B</title><p class=x id='q\"q'>Hi <b>you</b>")).toBe(
      '<!DOCTYPE html><html><head><title>A &amp; B</title></head>' +
        '<body><p class="x" id="q&quot;q">Hi <b>you</b></p></body></html>',
    );
  });

  test.each([
    ['void elements', 'a<br>b<img src=x><hr>', 'a<br>b<img src="x"><hr>'],
    [
      'foreign elements have end tags',
      '<svg><path d=M0 /><link></link></svg>',
      '<svg><path d="M0"></path><link></link></svg>',
    ],
    ['white space between elements', '<i>a</i> <b>c</b>', '<i>a</i>\n<b>c</b>'],
    ['no white space where there was none', '<i>a</i><b>c</b>', '<i>a</i><b>c</b>'],
    ['texts in a row stay two', 'a<!-- x -->b', 'a<!---->b'],
    ['special characters', 'a &lt; b &amp;amp; c&nbsp;d', 'a &lt; b &amp;amp; c&nbsp;d'],
    ['values', '<a title="a<b>&quot;&amp;lt;">x</a>', '<a title="a&lt;b&gt;&quot;&amp;lt;">x</a>'],
    ['first line feed of pre', '<pre>\n\n a</pre>', '<pre>\n\n a</pre>'],
    ['a single line feed of pre is no text', '<pre>\na</pre>', '<pre>a</pre>'],
    [
      'first line feed as a gap',
      '<pre>\n\n<b>a</b> \n <i>c</i></pre>',
      '<pre>\n\n<b>a</b> \n <i>c</i></pre>',
    ],
    ['first line feed of textarea', '<textarea>\n\na</textarea>', '<textarea>\n\na</textarea>'],
    [
      'raw text',
      '<p><script>a<b&amp;</script><style>p>a{}</style>',
      '<p><script>a<b&amp;</script><style>p>a{}</style></p>',
    ],
    ['xmp', '<xmp><b>&amp;</xmp>', '<xmp><b>&amp;</xmp>'],
    ['line ends', '<pre>a\r\nb\rc</pre>', '<pre>a\nb\nc</pre>'],
  ])('%s', (_, html, body) => {
    expect(rewriteBody(html)).toBe(body);
  });

  test('nothing follows plaintext', () => {
    expect(rewrite('<div><plaintext>a<b></div>')).toMatch(/<div><plaintext>a<b><\/div>$/);
  });

  test('a page with a table in a paragraph is written for quirks mode, in which that is possible', () => {
    const page = parseText('<p>a<table><tr><td>b</table>c');
    const again = parseText(serialise(page, faithful));
    expect(shape(again)).toEqual(shape(page));
    expect(serialise(page)).toMatch(/^<!DOCTYPE html PUBLIC/);
  });

  test('removed nodes go with their subtrees, and the white space around them stays', () => {
    const page = parseText('<i>a</i> <b>x<u>y</u></b><i>c</i>');
    const removed = new Uint8Array(page.nodeCount);
    for (let node = 0; node < page.nodeCount; node++) if (tagName(page, node) === 'b') removed[node] = 1;
    expect(serialise(page, { removed, safe: false })).toContain('<body><i>a</i>\n<i>c</i></body>');
  });

  test('html, head and body stay even if they are to be removed', () => {
    const page = parseText('<title>t</title>a');
    expect(serialise(page, { removed: new Uint8Array(page.nodeCount).fill(1), safe: false })).toBe(
      '<!DOCTYPE html><html><head></head><body></body></html>',
    );
  });

  test('marks elements, and texts by a span', () => {
    const page = parseText('<p>a<b>c</b>d');
    const nodes = Array.from({ length: page.nodeCount }, (_, node) => node);
    const marks = new Map([
      [nodes.find((node) => tagName(page, node) === 'b')!, { 'data-x': '1' }],
      [nodes.findLast((node) => page.tag[node] === TEXT)!, { 'data-x': '"<' }],
    ]);
    expect(serialise(page, { marks, safe: false })).toContain(
      '<p>a<b data-x="1">c</b><span data-x="&quot;&lt;">d</span></p>',
    );
  });

  test('2,000 levels', () => {
    const html = `${'<div>'.repeat(2000)}x`;
    expect(rewriteBody(html)).toBe(`${html}${'</div>'.repeat(2000)}`);
  });

  const inline = fc.letrec<{ item: string; items: string }>((tie) => ({
    items: fc.array(tie('item'), { maxLength: 4 }).map((parts) => parts.join('')),
    item: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'a',
        ' b ',
        '\n',
        ' ',
        '&lt;',
        '&amp;lt;',
        '<br>',
        '<!-- c -->',
        '<img alt="&quot;<">',
        '&nbsp;',
      ),
      fc.constantFrom(
        '<svg><path d="a"/><title>t</title></svg>',
        '<script>a</b</script>',
        '<math><mi>x</mi></math>',
      ),
      tie('items').chain((inner) =>
        fc.constantFrom('span', 'b', 'code').map((tag) => `<${tag}>${inner}</${tag}>`),
      ),
    ),
  })).items;
  const block = fc.letrec<{ item: string; items: string }>((tie) => ({
    items: fc.array(tie('item'), { maxLength: 4 }).map((parts) => parts.join('')),
    item: fc.oneof(
      { depthSize: 'small' },
      inline,
      inline.map((inner) => `<p>${inner}</p>`),
      inline.map((inner) => `<pre>\n${inner}</pre>`),
      inline.map((inner) => `<a href="?a=1&amp;b=2">${inner}</a>`),
      tie('items').map((inner) => `<ul> <li>${inner}<li>x</ul>`),
      tie('items').map((inner) => `<table> <tr><td>${inner}</td> <th>y</table>`),
      tie('items').map((inner) => `<div class="k">${inner}</div>`),
      fc.constantFrom('<textarea>\n&lt;</textarea>', '<select><option>a<option>b</select>', '<xmp><i></xmp>'),
    ),
  })).items;

  test('reading what was written gives the same nodes and the same visible white space', () => {
    fc.assert(
      fc.property(block, (html) => {
        const page = parseText(`<!DOCTYPE html>${html}.`);
        const again = parseText(serialise(page, faithful));
        expect(shape(again)).toEqual(shape(page));
        expect(visibleText(again)).toBe(visibleText(page));
      }),
      { numRuns: 500 },
    );
  });

  test('writing what was written safely changes nothing', () => {
    fc.assert(
      fc.property(block, (html) => {
        const once = serialise(parseText(html));
        expect(serialise(parseText(once)).replace(/\s+/g, ' ')).toBe(once.replace(/\s+/g, ' '));
      }),
      { numRuns: 200 },
    );
  });
});
