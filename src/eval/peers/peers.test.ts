import { describe, expect, it } from 'vitest';
import { type Page, parseText } from '../../index.ts';
import type { EvalMethod, PeerText } from '../methods/eval-method.ts';
import { commandPeer } from './command.ts';
import { kGram } from './k-gram.ts';
import { lineFilter } from './line-filter.ts';
import { readability } from './readability.ts';

async function textsOf(peer: EvalMethod, pages: readonly Page[]): Promise<readonly PeerText[]> {
  const output = await peer.run(pages);
  if (!('texts' in output)) throw new Error('a peer gives text');
  return output.texts;
}

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ');

describe('the line filter', () => {
  it('drops lines on 30 % of the pages, and keeps those on fewer', async () => {
    const pages = Array.from({ length: 10 }, (_, i) =>
      parseText(`<p>Menu</p>${i < 3 ? '<p>Three</p>' : ''}${i < 2 ? '<p>Two</p>' : ''}<p>Own ${i}</p>`),
    );
    const texts = await textsOf(lineFilter, pages);
    expect(texts.map(({ text }) => text).slice(0, 4)).toEqual(['Two\nOwn 0', 'Two\nOwn 1', 'Own 2', 'Own 3']);
  });

  it('does not take the only page for template', async () => {
    expect(await textsOf(lineFilter, [parseText('<p>Text</p>')])).toEqual([{ text: 'Text' }]);
  });
});

describe('k-gram removal', () => {
  const page = (shared: string, i: number): Page => parseText(`<p>own${i} text${i} ${shared} end${i}</p>`);

  it('drops runs of 12 words, and keeps those of 11', async () => {
    for (const [length, isKept] of [
      [11, true],
      [12, false],
      [30, false],
    ] as const) {
      const pages = [0, 1, 2].map((i) => page(words(0, length), i));
      const shared = isKept ? `${words(0, length)} ` : '';
      expect((await textsOf(kGram, pages))[1]).toEqual({ text: `own1 text1 ${shared}end1` });
    }
  });

  it('joins frequent 6-grams that touch into one run', async () => {
    // Two sixes that stand together on all pages only by chance: each is frequent, what spans them is not.
    const pages = [0, 1].map((i) =>
      parseText(`<p>${words(0, 6)} ${words(10, 16)} own${i}</p><p>${words(10, 16)}</p>`),
    );
    expect((await textsOf(kGram, pages)).map(({ text }) => text)).toEqual([
      'own0 w10 w11 w12 w13 w14 w15',
      'own1 w10 w11 w12 w13 w14 w15',
    ]);
  });

  it('asks for half of the pages', async () => {
    const pages = [0, 1, 2, 3, 4].map((i) => page(i < 2 ? words(0, 20) : 'none', i));
    expect((await textsOf(kGram, pages))[0]!.text).toContain('w19');
    expect((await textsOf(kGram, pages.slice(0, 4)))[0]!.text).toBe('own0 text0 end0');
  });

  it('keeps pages that are shorter than a gram', async () => {
    expect(await textsOf(kGram, [parseText('<p>a b'), parseText('')])).toEqual([
      { text: 'a b' },
      { text: '' },
    ]);
  });
});

describe('Readability', () => {
  it('finds an article, and gives nothing for an empty page', async () => {
    const sentence =
      'Bees make honey from nectar, which they collect in the fields around the hive, all summer. ';
    const article = `<html><body><nav><a href="/">Home</a></nav><article><h1>Bees</h1><p>${sentence.repeat(8)}</p></article></body></html>`;
    const [found, empty] = await textsOf(readability, [parseText(article), parseText('')]);
    expect(found!.text).toContain('nectar');
    expect(found!.text).not.toContain('Home');
    expect(empty!.text).toBe('');
  });
});

describe('a command', () => {
  const pages = [parseText('<p>One</p>'), parseText('<p>Two</p>')];

  it('gets the source of each page and gives text', async () => {
    const peer = commandPeer('lower', 'tr A-Z a-z');
    expect(await textsOf(peer, pages)).toEqual([{ text: '<p>one</p>' }, { text: '<p>two</p>' }]);
    expect(peer.name).toBe('lower');
  });

  it('that fails on a page gives nothing for it', async () => {
    const texts = await textsOf(commandPeer('grep', 'grep One'), pages);
    expect(texts).toEqual([{ text: '<p>One</p>\n' }, { text: '', failed: 'ended with 1' }]);
  });

  it('may end without reading its page', async () => {
    const large = parseText(`<p>${'text '.repeat(200_000)}</p>`);
    expect(await textsOf(commandPeer('deaf', 'echo heard'), [large])).toEqual([{ text: 'heard\n' }]);
  });
});
