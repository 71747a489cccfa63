import { describe, expect, it } from 'vitest';
import { antHtml, antLines, byItself, content, range, whole, writeAnts } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental } from './run-dehusk.ts';

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
const knownFromTwoOn = [byItself(1), ...all.slice(1).map(content)];

describe.concurrent('the modes of clean', () => {
  it.each([[[]], [incremental]])('learns the whole input first: no page has the menu %j', async (method) => {
    expect(await textsOf('ants', ...method)).toEqual(all.map(content));
  });

  it('--stream: each page is judged by those before it', async () => {
    expect(await textsOf('ants', '--stream')).toEqual(knownFromTwoOn);
    expect(await textsOf('ants', '--stream', ...incremental)).toEqual(known(5));
  });

  it('standard input is judged page by page', async () => {
    const { stdout } = await work.run(['clean', '-'], { stdin: antLines('ants.example', all) });
    expect(fieldOf('text', stdout)).toEqual(knownFromTwoOn);
  });

  it('--method none keeps all', async () => {
    expect(await textsOf('ants', '--method', 'none')).toEqual(all.map(whole));
  });

  it.each([
    ['the whole input first', [], 1],
    ['page by page', ['--stream'], 3],
  ] as const)('--set templatePages=3: %s', async (_, flags, from) => {
    expect(await textsOf('ants', ...incremental, '--set', 'templatePages=3', ...flags)).toEqual(known(from));
  });

  it('--set threshold=0.999: what is not so sure to be template stays', async () => {
    expect(await textsOf('ants', '--set', 'threshold=0.999')).toEqual(all.map(whole));
  });

  it('a page names the version of the template that it was judged with', async () => {
    const versions = async (...flags: string[]): Promise<unknown[]> =>
      fieldOf('template', (await work.run(['clean', 'ants', ...flags])).stdout).map(
        (template) => (template as { version: number }).version,
      );
    expect(await versions()).toEqual(all.map(() => 1));
    expect(await versions('--stream')).toEqual(all.map((n) => (n < 2 ? 0 : 1)));
    expect(await versions('--stream', ...incremental)).toEqual(all.map((n) => (n < 5 ? 0 : 1)));
    expect(await versions('--method', 'none')).toEqual(all.map(() => 0));
  });

  it.each([
    [byItself(1), []],
    [whole(1), incremental],
  ])('a page that comes again and again makes no template: %j %j', async (text, method) => {
    const line = `${JSON.stringify({ url: 'https://ants.example/', html: antHtml(1) })}\n`;
    const { stdout } = await work.run(['clean', '-', ...method], { stdin: line.repeat(9) });
    expect(fieldOf('text', stdout)).toEqual(Array(9).fill(text));
  });
});

describe.concurrent('--set that cannot be', () => {
  const refused = (told: string): object => ({
    exitCode: 2,
    stdout: '',
    stderr: `dehusk: --set takes ${told}\n`,
  });

  it.each([
    [
      'memoryPage=3',
      "an option of the method adaptive (memoryPages, threshold, favour, maxSegments), not 'memoryPage' (did you mean memoryPages?)",
    ],
    ['memoryPages=1', "a whole number from 2 on for memoryPages, not '1'"],
    ['threshold=none', "a number from 0 on for threshold, not 'none'"],
    [
      'templatePages=3',
      "an option of the method adaptive (memoryPages, threshold, favour, maxSegments), not 'templatePages'",
    ],
    ['threshold', "NAME=VALUE, not 'threshold'"],
  ])('%s: one line, exit 2', async (value, told) => {
    expect(await work.run(['clean', 'ants', '--set', value])).toEqual(refused(told));
  });

  it.each([
    [
      'templatePage=3',
      "an option of the method incremental (firstLifePages, lifeGrowth, templatePages, templateRatio, pathIdentity, rememberUntil, maxSegments), not 'templatePage' (did you mean templatePages?)",
    ],
    ['templatePages=none', "a whole number from 1 on for templatePages, not 'none'"],
    ['templatePages=2.5', "a whole number from 1 on for templatePages, not '2.5'"],
    ['templateRatio=-1', "a number from 0 on for templateRatio, not '-1'"],
    [
      'pathIdentity=tag',
      "one of tags, tags+class, tags+index for pathIdentity, not 'tag' (did you mean tags?)",
    ],
  ])('%s for incremental: one line, exit 2', async (value, told) => {
    expect(await work.run(['clean', 'ants', ...incremental, '--set', value])).toEqual(refused(told));
  });
});
