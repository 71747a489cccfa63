import { describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import { detectCharset } from './charset.ts';
import { parseTextInTypeScript } from './html-parser.ts';
import { readBaseUrl, readLinks, readTitle } from './links.ts';
import { Tag } from './names.ts';
import {
  type FullPage,
  NodeFlag,
  type Page,
  readAttribute,
  readAttributes,
  readGap,
  readNormalText,
  readRawContent,
  readText,
  TEXT,
  tagName,
} from './page.ts';
import { parse, parseText } from './parse.ts';

const encoder = new TextEncoder();

/** The tree as nested names, text quoted: `html(head body(p("Hi ")))`. */
function outline(page: Page): string {
  const ends: number[] = [];
  let text = '';
  for (let node = 0; node < page.nodeCount; node++) {
    while (ends.length > 0 && node >= ends.at(-1)!) {
      ends.pop();
      text += ')';
    }
    if (node > 0 && !text.endsWith('(')) text += ' ';
    text += page.tag[node] === TEXT ? JSON.stringify(readNormalText(page, node)) : tagName(page, node);
    if (page.subtreeEnd[node]! > node + 1) {
      ends.push(page.subtreeEnd[node]!);
      text += '(';
    }
  }
  return text + ')'.repeat(ends.length);
}

const body = (html: string): string => /body\((.*)\)\)$/.exec(outline(parseText(html)))?.[1] ?? '';

function segments(page: Page): string[] {
  return Array.from(page.segments, (node) => readNormalText(page, node));
}

it.each(['<p>a<title', '<p>a<s', '<p>a<div', '<p>a</title', '<p>a<title x'])(
  'drops a tag that the input ends in: %s',
  (html) => {
    expect(body(html)).toBe('p("a")');
    expect(body('<p>a<<')).toBe('p("a<<")');
  },
);

describe('what is no page', () => {
  // As somebody would who writes no TypeScript.
  it.each([
    [() => parse('<p>' as never), 'this is string, and parse takes { bytes }'],
    [() => parse(encoder.encode('<p>') as never), 'this is bytes alone, and parse takes { bytes }'],
    [() => parse({ html: '<p>' } as never), 'this is an object with html, and parse takes { bytes }'],
    [() => parse(undefined as never), 'this is undefined, and parse takes { bytes }'],
    [() => parseText(encoder.encode('<p>') as never), 'this is bytes alone, and parseText takes a string'],
    [() => parseText(null as never), 'this is null, and parseText takes a string'],
  ])('is refused in words: %s', (call, message) => {
    expect(call).toThrow(
      expect.objectContaining({ code: 'PAGE_INPUT_BAD', message: expect.stringContaining(message) }),
    );
  });
});

