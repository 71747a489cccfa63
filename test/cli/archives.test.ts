/** What the command says of an archive: what was passed over and why, digests, revisits, and the file of `--stats`. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { html, httpResponse, joined, pageRecord, warcRecord } from '../contracts/input-fixtures.ts';
import { signalled } from './killed.ts';
import { createWorkplace, fieldOf, timeless } from './run-dehusk.ts';

const work = createWorkplace();

const digestOf = (text: string | Uint8Array): string =>
  `sha1:${createHash('sha1').update(text).digest('hex')}`;
const wrong = digestOf('something else');
const of = (name: string): Readonly<Record<string, string>> => ({
  'WARC-Target-URI': `https://site.example/${name}`,
});

/** One of each kind, with pages between them and others behind the last. */
const archive = joined([
  warcRecord('software: test\r\n', { 'WARC-Type': 'warcinfo', 'Content-Type': 'application/warc-fields' }),
  pageRecord('ants', { 'WARC-Payload-Digest': digestOf(html('ants')) }),
  warcRecord(httpResponse(html('lost'), {}, '404 Not Found'), of('lost')),
  warcRecord(httpResponse(html('moved'), { Location: '/' }, '301 Moved')),
  pageRecord('bees', { 'WARC-Payload-Digest': wrong }),
  pageRecord('cats', { 'WARC-Block-Digest': wrong }),
  warcRecord(httpResponse('x', { 'Content-Type': 'image/png' })),
  warcRecord(httpResponse(''), {
    'WARC-Type': 'revisit',
    'WARC-Date': '2026-03-01T00:00:00Z',
    'WARC-Payload-Digest': digestOf(html('ants')),
    ...of('ants'),
  }),
  pageRecord('dogs', { 'WARC-Payload-Digest': 'blake3:abc' }),
  warcRecord(httpResponse(''), { 'WARC-Type': 'revisit', ...of('gone') }),
  warcRecord('text', { 'WARC-Type': 'conversion', 'Content-Type': 'text/plain' }),
  warcRecord(''),
  warcRecord('GET / HTTP/1.1\r\n\r\n', { 'WARC-Type': 'request' }),
]);
work.write('crawl.warc', archive.bytes);

const passed = {
  conversion: 1,
  empty: 1,
  record: { request: 1, warcinfo: 1 },
  revisit: 1,
  status: { 301: 1, 404: 1 },
  type: { 'image/png': 1 },
};
const stats = {
  how: 'done',
  pages: 4,
  sites: 1,
  failed: 1,
  failures: { INPUT_DIGEST_WRONG: 1 },
  guarded: 0,
  revisits: 1,
  unaddressed: 0,
  digests: { wrong: 1, unknown: 1 },
  passed_over: passed,
  bytes: archive.bytes.length,
};
const told =
  'dehusk: passed over: 2 by HTTP status (404: 1, 301: 1; --any-status), 1 by content type (image/png: 1), ' +
  '1 revisit without an original, 1 conversion, 1 empty record\n';

