import { describe, expect, it } from 'vitest';
import { antLines, content, range, whole } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental } from './run-dehusk.ts';

const work = createWorkplace();
const all = range(1, 6);
const failing = `${JSON.stringify({ url: 'https://b.example/0', html: '<div>'.repeat(2000) })}\n`;
work.write('ants.jsonl', antLines('a.example', all) + failing + antLines('b.example', all));
work.write('more.jsonl', antLines('a.example', [7, 8]) + antLines('c.example', [1]));

const clean = (...args: readonly string[]): ReturnType<typeof work.run> =>
  work.run(['clean', ...args, '--max-page-depth', '1000', '--progress', 'never']);

async function textsOf(mode: string, ...flags: readonly string[]): Promise<unknown[]> {
  return fieldOf('text', (await clean('ants.jsonl', '--template', mode, ...flags)).stdout);
}

const template = (site: string, text = 'Home\nNews\nImprint\nof the ants', version = 1): object => ({
  id: `${site}#template`,
  site,
  text,
  metadata: { title: `Template of ${site}` },
  template: { ratio: 1, version },
});
const templatesIn = (jsonl: string): unknown[] =>
  jsonl
    .trimEnd()
    .split('\n')
    .map((line): { id: string } => JSON.parse(line))
    .filter(({ id }) => id.endsWith('#template'));

describe.concurrent('--template', () => {
  it('never: as without the flag', async () => {
    expect(await textsOf('never')).toEqual([...all, ...all].map(content));
  });

  it('always: on every page', async () => {
    expect(await textsOf('always')).toEqual([...all, ...all].map(whole));
  });

  it.each([
    ['1', []],
    // So that the menu of a first page is template already.
    ['2', ['--stream', '--set', 'threshold=0.3']],
    ['2', ['--stream', ...incremental, '--set', 'templatePages=1']],
  ])('first: on the first page of each site that does not fail, --jobs %s %j', async (jobs, flags) => {
    const texts = await textsOf('first', '--jobs', jobs, ...flags);
    expect([texts[0], texts[6]]).toEqual([whole(1), whole(1)]);
    if (flags.length === 0)
      expect([...texts.slice(1, 6), ...texts.slice(7)]).toEqual([2, 3, 4, 5, 6, 2, 3, 4, 5, 6].map(content));
  });

  it('first: once for all runs with one state', async () => {
    await clean('ants.jsonl', '--template', 'first', '--state', 's');
    const { stdout, stderr } = await clean('more.jsonl', '--template', 'first', '--state', 's');
    expect(stderr).toMatch(/^dehusk: the input is not .*\ndehusk: done: 3 pages, 2 sites, /);
    expect(fieldOf('text', stdout)).toEqual([content(7), content(8), whole(1)]);
  });

  it('separate: a record for each site, behind the pages', async () => {
    const { stdout } = await clean('ants.jsonl', '--template', 'separate');
    expect(fieldOf('text', stdout).slice(0, 12)).toEqual([...all, ...all].map(content));
    expect(fieldOf('id', stdout).slice(12)).toEqual(['a.example#template', 'b.example#template']);
    expect(templatesIn(stdout)).toEqual([template('a.example'), template('b.example')]);
  });

  it('separate, with a state: what is known of the sites of this run', async () => {
    await clean('ants.jsonl', '--state', 'separate.state');
    const { stdout } = await clean('more.jsonl', '--template', 'separate', '--state', 'separate.state');
    expect(templatesIn(stdout)).toEqual([template('a.example'), template('c.example', '', 0)]);
  });

  it('separate: not where there are no records', async () => {
    expect(await work.run(['clean', 'ants.jsonl', '--template', 'separate', '-o', 'out.warc'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'dehusk: --template separate needs JSON Lines output\n',
    });
  });

  it('of another name: one line, exit 2', async () => {
    const { exitCode, stderr } = await work.run(['clean', 'ants.jsonl', '--template', 'frist']);
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 2 });
    expect(stderr).toContain('did you mean first?');
  });
});