describe('the node table', () => {
  it('is the one drawn in page.ts', () => {
    const page = parseText('<html><body><p class="a">Hi <b>you</b></p></body></html>');
    expect(outline(page)).toBe('html(head body(p("Hi" b("you"))))');
    expect([...page.parent]).toEqual([-1, 0, 0, 2, 3, 3, 5]);
    expect([...page.depth]).toEqual([0, 1, 1, 2, 3, 3, 4]);
    expect([...page.subtreeEnd]).toEqual([7, 2, 7, 7, 5, 7, 7]);
    expect([...page.segments]).toEqual([4, 6]);
    // One buffer for all columns; the core has its own.
    const { tag, nodeCount } = parseTextInTypeScript('<p>Hi <b>you</b></p>');
    expect(tag.buffer.byteLength / nodeCount).toBe(47);
  });

  it('supplies what the author left out', () => {
    expect(outline(parseText(''))).toBe('html(head body)');
    expect(outline(parseText('x'))).toBe('html(head body("x"))');
    expect(body('<table><td>a<td>b</table>')).toBe('table(tbody(tr(td("a") td("b"))))');
    expect(body('<p>a<p>b<ul><li>c<li>d')).toBe('p("a") p("b") ul(li("c") li("d"))');
  });

  it('repairs misnested markup as the standard says', () => {
    expect(body('<b>a<p>b</b>c')).toBe('b("a") p(b("b") "c")');
    expect(body('<a>1<div>2<a>3')).toBe('a("1") div(a("2") a("3"))');
    expect(body('<table>x<tr><td>y</table>')).toBe('"x" table(tbody(tr(td("y"))))');
    expect(body('<!doctype html><p><table></table>')).toBe('p table');
    expect(body('<p><table></table>')).toBe('p(table)');
  });

  it('has character data in foreign content alone', () => {
    expect(body('<body><![CDATA[ a <b>b</b> ]]> c')).toBe('"b ]]> c"');
    expect(body('<svg><title><![CDATA[<b>d</b>]]></title><desc><p><![CDATA[<b>e</b>]]>')).toBe(
      'svg(title("<b>d</b>") desc(p("e]]>")))',
    );
    expect(body(`<p>${'<![CDATA[>'.repeat(3)}<![CDATA[x`)).toBe('p');
  });

  it('keeps foreign content apart', () => {
    const page = parseText('<p>a<svg><title>t</title><style>s</style><p>b');
    expect(outline(page)).toBe('html(head body(p("a" svg(title("t") style("s"))) p("b")))');
    expect(segments(page)).toEqual(['a', 'b']);
    expect(page.flags[5]! & NodeFlag.svg).toBe(NodeFlag.svg);
  });

  it('passes over template and noscript', () => {
    expect(body('<body><template><p>t<template>u</template></template><noscript><p>n</noscript>x')).toBe(
      'template noscript "x"',
    );
  });

  it('opens noscript where the content stands in it', () => {
    const posts = `<p>${'What somebody has to say. '.repeat(30)}`;
    const start = '<head><noscript><link href=x></noscript></head><body><div id=app>Loading</div>';
    const page = parseText(`${start}<noscript class=a>${posts}</noscript>`);
    expect(outline(page)).toMatch(/head\(noscript\) body\(div\("Loading"\) div\(p\("What .*"\)\)\)/);
    expect(segments(page)).toHaveLength(2);
    // A request to turn scripts on; and what is a part of a page that shows its content.
    expect(segments(parseText(`${start}<noscript>${posts.slice(0, 400)}</noscript>`))).toEqual(['Loading']);
    expect(segments(parseText(`${start}${posts}<p>More<noscript>${posts}</noscript>`))).toHaveLength(3);
    // Pictures are no text.
    const pictures = '<img src=a alt=b>'.repeat(50);
    expect(segments(parseText(`${start}<noscript>${pictures}</noscript>`))).toEqual(['Loading']);
  });

  it('keeps what stands in noscript aside', () => {
    const page = parseText(
      '<p>é<noscript class=a><img src="</p>"><p>n</noscript ><noscript></noscript><noscript>open',
    );
    const found = Array.from(page.tag.keys()).filter((node) => page.tag[node] === Tag.noscript);
    expect(found.map((node) => readRawContent(page, node))).toEqual(['<img src="</p>"><p>n', '', '']);
  });

  it('keeps raw contents aside, and hidden text out of the segments', () => {
    const page = parseText(
      '<title>T</title><style>p{}</style>a<script>1<2</script><select><option>o</select><textarea>t</textarea>',
    );
    expect(segments(page)).toEqual(['a']);
    const style = Array.from(page.tag).findIndex((_, node) => tagName(page, node) === 'style');
    expect(readRawContent(page, style)).toBe('p{}');
    expect((page as FullPage).rawContent.node).toHaveLength(2);
  });
});