describe.concurrent('an archive', () => {
  it('is told of: what failed, what was passed over, what was wrong', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'crawl.warc', '--stats', 'all.json']);
    expect(exitCode).toBe(3);
    expect(timeless(stderr)).toBe(
      `dehusk: crawl.warc byte ${archive.starts[5]} (https://site.example/cats): the record at byte ${archive.starts[5]} ` +
        `is not what was archived: its block digest should be ${wrong} and is ${digestOf(httpResponse(html('cats')))} ` +
        `(--no-digests) [INPUT_DIGEST_WRONG]\n${told}` +
        'dehusk: done: 4 pages (1 revisited), 1 site, 1 failed (1 INPUT_DIGEST_WRONG), ' +
        '1 with a wrong digest (--strict-digests), 3.7 KB read, T s\n',
    );
    expect(fieldOf('metadata', stdout)).toMatchObject([
      { title: 'ants', file: 'crawl.warc', offset: archive.starts[1], date: '2026-02-03T04:05:06Z' },
      {
        title: 'bees',
        file: 'crawl.warc',
        offset: archive.starts[4],
        date: '2026-02-03T04:05:06Z',
        digest: 'wrong',
      },
      { title: 'ants', file: 'crawl.warc', offset: archive.starts[7], date: '2026-03-01T00:00:00Z' },
      { title: 'dogs', file: 'crawl.warc', offset: archive.starts[8], date: '2026-02-03T04:05:06Z' },
    ]);
    expect(JSON.parse(work.read('all.json'))).toEqual(stats);
  });

  it.each([
    ['--strict-digests', { pages: 3, failed: 2, digests: { wrong: 0, unknown: 1 } }],
    ['--no-digests', { pages: 5, failed: 0, digests: { wrong: 0, unknown: 0 } }],
    ['--any-status', { pages: 5, passed_over: { ...passed, status: { 301: 1 } } }],
  ])('read with %s', async (flag, expected) => {
    const file = `${flag.slice(2)}.json`;
    await work.run(['clean', 'crawl.warc', flag, '--stats', file]);
    expect(JSON.parse(work.read(file))).toMatchObject(expected);
  });

  it('is told of to programs', async () => {
    const { stderr } = await work.run(['clean', 'crawl.warc', '--log-format', 'json']);
    const lines = stderr.split('\n').filter((line) => line.includes('passed-over'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'passed-over', passed }]);
  });

  it.each([
    ['two passes', ['clean', 'crawl.warc']],
    ['a stream', ['clean', 'crawl.warc', '--stream']],
    ['two threads', ['clean', 'crawl.warc', '--jobs', '2']],
    ['windows', ['clean', 'crawl.warc', '--method', 'shingle', '--batch-pages', '2']],
    ['a state', ['clean', 'crawl.warc', '--state', 'state']],
    ['an index', ['index', 'crawl.warc', '-o', 'index']],
  ])('is counted alike by %s', async (name, args) => {
    expect((await work.run([...args, '--stats', `${name}.json`])).exitCode).toBe(3);
    // Of an index: the page that comes again replaces the first one, but it is counted.
    expect(JSON.parse(work.read(`${name}.json`))).toEqual(stats);
  });

  it('that is compressed is told of likewise, as far as revisits can be read again', async () => {
    const members = archive.starts
      .slice(0, -1)
      .map((start, i) => gzipSync(archive.bytes.subarray(start, archive.starts[i + 1])));
    work.write('members.warc.gz', Buffer.concat(members));
    work.write('one.warc.gz', gzipSync(archive.bytes));
    for (const [name, again] of [
      ['members', 1],
      ['one', 0],
    ] as const) {
      await work.run(['clean', `${name}.warc.gz`, '--stats', `${name}.json`]);
      expect(JSON.parse(work.read(`${name}.json`))).toMatchObject({
        pages: 3 + again,
        revisits: again,
        passed_over: { ...passed, revisit: 2 - again },
      });
    }
  });
});

describe.concurrent('--stats of a run that was interrupted', () => {
  const args = [
    'clean',
    'crawl.warc',
    '--commit-every',
    '1',
    '--state',
    's',
    '-o',
    'out.jsonl',
    '--stats',
    's.json',
  ];

  // Places at which pages have come out, and none yet; behind the last page, too.
  it.each([
    ['SIGKILL', 6, []],
    ['SIGKILL', 17, []],
    ['SIGINT', 17, []],
    ['SIGINT', 9, ['--stream']],
    ['SIGKILL', 14, ['--stream']],
  ] as const)('is that of an undisturbed one: %s at %i %j', async (signal, place, flags) => {
    const work = createWorkplace();
    work.write('crawl.warc', archive.bytes);
    const { exitCode } = await work.run([...args, ...flags], { env: signalled(signal, place) });
    expect(exitCode).toBe(signal === 'SIGKILL' ? null : 130);
    await work.run([...args, ...flags]);
    expect(JSON.parse(work.read('s.json'))).toEqual(stats);
  });

  it('is written once more where the run is done and it is not there', async () => {
    const work = createWorkplace();
    work.write('crawl.warc', archive.bytes);
    await work.run(args.filter((word) => !/stats|s\.json/.test(word)));
    expect(work.list()).not.toContain('s.json');
    const { exitCode, stderr } = await work.run(args);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'dehusk: nothing to do: this run is done\n',
    });
    expect(JSON.parse(work.read('s.json'))).toEqual(stats);
  });

  it('says so of one that was stopped', async () => {
    const work = createWorkplace();
    work.write('crawl.warc', archive.bytes);
    const { exitCode } = await work.run(args, { env: signalled('SIGTERM', 12) });
    expect(exitCode).toBe(143);
    expect(JSON.parse(work.read('s.json'))).toMatchObject({ how: 'stopped' });
  });
});

describe.concurrent('--stats', () => {
  it.each([
    [['--stats', 'out.jsonl', '-o', 'out.jsonl'], '--stats out.jsonl cannot be used with -o out.jsonl'],
    [['--stats', '-'], "--stats takes the name of a file, not '-'"],
    [['--stats', 'crawl.warc'], 'the input crawl.warc lies in the output crawl.warc: write elsewhere'],
  ])('cannot be %j', async (flags, line) => {
    expect(await work.run(['clean', 'crawl.warc', ...flags])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `dehusk: ${line}\n`,
    });
  });

  it.each([
    ['none/s.json', 'its folder does not exist'],
    ['folder', 'it is a folder'],
  ])('that cannot be written (%s) is told before anything is read', async (file, reason) => {
    work.write('folder/x', '');
    const args = ['clean', 'crawl.warc', '-o', 'whole.jsonl', '--stats', file, '--quiet'];
    const { exitCode, stderr } = await work.run(args);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `dehusk: cannot write ${file}: ${reason}\n`,
    });
    expect(work.list()).not.toContain('whole.jsonl');
  });

  it('changes nothing of what a run is', async () => {
    const args = ['clean', 'crawl.warc', '--state', 'same.state', '-o', 'same.jsonl'];
    await work.run(args);
    const { stderr } = await work.run([...args, '--stats', 'same.json']);
    expect(stderr).toBe('dehusk: nothing to do: this run is done\n');
  });
});

