import { describe, expect, it } from 'vitest';
import { antHtml, antLines, content, range, whole, writeAnts } from './ant-site.ts';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();
const all = range(1, 12);
writeAnts(work, 'ants', all);

async function textsOf(...args: readonly string[]): Promise<unknown[]> {
  const { exitCode, stdout } = await work.run(['clean', ...args]);
  expect(exitCode).toBe(0);
  return fieldOf('text', stdout);
}

/** With the template until it is known from its `known`-th page on. */
const known = (from: number): string[] => all.map((n) => (n < from ? whole(n) : content(n)));

describe.concurrent('the modes of clean', () => {
  it('learns the whole input first: no page has the menu', async () => {
    expect(await textsOf('ants')).toEqual(all.map(content));
  });

  it('--stream: pages 1 to 4 have the menu, from page 5 on it is gone', async () => {
    expect(await textsOf('ants', '--stream')).toEqual(known(5));
  });

  it('standard input is judged page by page', async () => {
    const { stdout } = await work.run(['clean', '-'], { stdin: antLines('ants.example', all) });
    expect(fieldOf('text', stdout)).toEqual(known(5));
  });

  it('--method none keeps all', async () => {
    expect(await textsOf('ants', '--method', 'none')).toEqual(all.map(whole));
  });

  it.each([
    ['the whole input first', [], 1],
    ['page by page', ['--stream'], 3],
  ] as const)('--set templatePages=3: %s', async (_, flags, from) => {
    expect(await textsOf('ants', '--set', 'templatePages=3', ...flags)).toEqual(known(from));
  });

  it('a page names the version of the template that it was judged with', async () => {
    const versions = async (...flags: string[]): Promise<unknown[]> =>
      fieldOf('template', (await work.run(['clean', 'ants', ...flags])).stdout).map(
        (template) => (template as { version: number }).version,
      );
    expect(await versions()).toEqual(all.map(() => 1));
    expect(await versions('--stream')).toEqual(all.map((n) => (n < 5 ? 0 : 1)));
    expect(await versions('--method', 'none')).toEqual(all.map(() => 0));
  });

  it('a page that comes again and again makes no template', async () => {
    const line = `${JSON.stringify({ url: 'https://ants.example/', html: antHtml(1) })}\n`;
    const { stdout } = await work.run(['clean', '-'], { stdin: line.repeat(9) });
    expect(fieldOf('text', stdout)).toEqual(Array(9).fill(whole(1)));
  });
});

describe.concurrent('--set that cannot be', () => {
  it.each([
    ['templatePage=3', "an option of the method, not 'templatePage' (did you mean templatePages?)"],
    ['templatePages=none', "a whole number from 1 on for templatePages, not 'none'"],
    ['templatePages=2.5', "a whole number from 1 on for templatePages, not '2.5'"],
    ['templateRatio=-1', "a number from 0 on for templateRatio, not '-1'"],
    [
      'pathIdentity=tag',
      "one of tags, tags+class, tags+index for pathIdentity, not 'tag' (did you mean tags?)",
    ],
    ['templatePages', "NAME=VALUE, not 'templatePages'"],
  ])('%s: one line, exit 2', async (value, told) => {
    expect(await work.run(['clean', 'ants', '--set', value])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `dehusk: --set takes ${told}\n`,
    });
  });
});
