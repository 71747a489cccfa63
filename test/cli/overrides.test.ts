/** What the user says goes over what was learned; and no page comes out empty without a word. */
import { describe, expect, it } from 'vitest';
import { antLines, content, range, whole } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental, timeless } from './run-dehusk.ts';

const work = createWorkplace();
const all = range(1, 6);
work.write('ants.jsonl', antLines('a.example', all) + antLines('b.example', all));

async function textsOf(...flags: readonly string[]): Promise<unknown[]> {
  const { exitCode, stdout } = await work.run(['clean', 'ants.jsonl', ...flags]);
  expect(exitCode).toBe(0);
  return fieldOf('text', stdout);
}

const menu = '- Home\n- News\n\n';
const foot = '\n\nImprint of the ants';
const bothSites = (text: (number: number) => string): string[] => [...all.map(text), ...all.map(text)];

describe.concurrent('selectors', () => {
  it('--keep: what it matches is content', async () => {
    expect(await textsOf('--keep', '#menu')).toEqual(bothSites((n) => menu + content(n)));
  });

  it('--keep, repeated', async () => {
    expect(await textsOf('--keep', '#menu', '--keep', '.foot')).toEqual(bothSites(whole));
  });

  it('--drop: what it matches is template', async () => {
    expect(await textsOf('--drop', 'h1')).toEqual(bothSites((n) => content(n).split('\n').at(-1)!));
  });

  it('--drop, repeated, and --keep over it', async () => {
    const flags = ['--drop', 'body', '--drop', 'h1', '--keep', '.foot'];
    expect(await textsOf(...flags)).toEqual(bothSites(() => foot.trim()));
  });

  it('--config: for all sites, and by site', async () => {
    work.write('rules.json', '{"keep":["#menu"],"sites":{"b.example":{"keep":[".foot"],"drop":["p"]}}}');
    expect(await textsOf('--config', 'rules.json')).toEqual([
      ...all.map((n) => menu + content(n)),
      ...all.map((n) => `${menu}${content(n).split('\n')[0]}${foot}`),
    ]);
  });

  it.each([
    [['--keep', 'p['], /^dehusk: 'p\[' is no CSS selector: [^\n]+\n$/],
    [['--drop', ''], /^dehusk: '' is no CSS selector: it is empty\n$/],
    [['--config', 'bad.json'], /^dehusk: the configuration bad.json is wrong: keep\[0\] is bad: [^\n]+\n$/],
    [['--config', 'no.json'], /^dehusk: cannot read the configuration no.json: [^\n]+\n$/],
    [
      ['--config', 'key.json'],
      /^dehusk: the configuration key.json is wrong: [^\n]+did you mean keep\?\)\n$/,
    ],
  ])('%j: one line, exit 2, nothing made', async (flags, told) => {
    work.write('bad.json', '{"keep":["p["]}');
    work.write('key.json', '{"keeps":["p"]}');
    const made = ['--state', 'bad.state', '-o', 'bad.jsonl'];
    const { exitCode, stderr } = await work.run(['clean', 'ants.jsonl', ...flags, ...made]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(told);
    expect(work.list().filter((name) => /^bad\.(?:state|jsonl)/.test(name))).toEqual([]);
  });
});

describe('the empty guard', () => {
  it.each([
    // The foot is no link, so it is the less certain one.
    ['adaptive', [], foot.trim()],
    // Both of its blocks were on all seven pages that have them: nothing tells which is the menu.
    ['incremental', incremental, `- Home\n- News${foot}`],
  ])('keeps what is least certain of a page that would be empty: %s', async (_, method, kept) => {
    const bare = JSON.stringify({
      url: 'https://a.example/bare',
      html: '<nav><ul id=menu><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><div class=foot>Imprint of the ants</div>',
    });
    const page = JSON.stringify({ url: 'https://a.example/x', html: '<ul><li>Home</ul><p>Once</p>' });
    const ants = antLines('a.example', all).replaceAll(/<a href=\/imprint>(.*?)<\/a>/g, '$1');
    work.write('bare.jsonl', `${ants}${bare}\n${page}\n`);
    const { stdout, stderr, exitCode } = await work.run(['clean', 'bare.jsonl', ...method]);
    expect(exitCode).toBe(0);
    expect(fieldOf('empty_guard', stdout)).toEqual([...all.map(() => undefined), true, undefined]);
    expect(fieldOf('text', stdout)[6]).toBe(kept);
    expect(timeless(stderr)).toContain('done: 8 pages, 1 site, 0 failed, 1 kept from being empty, ');
  });
});