describe('--to warc', () => {
  const dated = { SOURCE_DATE_EPOCH: '1770000000' };
  const lines = [
    { url: '', html: html('empty') },
    { url: '/relative', html: html('relative') },
    { html: html('none') },
    { url: 'https://a.example/x y', html: html('spaced') },
  ];
  work.write('crawl.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  it('is read by warcio, every address absolute, every date real; and passed over by ourselves', async () => {
    const { exitCode } = await work.run(['clean', 'crawl.jsonl', 'crawl.warc', '-o', 'out.warc.gz'], {
      env: dated,
    });
    expect(exitCode).toBe(3);
    const records: unknown[] = [];
    for await (const record of new WARCParser([work.readBytes('out.warc.gz')]))
      records.push([record.warcType, record.warcTargetURI, record.warcDate]);
    const run = '2026-02-02T02:40:00Z';
    expect(records).toEqual([
      ['warcinfo', null, run],
      ...['crawl.jsonl?line=1', 'crawl.jsonl?line=2', 'crawl.jsonl?line=3'].map((place) => [
        'conversion',
        `file:///${place}`,
        run,
      ]),
      ['conversion', 'https://a.example/x%20y', run],
      ['conversion', 'https://site.example/ants', '2026-02-03T04:05:06Z'],
      ['conversion', 'https://site.example/bees', '2026-02-03T04:05:06Z'],
      ['conversion', 'https://site.example/ants', '2026-03-01T00:00:00Z'],
      ['conversion', 'https://site.example/dogs', '2026-02-03T04:05:06Z'],
    ]);
    const text = gunzipSync(work.readBytes('out.warc.gz')).toString();
    expect(text.match(/^X-Dehusk-Payload-Digest: wrong\r$/gm)).toHaveLength(1);
    expect(new Set(text.match(/^WARC-Record-ID: .*$/gm)).size).toBe(records.length);
    const { stderr } = await work.run(['clean', 'out.warc.gz']);
    expect(stderr).toContain('passed over: 8 conversions\n');
  });

  it('has the date of the day on which it was begun, also where it goes on later', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await work.run(['clean', 'crawl.jsonl', '-o', 'now.warc'], { env: { SOURCE_DATE_EPOCH: '' } });
    const dates = [...work.read('now.warc').matchAll(/^WARC-Date: (.*)\r$/gm)].map(([, date]) => date!);
    expect(new Set(dates).size).toBe(1);
    expect(Date.parse(dates[0]!)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(dates[0]!)).toBeLessThanOrEqual(Date.now());

    const args = [
      'clean',
      'crawl.jsonl',
      '--commit-every',
      '1',
      '--state',
      'warc.state',
      '-o',
      'on.warc',
      '--stream',
    ];
    const first = await work.run(args, { env: { ...signalled('SIGKILL', 12), ...dated } });
    expect(first.exitCode).toBe(null);
    expect(work.readBytes('on.warc.partial').length).toBeGreaterThan(0);
    await work.run(args, { env: { SOURCE_DATE_EPOCH: '1780000000' } });
    const all = [...work.read('on.warc').matchAll(/^WARC-Date: (.*)\r$/gm)].map(([, date]) => date);
    expect(all).toEqual(Array<string>(5).fill('2026-02-02T02:40:00Z'));
  });

  it('takes no other date than one', async () => {
    for (const seconds of ['yesterday', '-1', '999999999999', '1e3'])
      expect(
        await work.run(['clean', 'crawl.jsonl', '-o', 'no.warc'], { env: { SOURCE_DATE_EPOCH: seconds } }),
      ).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `dehusk: SOURCE_DATE_EPOCH takes a number of seconds since 1970, not '${seconds}'\n`,
      });
  });
});

describe('commands that look for one page', () => {
  it('say what was passed over where they do not find it', async () => {
    const lost = 'https://site.example/lost';
    const diff = await work.run(['diff', 'crawl.warc', 'crawl.warc', '--url', lost]);
    expect(diff).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(told) });
    const found = await work.run(['diff', 'crawl.warc', 'crawl.warc', '--url', lost, '--any-status']);
    expect(found).toMatchObject({ exitCode: 0 });
    const template = await work.run(['template', lost, 'crawl.warc']);
    expect(template).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(told) });
  });
});
