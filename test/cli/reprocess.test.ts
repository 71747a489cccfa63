/** The list of pages that would now be judged otherwise: too many at the worst, never too few. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';
import { antHtml, antLines, content, range } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental } from './run-dehusk.ts';

const work = createWorkplace();

/** Pages with nothing but what their site repeats: the guard keeps what is least certain, and that changes. */
function guardedPages(): string {
  const rows = range(1, 30).map((number) => {
    // On as many pages as the other one, and then on no more.
    const rare = number <= 10 ? '<ul><li>Partners</ul>' : '';
    const own = number % 5 === 0 ? '' : `<p>All about ant ${number}.`;
    return { url: `https://bare.example/${number}`, html: `<ul><li>Home</ul>${rare}<div>${own}</div>` };
  });
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

beforeAll(() => {
  // With redesigns, so that what was template becomes forgotten.
  const crawl = createCrawl({
    seed: 9,
    sites: 4,
    pagesPerSite: [20, 40],
    redesignShare: 0.5,
    pageBytes: { min: 1_500, max: 4_000 },
  });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  work.write('crawl.jsonl', lines.join('') + guardedPages());
});

const lineById = (jsonl: string): ReadonlyMap<string, string> =>
  new Map(
    jsonl
      .trimEnd()
      .split('\n')
      .map((line) => [(JSON.parse(line) as { id: string }).id, line]),
  );
const textOf = (line: string | undefined): unknown => (JSON.parse(line!) as { text: string }).text;

describe('--reprocess-list', () => {
  it.each([
    ['1', []],
    ['2', []],
    ['2', incremental],
  ])('names every page that is judged otherwise in the end, --jobs %s %j', async (jobs, method) => {
    const state = `${jobs}${method.length}.state`;
    const common = ['clean', 'crawl.jsonl', ...method, '--stream', '--state', state, '--jobs', jobs];
    const first = await work.run([...common, '--reprocess-list', 'list.txt']);
    const again = lineById((await work.run([...common, '--freeze'])).stdout);
    const listed = work.read('list.txt').trimEnd().split('\n');
    const changed = [...lineById(first.stdout)].filter(
      ([id, line]) => textOf(line) !== textOf(again.get(id)),
    );
    const missing = changed.map(([id]) => id).filter((id) => !listed.includes(id));
    expect(missing).toEqual([]);
    // Neither nothing nor everything: else the comparison would show nothing.
    expect(changed.length).toBeGreaterThan(20);
    expect(listed.length).toBeLessThan(again.size * 0.8);
    expect(first.stderr).toContain(
      `dehusk: ${listed.length} pages would now be judged otherwise: list.txt\n`,
    );

    const redone = await work.run([...common, '--only-list', 'list.txt']);
    expect(redone.stdout.trimEnd().split('\n')).toEqual(
      [...again].filter(([id]) => listed.includes(id)).map(([, line]) => line),
    );
  });

  it.each([
    ['adaptive', [], [1]],
    ['incremental', incremental, [1, 2, 3, 4]],
  ])('names pages that came in an earlier run, too: %s', async (name, method, listed) => {
    work.write('one.jsonl', antLines('ants.example', [1]));
    work.write('nine.jsonl', antLines('ants.example', range(1, 9)));
    const common = ['--stream', ...method, '--state', `again-${name}.state`];
    await work.run(['clean', 'one.jsonl', ...common]);
    await work.run(['clean', 'nine.jsonl', ...common, '--reprocess-list', 'again.txt']);
    const ids = listed.map((number) => `https://ants.example/0${number}\n`);
    expect(work.read('again.txt')).toBe(ids.join(''));
  });

  it('is empty where all was learned before', async () => {
    work.write('ants.jsonl', antLines('ants.example', range(1, 9)));
    const { stderr } = await work.run(['clean', 'ants.jsonl', '--reprocess-list', 'none.txt']);
    expect(stderr).toContain('dehusk: 0 pages would now be judged otherwise: none.txt\n');
    expect(work.read('none.txt')).toBe('');
  });

  it.runIf(process.platform !== 'win32')('names pages whose files have odd names', async () => {
    // Page 1 is the only one that is judged before its site is known.
    for (const number of range(1, 6)) work.write(`odd/"${number}"\n.html`, antHtml(number));
    const common = ['clean', 'odd', '--stream', '--state', 'odd.state'];
    await work.run([...common, '--reprocess-list', 'odd.txt']);
    expect(work.read('odd.txt').split('\n')[0]).toBe('"\\"1\\"\\n.html"');
    const { stdout } = await work.run([...common, '--only-list', 'odd.txt']);
    expect(fieldOf('id', stdout)).toEqual(['"1"\n.html']);
  });
});

describe('--only-list', () => {
  it('writes a page into the file that it had when all were written', async () => {
    // Both would be x.txt.
    work.write('twins/x.htm', antHtml(1));
    work.write('twins/x.html', antHtml(2));
    work.write('second.txt', 'x.html\n');
    const common = ['clean', 'twins', '--state', 'twins.state', '--keep-dirs', '-o'];
    await work.run([...common, 'all/']);
    await work.run([...common, 'one/', '--only-list', 'second.txt']);
    expect(work.list('one')).toEqual(['x-2.txt']);
    expect(work.read('one/x-2.txt')).toBe(`${content(2)}\n`);
    expect(work.read('all/x-2.txt')).toBe(`${content(2)}\n`);
  });

  it('reads its list anew', async () => {
    work.write('ants.jsonl', antLines('ants.example', range(1, 9)));
    const common = ['clean', 'ants.jsonl', '--state', 'list.state'];
    await work.run(common);
    const redo = async (number: number): Promise<unknown[]> => {
      work.write('wanted.txt', `https://ants.example/0${number}\n`);
      return fieldOf('id', (await work.run([...common, '--only-list', 'wanted.txt'])).stdout);
    };
    expect(await redo(2)).toEqual(['https://ants.example/02']);
    expect(await redo(3)).toEqual(['https://ants.example/03']);
  });

  it('that is not there: exit 1, and no state is made', async () => {
    const { exitCode, stderr } = await work.run([
      'clean',
      'ants.jsonl',
      '--state',
      'no.state',
      '--only-list',
      'no.txt',
    ]);
    expect({ exitCode, hasState: work.list().includes('no.state') }).toEqual({
      exitCode: 1,
      hasState: false,
    });
    expect(stderr).toMatch(/^dehusk: cannot read no.txt: [^\n]+\n$/);
  });
});
