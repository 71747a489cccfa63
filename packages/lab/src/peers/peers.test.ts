import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Page, parseText } from 'dehusk';
import { afterAll, describe, expect, it } from 'vitest';
import type { EvalMethod, PeerText, SiteOutput } from '../methods/methods.ts';
import { kGram, lineFilter } from './peers.ts';
import { commandPeer, readerPeer } from './process-peers.ts';
import { loadReader } from './readers.ts';

async function textsOf(peer: EvalMethod, pages: readonly Page[]): Promise<readonly PeerText[]> {
  return textsFrom(await peer.run(pages, []));
}

/** Of a tool that reads pages itself. */
async function textsOfHtml(peer: EvalMethod, htmls: readonly string[]): Promise<readonly PeerText[]> {
  return textsFrom(await peer.run([], htmls));
}

function textsFrom(output: SiteOutput): readonly PeerText[] {
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

describe.each(['readability', 'defuddle'] as const)('%s', (name) => {
  it('finds an article, and fails on a page without any element', async () => {
    const read = await loadReader(name);
    const sentence =
      'Bees make honey from nectar, which they collect in the fields around the hive, all summer. ';
    const html = `<html><body><nav><a href="/">Home</a></nav><article><h1>Bees</h1><p>${sentence.repeat(8)}</p></article></body></html>`;
    const found = await read({ html, url: 'https://bees.example/1' });
    expect(found).toContain('nectar');
    expect(found).not.toContain('Home');
    await expect(async () => read({ html: '', url: '' })).rejects.toThrow();
  });
});

/** A process as peers have it: it answers with the page's source, and obeys a few words in it. */
const program = `
  const send = (text, more) => process.send({ text, ms: 2, usedBytes: 1000, ...more });
  process.on('message', ({ html, url }) => {
    if (html.includes('Hang')) for (;;);
    if (html.includes('Crash')) process.exit(7);
    if (html.includes('Fail')) send('', { failed: 'no article' });
    else send(html + ' of ' + url, { usedBytes: 5000 });
  });
  send('', process.argv[2] === 'absent' ? { missing: 'absent-package' } : {});
`;

describe('a peer in processes of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-peer-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'echo.mjs');
  writeFileSync(file, program);
  const options = { program: pathToFileURL(file), timeoutMs: 2_000 };
  const words = ['One', 'Crash', 'Two', 'Fail', 'Hang', 'Three'];
  const htmls = words.map((word) => `<p>${word}`);
  const pages = words.map((word, i) => parseText(htmls[i]!, { url: `https://bees.example/${word}` }));

  it('loses the pages that it fails, breaks or hangs on, and no other', async () => {
    const output = await readerPeer('echo', options).run(pages, htmls);
    expect(output).toEqual({
      texts: [
        { text: '<p>One of https://bees.example/One' },
        { text: '', failed: 'ended with 7' },
        { text: '<p>Two of https://bees.example/Two' },
        { text: '', failed: 'no article' },
        { text: '', failed: 'took more than 2 s' },
        { text: '<p>Three of https://bees.example/Three' },
      ],
      // Two milliseconds for each of the four that were answered.
      ms: 8 / 6,
      peakBytes: 4000,
    });
  });

  it('says what must be installed', async () => {
    await expect(readerPeer('absent', options).run(pages, htmls)).rejects.toThrow(
      'the peer absent needs the package absent-package, which is not installed',
    );
  });
});

describe('a command', () => {
  const htmls = ['<p>One</p>', '<p>Two</p>'];

  it('gets the source of each page and gives text', async () => {
    const peer = commandPeer('lower', 'tr A-Z a-z');
    expect(await textsOfHtml(peer, htmls)).toEqual([{ text: '<p>one</p>' }, { text: '<p>two</p>' }]);
    expect(peer.name).toBe('lower');
  });

  it('that fails on a page gives nothing for it', async () => {
    const texts = await textsOfHtml(commandPeer('grep', 'grep One'), htmls);
    expect(texts).toEqual([{ text: '<p>One</p>\n' }, { text: '', failed: 'ended with 1' }]);
  });

  it('may end without reading its page', async () => {
    const large = `<p>${'text '.repeat(200_000)}</p>`;
    expect(await textsOfHtml(commandPeer('deaf', 'echo heard'), [large])).toEqual([{ text: 'heard\n' }]);
  });
});
