import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { captureStderr } from '../../../test/cli/capture-stderr.ts';
import { run } from '../src/cli/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-lab-'));
afterAll(() => rmSync(folder, { recursive: true }));

const said = captureStderr();
let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...more) => {
    printed += typeof text === 'string' ? text : new TextDecoder().decode(text);
    (more.at(-1) as (() => void) | undefined)?.();
    return true;
  });
});

const commands = ['eval', 'score', 'paper', 'fit', 'synthetic', 'bench', 'conformance', 'soak', 'demo'];

describe('help', () => {
  it('names the commands, gives examples and tells the exit codes', async () => {
    expect(await run(['--help'])).toBe(0);
    for (const command of commands) expect(printed).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(printed).toMatch(/\nExamples:\n {2}dehusk-lab eval corpus\/ -o runs.jsonl/);
    expect(printed.match(/^ {2}[0-4] {2}\S/gm)).toHaveLength(5);
  });

  it.each(commands.filter((command) => command !== 'demo'))('of %s has examples', async (command) => {
    expect(await run([command, '--help'])).toBe(0);
    expect(printed).toMatch(new RegExp(`\\nExamples:\\n[^]*dehusk-lab ${command}`));
  });
});

it.each([
  [['nonsense'], "unknown command 'nonsense' (see dehusk-lab --help)"],
  [['evla'], "unknown command 'evla' (did you mean eval?)"],
  [['eval', 'score', 'runs.jsonl', '--gold', 'corpus'], "unknown option '--gold'"],
  [['bench', 'pge'], '(did you mean page?)'],
  [['bench', 'stream', 'corpse'], 'PART takes growth or corpus'],
  [['soak', 'fuzz'], "not 'fuzz' (did you mean fuzz-pages?)"],
  [['conformance', 'html'], 'NAME takes html5lib, corpus, core, markdown, titles, kinds or fields'],
  [['fit'], 'fit needs a CORPUS'],
  [['synthetic'], 'synthetic needs --output FOLDER'],
  [['synthetic', '-o', folder, '--sites', 'many'], '--sites takes a whole number above 0'],
])('%j is wrong usage, which is said in one line', async (args, line) => {
  expect(await run(args)).toBe(2);
  expect(said()).toMatch(/^dehusk: [^\n]+\n$/);
  expect(said()).toContain(line);
  expect(printed).toBe('');
});

it('a corpus that was generated can be evaluated', async () => {
  const corpus = path.join(folder, 'sites');
  expect(await run(['synthetic', '-o', corpus, '--sites', '2', '--pages', '4', '--seed', '3'])).toBe(0);
  expect(readdirSync(corpus)).toEqual(['synthetic-blog-en-3000', 'synthetic-semantic-de-3001']);
  expect(await run(['eval', corpus, '--methods', 'none', '--format', 'json', '-q'])).toBe(0);
  const { methods } = JSON.parse(printed) as { methods: { all: { read: { figures: object } } }[] };
  expect(methods[0]!.all.read.figures).toMatchObject({ recall: 1, leak: 1 });
});

it('a soak test runs as long as it is told', async () => {
  expect(await run(['soak', 'mapping-properties', '500', '1'])).toBe(0);
  expect(printed).toMatch(/^500 pairs, 0 faults\n/);
});
