import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { captureStderr } from '../../../test/cli/capture-stderr.ts';
import { run } from '../src/cli/program.ts';
import type { PaperReport } from '../src/papers/paper.ts';
import { writeCorpus } from '../src/synthetic/synthetic-crawl.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

const pageBytes = { min: 2_000, max: 8_000 };
const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-paper-'));
beforeAll(async () => {
  await writeCorpus(folder, [
    createSite({ seed: 3, pages: 10, theme: 'plain', pageBytes }),
    createSite({ seed: 4, pages: 8, theme: 'blog', pageBytes }),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = captureStderr();
let printed = '';
beforeEach(() => {
  printed = '';
  const write = (bytes: Uint8Array, done: () => void): boolean => {
    printed += new TextDecoder().decode(bytes);
    done();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write as typeof process.stdout.write);
});

it.each([
  [['paper'], 2, "missing required argument 'NAME'"],
  [['paper', 'wang-208', folder], 2, '(did you mean wang-2008?)'],
  [['paper', 'wang-2008'], 2, 'paper needs a CORPUS or --synthetic COUNT'],
  [['paper', 'wang-2008', path.join(folder, 'nowhere')], 1, 'no such file or folder: '],
])('%j cannot be done, which is said in one line', async (args, exitCode, line) => {
  expect(await run(args)).toBe(exitCode);
  expect(said()).toMatch(/^dehusk: [^\n]+\n$/);
  expect(said()).toContain(line);
});

describe.each([
  ['wang-2008', 'Table 1: storage at equal recall', 'the paper: amazon.com'],
  ['chen-2006', 'Template detection accuracy', 'mean, strict'],
])('paper %s', (name, title, row) => {
  it('prints tables beside the paper, progress on the other stream', async () => {
    expect(await run(['paper', name, folder])).toBe(0);
    expect(printed).toContain(`\n${title}\n`);
    expect(printed).toContain(`\n${row}`);
    expect(printed.endsWith('\n')).toBe(true);
    expect(said()).toMatch(/^dehusk: 1 of 2 sites: \S+\ndehusk: 2 of 2 sites: /);
  });

  it('prints JSON whose tables have a cell for each column', async () => {
    expect(await run(['paper', name, folder, '--format', 'json', '--quiet'])).toBe(0);
    const { paper, tables, sentences } = JSON.parse(printed) as PaperReport & { readonly paper: string };
    expect(paper).toBe(name);
    expect(tables.length).toBeGreaterThan(2);
    for (const { head, rows } of tables) for (const cells of rows) expect(cells).toHaveLength(head.length);
    expect(sentences.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
    expect(said()).toBe('');
  });
});

it('markdown names the command that made it', async () => {
  expect(await run(['paper', 'wang-2008', folder, '--format', 'markdown'])).toBe(0);
  expect(printed).toContain(`\`dehusk-lab paper wang-2008 ${path.basename(folder)} --format markdown\``);
  expect(printed).toContain('\n### Table 1: storage at equal recall\n');
});
