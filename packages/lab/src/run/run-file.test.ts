import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isWhole, openRunFile, readRunFile } from './run-file.ts';
import type { RunLine } from './run-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const page = (position: number): RunLine => ({
  method: 'none',
  site: 'bees',
  url: `https://bees.example/${position}`,
  position,
  pages: 2,
  kept: [[0, position]],
});

describe('the file of a run', () => {
  it('gives back what was appended', async () => {
    const file = at('whole.jsonl');
    (await openRunFile(file)).append([page(1), page(2)]);
    const { lines } = await openRunFile(file);
    expect(lines.get('bees')?.get('none')).toEqual([page(1), page(2)]);
    expect(await readRunFile(file)).toEqual(lines);
  });

  it('loses a line that was cut, and knows that a site is not whole', async () => {
    const file = at('cut.jsonl');
    const { append } = await openRunFile(file);
    append([page(1)]);
    appendFileSync(file, JSON.stringify(page(2)).slice(0, -4));
    const { lines } = await openRunFile(file);
    expect(lines.get('bees')?.get('none')).toEqual([page(1)]);
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(page(1))}\n`);
    expect(isWhole([page(1)])).toBe(false);
    expect(isWhole([page(1), page(1)])).toBe(false);
    expect(isWhole([page(1), page(2)])).toBe(true);
  });

  it.each([
    ['notes\n', 1, 'no JSON'],
    ['notes', 1, 'no JSON'],
    [`${JSON.stringify(page(1))}\n[]\n`, 2, 'method is no string'],
    ['{"method":"m","site":"s","url":"u"}\n', 1, 'neither text nor kept segments'],
    ['{"method":"m","site":"s","url":"u","kept":[[1]]}\n', 1, 'neither text nor kept segments'],
  ])('refuses and does not touch %j', async (content, number, reason) => {
    const file = at('foreign.jsonl');
    writeFileSync(file, content);
    const message = `line ${number} of ${file} is no result of a method: ${reason}`;
    await expect(openRunFile(file)).rejects.toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});
