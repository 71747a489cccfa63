import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { captureStderr } from '../../../test/cli/capture-stderr.ts';
import { run } from '../src/cli/program.ts';
import { writeCorpus } from '../src/synthetic/synthetic-crawl.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

/** What `eval.test.ts` does with the real command: here without a process for each. */
const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-eval-'));
const at = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  await writeCorpus(at('corpus'), [createSite({ seed: 3, pages: 2 })]);
  writeFileSync(at('runs.jsonl'), '{"method":"m","site":"s","url":"u","text":""}\n');
  writeFileSync(at('notes.txt'), 'my notes\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = captureStderr();

const files = ['corpus', 'nowhere', 'nowhere.jsonl', 'runs.jsonl', 'notes.txt'];
const placed = (args: readonly string[]): string[] =>
  args.map((arg) => (files.includes(arg) ? at(arg) : arg));

it.each([
  [['eval'], 2, 'eval needs a CORPUS or --synthetic COUNT'],
  [['eval', 'nowhere'], 1, `no such file or folder: ${at('nowhere')}`],
  [['score', 'nowhere.jsonl', '--gold', 'corpus'], 1, 'no such file or folder: '],
  [['score', 'runs.jsonl'], 2, 'score needs --gold CORPUS'],
  [['eval', 'corpus', '--peers', 'k-grm'], 2, '(did you mean k-gram?)'],
  [['eval', 'corpus', '--methods', 'shingel'], 2, '(did you mean shingle?)'],
  [['eval', 'corpus', '--methods', 'none', '--against', 'shingle'], 2, "--against takes none, not 'shingle'"],
  [['eval', 'corpus', '--peer-command', 'none=cat'], 2, "takes a name of its own, not 'none'"],
  [['eval', 'corpus', '--peer-command', 'cat'], 2, "--peer-command takes NAME=COMMAND, not 'cat'"],
  [['eval', 'corpus', 'corpus'], 1, 'two sites of the corpora are called synthetic-'],
  [['eval', 'corpus', '-o', 'notes.txt'], 1, 'is no result of a method: no JSON'],
  [['eval', 'corpus', '--write-floors'], 2, '--write-floors needs --floors FILE'],
  [['eval', 'corpus', '--floors', 'notes.txt', '--lower-floors', 'x'], 2, 'needs --write-floors'],
  [['eval', 'corpus', '--floors', 'nowhere'], 1, 'no such file or folder: '],
  [['eval', 'corpus', '--floors', 'notes.txt'], 1, 'is no file of floors for this run: no JSON'],
  [
    ['eval', 'corpus', '--floors', 'f', '--write-floors', '--lower-floors', ' '],
    2,
    "--lower-floors takes a reason, not ' '",
  ],
  [['eval', 'corpus', '--synthetic', '0'], 2, '--synthetic takes a whole number above 0'],
])('%j cannot be done, which is said in one line', async (args, exitCode, line) => {
  expect(await run(placed(args))).toBe(exitCode);
  expect(said()).toMatch(/^dehusk: [^\n]+\n$/);
  expect(said()).toContain(line);
});

it('a file that is something else is not written to', async () => {
  expect(await run(placed(['eval', 'corpus', '-o', 'notes.txt', '--methods', 'none']))).toBe(1);
  expect(readFileSync(at('notes.txt'), 'utf8')).toBe('my notes\n');
});

it('a folder that is no corpus is named', async () => {
  expect(await run(['eval', at('corpus/..')])).toBe(1);
  expect(said()).toContain('is no corpus that can be read: no folder in it has a pages.jsonl.gz');
});
