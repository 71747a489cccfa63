import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNormalText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { WordTable } from '../page/words/word-table.ts';
import { keepHeadings, partText, wordsOf } from './index-entry.ts';

const textOf = (html: string): string => {
  const page = parseText(html);
  return partText(page, new Uint8Array(page.nodeCount), 0);
};

describe('the stored text', () => {
  it.each([
    ['<p>Hello <b>big</b> world<i>.</i></p>', 'Hello big world.'],
    ['<p>18<sup>th</sup>', '18 th'],
    ['<h1>A</h1><p>b<br>c</p><ul><li>d<li>e</ul>', 'A\nb\nc\nd\ne'],
    ['<table><tr><td>1<td>2</table>', '1\n2'],
    ['<p>one\n  two<span> three</span>', 'one two three'],
    ['<p>“<q>so</q>”', '“so”'],
    ['', ''],
  ])('of %s', (html, text) => expect(textOf(html)).toBe(text));

  it('has the part of the verdict', () => {
    const page = parseText('<nav>Home</nav><p>Text <a>link</a></p>');
    const template = new Uint8Array(page.nodeCount);
    template[page.segments[0]!] = 1;
    template[page.segments[2]!] = 1;
    expect([partText(page, template, 0), partText(page, template, 1)]).toEqual(['Text', 'Home\nlink']);
  });

  const pieces = [
    ...[
      'a',
      'é',
      'e\u0301',
      '\u0301',
      'ß',
      '1',
      'ガ',
      'カ',
      '\u3099',
      '東',
      '京',
      '한',
      'ㄱ',
      '\u1161',
      'ก',
      '\u0e48',
    ],
    ...[
      ' ',
      '\n',
      '.',
      '-',
      '\u00ad',
      '\u200b',
      '\u200d',
      '&nbsp;',
      '&amp;',
      '&#x301;',
      '👍',
      '、',
      '〱',
      'ـ',
      '𠮷',
    ],
    ...['<b>', '</b>', '<p>', '<br>', '<div>', '</div>', '<span> ', '</span>', '<td>', '<pre>\n'],
  ];

  it('has exactly the words of the page, for any page', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const page = parseText(parts.join(''));
        const template = new Uint8Array(page.nodeCount);
        const table = new WordTable();
        table.addPage(page);
        const words = table.lexicon.spell(table.word.subarray(0, table.tokenCount));
        expect(wordsOf(partText(page, template, 0))).toEqual({ words, count: table.tokenCount });
      }),
      { numRuns: 1500 },
    );
  });
});

const keptOf = (htmls: readonly string[]): string[][] => {
  const pages = htmls.map((html, i) => parseText(html, { id: `page ${i}` }));
  const verdicts = pages.map(({ nodeCount }) => ({ template: new Uint8Array(nodeCount).fill(1) }));
  return keepHeadings(pages, verdicts).map(({ template }, i) =>
    Array.from(pages[i]!.segments)
      .filter((node) => template[node] === 0)
      .map((node) => readNormalText(pages[i]!, node)),
  );
};
const page = (number: number): string =>
  `<h1>My <b>site</b></h1><h2>Fiat ${number} <i>Sedan</i></h2><h3>only ${number}</h3><p>text ${number}`;

it('keeps headings that are not on five pages', () => {
  expect(keptOf([1, 2, 3, 4, 5].map(page))).toEqual(
    [1, 2, 3, 4, 5].map((number) => [`Fiat ${number}`, 'Sedan']),
  );
});

it('does so only where there are enough pages to tell', () => {
  expect(keptOf([1, 2, 3, 4].map(page))).toEqual([[], [], [], []]);
});

it('takes captures of one page for one, and leaves what is content as it is', () => {
  const pages = [1, 1, 2, 3, 4].map((number) => parseText(page(number), { id: `page ${number}` }));
  const verdicts = pages.map(({ nodeCount }, i) => ({
    template: new Uint8Array(nodeCount).fill(i === 4 ? 0 : 1),
  }));
  const kept = keepHeadings(pages, verdicts);
  expect(kept[0]!.template.filter((bit) => bit === 0)).toHaveLength(4);
  expect(kept[1]!.template).toEqual(kept[0]!.template);
  expect(kept[4]).toBe(verdicts[4]);
});
