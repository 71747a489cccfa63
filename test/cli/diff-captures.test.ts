import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, httpResponse, warcRecord } from '../contracts/input-fixtures.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

const home = 'https://site.example/';
const html = (words: string): string => `<h1>Bees</h1><p>${words}</p>`;
const capture = (url: string, date: string, words: string): Uint8Array =>
  gzipSync(warcRecord(httpResponse(html(words)), { 'WARC-Target-URI': url, 'WARC-Date': date }));

const captures = [
  capture(home, '2024-05-01T10:00:00Z', 'in May'),
  capture(`${home}about`, '2024-05-01T10:00:01Z', 'about'),
  capture(home, '2025-01-02T00:00:00Z', 'in January'),
  capture(home, '2024-06-01T10:00:00Z', 'in June'),
];
work.write('crawl.warc.gz', bytesOf(...captures));
work.write('june.warc.gz', captures[3]!);
work.write('cut.warc.gz', bytesOf(captures[0]!, captures[3]!, captures[2]!.subarray(0, 60)));
work.write('page.html', html('in a file'));
work.write('folder/a.html', html('in a'));
work.write('folder/b.html', html('in b'));
work.write('bad.jsonl', '{}\n');

/** The versions that were compared: their names, and the words that differ. */
async function compared(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await work.run(['diff', ...args, '-q', '--context', '0']);
  return stdout.split('\n').filter((told) => /^(?:---|\+\+\+|[-+]) /.test(told));
}

describe.concurrent('versions in archives', () => {
  it('are two captures of an address, and are named by their times', async () => {
    expect(await compared('crawl.warc.gz', '--url', home)).toEqual([
      '--- crawl.warc.gz 2024-06-01T10:00:00Z',
      '+++ crawl.warc.gz 2025-01-02T00:00:00Z',
      '- in June',
      '+ in January',
    ]);
  });

  it('are one of each of two archives', async () => {
    expect(
      (await compared('crawl.warc.gz', 'june.warc.gz', '--url', home, '--old', '2024-05')).slice(2),
    ).toEqual(['- in May', '+ in June']);
  });

  it('are found in folders by the address of the folder', async () => {
    const base = ['--base-url', home, '--url', `${home}b.html`];
    expect((await compared('page.html', 'folder', ...base)).slice(2)).toEqual(['- in a file', '+ in b']);
  });

  it('are compared although the archive is damaged behind them, and the damage is told', async () => {
    const { exitCode, stdout, stderr } = await work.run(['diff', 'cut.warc.gz', '--url', home]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('- in May\n+ in June\n');
    expect(stderr).toMatch(
      /^dehusk: cut\.warc\.gz.*the input ends too early.*\[INPUT_CUT\]\ndehusk: 1 changed; /,
    );
  });

  it.each([
    [['crawl.warc.gz'], 'crawl.warc.gz holds several pages: say which one with --url'],
    [
      ['page.html', 'bad.jsonl'],
      'bad.jsonl:1: line 1 holds no page: it has no text in field "html" [INPUT_LINE_BAD]',
    ],
  ])('are not found: %j', async (args, message) => {
    const stderr = `dehusk: ${message}\n`;
    expect(await work.run(['diff', ...args])).toEqual({ exitCode: 2, stdout: '', stderr });
  });
});
