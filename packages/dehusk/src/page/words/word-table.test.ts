import { describe, expect, it } from 'vitest';
import { type Page, readText } from '../page.ts';
import { parseText } from '../parse.ts';
import { tokenise } from './tokenise.ts';
import { invertWords, splitWords, WordTable } from './word-table.ts';

const tableOf = (...pages: readonly Page[]): WordTable => {
  const table = new WordTable();
  for (const page of pages) table.addPage(page);
  return table;
};

const pages = [
  parseText('<p>Ants and bees</p><ul><li>Home</ul><p>caf&eacute; &amp; bar&nbsp;ants</p><p>…</p>'),
  parseText(
    '<title>hidden</title><p>a\0nts <b>東京</b></p><p>AT&T</p><table>left<tr><td>in &lt;cell&gt;</table>',
  ),
  parseText(''),
  parseText(Array.from({ length: 3_000 }, (_, i) => `<p>word${i} and more`).join('')),
];

describe('the table', () => {
  it('has the words of each segment, with their places in its text', () => {
    const table = tableOf(...pages);
    for (const [index, page] of pages.entries()) {
      for (const [i, node] of page.segments.entries()) {
        const row = table.segmentStart[index]! + i;
        const found = [];
        for (let token = table.tokenStart[row]!; token < table.tokenStart[row + 1]!; token++) {
          found.push([table.lexicon.word(table.word[token]!), table.start[token], table.end[token]]);
        }
        expect(found).toEqual(
          tokenise(readText(page, node)).map(({ word, start, end }) => [word, start, end]),
        );
      }
    }
  });

  it('counts the pages of a word', () => {
    const { lexicon, pageCount } = tableOf(...pages);
    const counts = ['ants', 'and', 'bees', 'cafe', 'hidden'].map((word) => pageCount[lexicon.find(word)]);
    expect(counts).toEqual([2, 2, 1, 1, undefined]);
  });

  it('tells what it takes', () => {
    const small = tableOf(pages[0]!).sizeBytes;
    expect(tableOf(...pages).sizeBytes).toBeGreaterThan(small);
  });
});

describe('the words of a page', () => {
  it('are split by a verdict, in document order', () => {
    const table = tableOf(pages[1]!, pages[0]!);
    const template = new Uint8Array(pages[0]!.nodeCount);
    template[pages[0]!.segments[1]!] = 1;
    const split = splitWords(table, 1, template);
    expect([split.content, split.template].map((numbers) => table.lexicon.spell(numbers))).toEqual([
      'ants and bees cafe bar ants',
      'home',
    ]);
  });
});

describe('the table turned round', () => {
  it('has for each word its blocks, and its offsets in each', () => {
    const page = parseText('<p>a b a</p><p>b c</p><p>a</p><p>!</p><p>b b</p>');
    const table = tableOf(page);
    // Blocks 0 and 1, the first of them in two parts.
    const inverted = invertWords(table, { count: 2, ofSegment: Int32Array.of(0, 1, 0, 1, 0) });
    const told = ['a', 'b', 'c'].map((text) => {
      const word = table.lexicon.find(text);
      const entries = [];
      for (let entry = inverted.entryStart[word]!; entry < inverted.entryStart[word + 1]!; entry++) {
        const offsets = inverted.offset.subarray(
          inverted.offsetStart[entry],
          inverted.offsetStart[entry + 1],
        );
        entries.push(`${inverted.block[entry]}: ${offsets.join(' ')}`);
      }
      return entries;
    });
    expect(told).toEqual([['0: 1 3 4'], ['0: 2 5 6', '1: 1'], ['1: 2']]);
  });

  it('loses no word', () => {
    const table = tableOf(...pages);
    const pageOf = Int32Array.from({ length: table.segmentCount }, (_, row) =>
      pages.findIndex((_, index) => row < table.segmentStart[index + 1]!),
    );
    const { entryStart, block, offset } = invertWords(table, { count: pages.length, ofSegment: pageOf });
    expect(offset).toHaveLength(table.tokenCount);
    expect(block).toHaveLength(entryStart.at(-1)!);
    // A page is a block, so a word has as many entries as pages.
    for (let word = 0; word < table.lexicon.size; word++)
      expect(entryStart[word + 1]! - entryStart[word]!).toBe(table.pageCount[word]);
  });
});