describe('text', () => {
  it('is a segment per text node, split at tags and comments', () => {
    expect(segments(parseText('a<b>b</b> c<!-- x -->d'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is one segment across an ignored tag', () => {
    const page = parseText('<div>one &lt;</nope> t&amp;wo</nope>three</div>');
    expect(segments(page)).toEqual(['one < t&wothree']);
    expect(page.chars[page.segments[0]!]).toBe(15);
  });

  it('replaces character references and drops NUL', () => {
    const page = parseText('<p>a&nbsp;&eacute;&#x4e2d;&notit;\0z</p><xmp>&amp;</xmp>');
    expect(segments(page)).toEqual(['a\u00a0é中¬it;z', '&amp;']);
  });

  it('knows where white space stood', () => {
    const page = parseText('<p><b>a</b> <i>b</i><u>c</u></p>');
    const spaced = Array.from(page.flags).map((flags) => flags & NodeFlag.spaceBefore);
    expect(spaced).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('keeps white space inside pre', () => {
    const page = parseText('<pre>\n<i>a</i>\n  <i>b</i></pre>');
    expect(segments(page)).toEqual(['a', 'b']);
    const { node: nodes } = (page as FullPage).preformattedGaps;
    expect(nodes).toHaveLength(1);
    const second = nodes[0]!;
    expect(tagName(page, second)).toBe('i');
    expect(readGap(page, second)).toBe('\n  ');
    expect(readText(parseText('<pre>\n\nx</pre>'), 4)).toBe('\nx');
  });
});

describe('hashes', () => {
  const hashes = (html: string, key: readonly [number, number] = [1, 2]): string[] => {
    const page = parseText(html, { hashKey: key });
    return Array.from(page.segments, (node) =>
      [
        page.pathHashHigh[node],
        page.pathHashLow[node],
        page.textHashHigh[node],
        page.textHashLow[node],
      ].join(),
    );
  };

  it('are equal for equal path and text, whatever the white space, order and implied tags', () => {
    const [first] = hashes('<div><p> Home\n page</p></div>');
    const [, second] = hashes('<html><body>x<div class=a><span></span><p>Home &#112;age');
    expect(second).toBe(first);
  });

  it('differ in path or text alone', () => {
    const texts = hashes('<div><p>a</p><p>b</p><span>a</span></div><p>a</p>');
    expect(new Set(texts).size).toBe(4);
    expect(texts[0]!.split(',').slice(2)).toEqual(texts[2]!.split(',').slice(2));
    expect(texts[0]!.split(',').slice(0, 2)).toEqual(texts[1]!.split(',').slice(0, 2));
  });

  it('depend on the key, in both halves', () => {
    const one = hashes('<x-own>a</x-own>', [1, 2])[0]!.split(',');
    const other = hashes('<x-own>a</x-own>', [1, 3])[0]!.split(',');
    for (const [i, half] of one.entries()) expect(half).not.toBe(other[i]);
  });
});

describe('attributes', () => {
  it('are read by name; of two with one name the first counts', () => {
    const page = parseText('<a HREF="x?a=1&amp;b=2" id=q ID=r data-Own=1 checked>');
    expect(readAttributes(page, 3)).toEqual([
      ['href', 'x?a=1&b=2'],
      ['id', 'q'],
      ['data-own', '1'],
      ['checked', ''],
    ]);
    expect(readAttribute(page, 3, 'data-own')).toBe('1');
    expect(readAttribute(page, 3, 'title')).toBeUndefined();
  });

  it('share one list per different class attribute', () => {
    const page = parseText('<p class="b a  b"><p class="b a  b"><p class="c"><p class=" ">');
    expect([...page.classList.slice(3)]).toEqual([1, 1, 2, 0]);
    expect(page.classLists).toEqual([[], ['a', 'b'], ['c']]);
  });

  it('of a late body or html count when that element has none', () => {
    const page = parseText('x<body class=late>');
    expect(page.classLists[page.classList[2]!]).toEqual(['late']);
  });
});

describe('links and title', () => {
  const html =
    '<title> A\n&amp; B </title><base href="/docs/"><a href="x.html#f">x</a><a href="//e.org">e</a><a href="mailto:a@b.c">m</a><area href=y><a>none</a><a href="http://[">bad</a>';

  it('resolves against base', () => {
    const page = parseText(html, { url: 'https://www.example.com/a/b' });
    expect(readTitle(page)).toBe('A & B');
    expect(readBaseUrl(page)).toBe('https://www.example.com/docs/');
    expect(readLinks(page).map(({ url }) => url)).toEqual([
      'https://www.example.com/docs/x.html#f',
      'https://e.org/',
      'https://www.example.com/docs/y',
    ]);
  });

  it('leaves out what cannot be resolved', () => {
    expect(readLinks(parseText('<a href="x.html">x</a>'))).toEqual([]);
  });
});

describe('limits', () => {
  const failure = (html: string, limits: object): unknown => {
    try {
      parse({ bytes: encoder.encode(html) }, { limits });
    } catch (error) {
      return error instanceof DehuskError ? error.code : error;
    }
    return 'no error';
  };

  it('each have an error of their own', () => {
    expect(failure('x'.repeat(11), { maxBytes: 10 })).toBe('PAGE_TOO_LARGE');
    expect(failure('<p>'.repeat(11), { maxNodes: 10 })).toBe('PAGE_TOO_MANY_NODES');
    expect(failure('<div>'.repeat(11), { maxDepth: 10 })).toBe('PAGE_TOO_DEEP');
    expect(failure('<p a b c d e f g h i j k>', { maxAttributes: 10 })).toBe('PAGE_TOO_MANY_ATTRIBUTES');
  });

  it('are not reached at the limit itself', () => {
    expect(failure('x'.repeat(10), { maxBytes: 10 })).toBe('no error');
    expect(failure('<p a b c d e f g h i j>', { maxAttributes: 10 })).toBe('no error');
    // html, head, body and seven paragraphs
    expect(failure('<p>'.repeat(7), { maxNodes: 10 })).toBe('no error');
    // html, body and eight levels
    expect(failure('<div>'.repeat(8), { maxDepth: 10 })).toBe('no error');
  });

  it('are numbers: one of NaN would be none', () => {
    for (const maxNodes of [Number.NaN, -1, 1.5, '10'])
      expect(failure('<p>', { maxNodes })).toBe('OPTION_BAD');
    expect(failure('<p>', { maxNode: 10 })).toBe('OPTION_UNKNOWN');
    expect(failure('<p>', { maxNodes: Number.POSITIVE_INFINITY })).toBe('no error');
    expect(failure('<div>'.repeat(3_000), { maxDepth: undefined })).toBe('PAGE_TOO_DEEP');
  });

  it('leave the parser fit for the next page', () => {
    failure('<table><b>'.repeat(50), { maxNodes: 20 });
    expect(body('<p>fine')).toBe('p("fine")');
  });
});

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const firstText = (raw: { bytes: Uint8Array; contentType?: string }): string => {
  const page = parse(raw);
  return `${page.encoding}: ${readNormalText(page, page.segments[0]!)}`;
};

describe('the encoding', () => {
  it('is the byte order mark before all', () => {
    const raw = {
      bytes: bytes('\xef\xbb\xbf<meta charset=latin1>\xc3\xa9'),
      contentType: 'text/html; charset=koi8-r',
    };
    expect(firstText(raw)).toBe('UTF-8: é');
    expect(firstText({ bytes: bytes('\xff\xfe<\0p\0>\0\xe9\0') })).toBe('UTF-16LE: é');
  });

  it('is the transport before the page', () => {
    const contentType = 'text/html; Charset="ISO-8859-2"';
    expect(firstText({ bytes: bytes('<meta charset=utf-8>\xb1'), contentType })).toBe('ISO-8859-2: ą');
    expect(
      firstText({ bytes: bytes('<meta charset=utf-8>\xc3\xa9'), contentType: 'text/html; charset=nonsense' }),
    ).toBe('UTF-8: é');
  });

  it('is what a meta says, of either form', () => {
    expect(firstText({ bytes: bytes('<meta charset="shift_jis">\x82\xa0') })).toBe('Shift_JIS: あ');
    const pragma = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xff';
    expect(firstText({ bytes: bytes(pragma) })).toBe('windows-1251: я');
    expect(firstText({ bytes: bytes('<meta charset=utf-16>\xc3\xa9') })).toBe('UTF-8: é');
  });

  it('is else what an XML declaration says', () => {
    const declared = (declaration: string): string => firstText({ bytes: bytes(`${declaration}<p>\xff`) });
    expect(declared('<?xml version="1.0" encoding="windows-1251"?>')).toBe('windows-1251: я');
    expect(declared("<?xml version='1.0'\n  encoding = 'KOI8-R' standalone='no'?>")).toBe('KOI8-R: Ъ');
    expect(declared('<?xml version="1.0" encoding="utf-16"?>')).toBe('UTF-8: \ufffd');
    expect(declared('<?xml encoding="koi8-r"?><meta charset=windows-1251>')).toBe('windows-1251: я');
    for (const none of [
      ' <?xml encoding="koi8-r"?>',
      '<?XML encoding="koi8-r"?>',
      '<?xml encoding="nonsense"?>',
      '<?xml encoding="koi8 r"?>',
      '<?xml encoding=koi8-r?>',
      '<?xml version="1.0"?><b encoding="koi8-r"></b>',
    ])
      expect(declared(none)).toBe('windows-1252: ÿ');
  });

  it('is UTF-16 where an XML declaration is written in it', () => {
    const html = '<?xml version="1.0"?><meta charset=koi8-r><p>é';
    const little = [...html].map((letter) => `${letter}\0`).join('');
    const big = [...html].map((letter) => `\0${letter}`).join('');
    expect(firstText({ bytes: bytes(little) })).toBe('UTF-16LE: é');
    expect(firstText({ bytes: bytes(big) })).toBe('UTF-16BE: é');
  });

  it('is what a late meta says: decoding starts again', () => {
    const late = `<script>${' '.repeat(2000)}</script><meta charset=utf-8><p>\xc3\xa9 \xff`;
    expect(firstText({ bytes: bytes(late) })).toBe('UTF-8: é \ufffd');
    const second = `<meta charset=koi8-r><script>${' '.repeat(2000)}</script><meta charset=utf-8><p>\xd1`;
    expect(firstText({ bytes: bytes(second) })).toBe('KOI8-R: я');
  });

  it('is else UTF-8 where the bytes are, or windows-1252, decoded as the standard has it', () => {
    expect(firstText({ bytes: bytes('<p>\xc3\xa9') })).toBe('UTF-8: é');
    expect(firstText({ bytes: bytes('<p>\x80 \x93x\x94 \x9f \xe9') })).toBe('windows-1252: € “x” Ÿ é');
    expect(firstText({ bytes: bytes('<p>plain') })).toBe('windows-1252: plain');
  });

  it('survives a declaration that ends in the word charset', () => {
    expect(detectCharset(bytes('<meta http-equiv=content-type content="charset">x'), undefined)).toEqual({
      encoding: 'windows-1252',
      tentative: true,
    });
  });
});
