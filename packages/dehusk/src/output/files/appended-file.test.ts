import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { digestFile, openAppended, type WrittenMark } from './appended-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-appended-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
const other = join(folder, 'other');
const code = (name: string): unknown => expect.objectContaining({ code: name });

/** A file with this in it, as it was written. */
async function written(text: string): Promise<WrittenMark> {
  const appended = await openAppended(file, { isDigested: true });
  await appended.append(Buffer.from(text));
  const mark = await appended.sync();
  await appended.close();
  return mark;
}

describe('a file that is appended to', () => {
  it('has all that was appended, whatever was there, and is known by it', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 60_000 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(parts, fc.nat(8), async (appends, cut) => {
        writeFileSync(file, 'older');
        const first = await openAppended(file, { isDigested: true });
        for (const bytes of appends.slice(0, cut)) await first.append(bytes);
        const kept = await first.sync();
        await first.append(Buffer.from('behind the mark'));
        await first.close();
        const second = await openAppended(file, { kept, isDigested: true });
        for (const bytes of appends.slice(cut)) await second.append(bytes);
        const mark = await second.sync();
        await second.close();
        const all = Buffer.concat(appends);
        expect(readFileSync(file).equals(all)).toBe(true);
        expect(mark).toEqual(await digestFile(file));
      }),
      { numRuns: 20 },
    );
  });

  it('notices what has changed, and what is missing', async () => {
    const kept = await written('one two three');
    writeFileSync(file, 'one tvo three and more');
    await expect(openAppended(file, { kept, isDigested: true })).rejects.toThrow(code('OUTPUT_CHANGED'));
    expect(readFileSync(file, 'utf8')).toBe('one tvo three and more');
    writeFileSync(file, 'one two');
    await expect(openAppended(file, { kept, isDigested: true })).rejects.toThrow(
      `${file} has 7 bytes, but 13 were written by the run that is to go on`,
    );
    rmSync(file);
    await expect(openAppended(file, { kept, isDigested: true })).rejects.toThrow(code('OUTPUT_SHORTER'));
  });

  it('begins with what another one holds, if that is as it was written', async () => {
    const kept = await written('one two three');
    const appended = await openAppended(other, { kept, keptIn: file, isDigested: true });
    await appended.append(Buffer.from(' four'));
    await appended.close();
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual([
      'one two three',
      'one two three four',
    ]);
    writeFileSync(file, 'one two thre!');
    await expect(openAppended(other, { kept, keptIn: file, isDigested: true })).rejects.toThrow(
      `${file} has changed since the run that is to go on has written it`,
    );
    expect(existsSync(other)).toBe(false);
  });

  it.runIf(existsSync('/dev/full'))(
    'says why it cannot be written, and writes nothing behind a gap',
    async () => {
      const appended = await openAppended('/dev/full', { isDigested: true, calledAs: 'out.jsonl' });
      await appended.append(Buffer.from('x'));
      const reason = 'cannot write out.jsonl: no space left on the device';
      await expect(appended.sync()).rejects.toThrow(reason);
      await expect(appended.sync()).rejects.toThrow(reason);
      await appended.close();
    },
  );
});
