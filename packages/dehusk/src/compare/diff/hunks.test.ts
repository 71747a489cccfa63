import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { type DiffOptions, diffPages } from './diff-pages.ts';
import { diffHunks } from './hunks.ts';

/** Hunks as lines of text; what is changed of a line stands in brackets. */
function shown(before: string, after: string, options?: DiffOptions): readonly string[] {
  return diffHunks(diffPages(parseText(before), parseText(after), options), 1).flatMap((hunk) => [
    `@@ ${hunk.path} ${hunk.heading}`.trimEnd(),
    ...hunk.lines.map(({ sign, text, changed, note }) => {
      let words = '';
      let at = 0;
      for (const [from, to] of changed ?? []) {
        words += text.slice(at, from) + (from === to ? '' : `[${text.slice(from, to)}]`);
        at = to;
      }
      words += text.slice(at);
      return `${sign} ${words}${note === undefined ? '' : ` (${note})`}`;
    }),
  ]);
}

const page = (...blocks: readonly string[]): string => `<h1>Bees</h1>${blocks.join('')}`;
const p = (text: string): string => `<p>${text}</p>`;
const list = (...items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

describe('hunks', () => {
  it('show a changed line as it was and as it is, inline elements included', () => {
    expect(
      shown(page(p('A red <b>bee</b> sings.'), p('x')), page(p('A blue <b>bee</b> sings.'), p('x'))),
    ).toEqual([
      '@@ body > p:nth-of-type(1) Bees',
      '  Bees',
      '- A [red] bee sings.',
      '+ A [blue] bee sings.',
      '  x',
    ]);
  });

  it('join changes that are near, and keep others apart', () => {
    const before = page(p('a'), p('b'), p('c'), p('d'), p('e'), p('f'), p('g'));
    const after = page(p('a!'), p('b'), p('c!'), p('d'), p('e'), p('f'), p('g!'));
    expect(shown(before, after).filter((line) => line.startsWith('@@'))).toEqual([
      '@@ body > p:nth-of-type(1) Bees',
      '@@ body > p:nth-of-type(7) Bees',
    ]);
  });

  it('tell what moved where it is now, and once where it was', () => {
    const block = '<section><h2>Hives</h2><p>Bees live in hives.</p></section>';
    const rest = p('In spring many of them leave.') + p('A hive has become too small for all of them.');
    expect(shown(page(block, rest), page(rest, block))).toEqual([
      '@@ body Bees',
      '  A hive has become too small for all of them.',
      '> Hives (from body > section)',
      '> Bees live in hives.',
    ]);
  });

  it('name pictures, controls and other attributes', () => {
    const before = page('<img src=a alt="A bee">', p('<a href=/1>more</a> <input name=q>'));
    const after = page('<img src=b alt="A bee">', p('<a href=/2>more</a> <input name=q><button>Go</button>'));
    expect(shown(before, after)).toEqual([
      '@@ body Bees',
      '  [img: A bee]',
      '~ img "A bee" src: a → b',
      '- more [input: q]',
      '+ more [input: q][ Go]',
      '~ a "more" href: /1 → /2',
    ]);
  });

  it('name a link with nothing but an icon in it', () => {
    const icon = '<a href=/star><i class=icon-star></i></a>';
    expect(shown(page(p('x')), page(p(`x ${icon}`)))).toContain('+ x[ [a: /star]]');
  });

  it('show the same words in other elements as one line', () => {
    expect(shown(page(p('Call us')), page(p('<a href=/call>Call us</a>')))).toEqual([
      '@@ body > p Bees',
      '  Bees',
      '~ Call us',
    ]);
  });

  it('leave out what is not reported', () => {
    const before = page(p('1 view'), list('a', 'b', 'c'), '<div class=ad>Ad 1</div>');
    const after = page(p('2 views'), list('a', 'b', 'c', 'a new item'), '<div class=ad>Ad 2</div>');
    expect(shown(before, after, { minChars: 8, ignore: ['.ad'] })).toEqual([
      '@@ body > ul Bees',
      '  c',
      '+ a new item',
    ]);
  });

  it('shorten lines as they are, and the ends of changed ones', () => {
    const words = 'many words '.repeat(40);
    const lines = shown(page(p(words), p(`${words}red${words}`)), page(p(words), p(`${words}blue${words}`)));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(170);
    expect(lines[2]).toMatch(/^- …many words .*\[redmany\] words.*…$/);
  });

  it('keep the lines of what is preformatted, and tell the words that differ', () => {
    const code = (value: string, more = ''): string =>
      `<pre>\nfunction bees() {\n  const hive = open('${value}');\n${more}  return hive.count;\n}\n</pre>`;
    expect(shown(page(code('red')), page(code('blue', '  hive.wait();\n')))).toEqual([
      '@@ body > pre Bees',
      '  function bees() {',
      "-   const hive = open('[red]');",
      "+   const hive = open('[blue]');",
      '+   hive.wait();',
      '    return hive.count;',
    ]);
  });

  it('keep them where code is coloured by elements', () => {
    const code = (value: string): string =>
      `<pre><code><b>let</b> a = 1;\n<b>let</b> <i>${value}</i> = 2;\n<b>let</b> c = 3;</code></pre>`;
    expect(shown(page(code('b')), page(code('bee'))).slice(1)).toEqual([
      '  let a = 1;',
      '- let [b] = 2;',
      '+ let [bee] = 2;',
      '  let c = 3;',
    ]);
  });

  it('show what no reader sees where it was asked for', () => {
    const before = '<meta name=d content=a><p>x';
    const after = '<meta name=d content=b><p class=c>x<script src=s></script>';
    expect(shown(before, after, { all: true })).toEqual([
      '@@ html > head',
      '~ meta content: a → b',
      '- x',
      '+ x[ [script: s]]',
      '~ p "x" class: (none) → c',
    ]);
  });
});
