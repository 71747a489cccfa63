/** Keeps the cache from growing: the entries that were written longest ago go, and what killed writers left behind. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFileName } from './entry-file.ts';

interface Entry {
  readonly file: string;
  readonly sizeBytes: number;
  readonly writtenMs: number;
}

/** No write takes this long; what is older has no writer any more. */
const leftoverMs = 3_600_000;

export async function pruneFolder(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const entries = await sizesOf(folder, names.filter(isOwn));
  let sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  for (const entry of entries.toSorted((a, b) => a.writtenMs - b.writtenMs)) {
    const isLeftover = entry.file.endsWith('.tmp');
    if (isLeftover ? Date.now() - entry.writtenMs < leftoverMs : sizeBytes <= maxBytes) continue;
    await rm(entry.file, { force: true }).catch(() => undefined);
    sizeBytes -= entry.sizeBytes;
  }
}

function isOwn(name: string): boolean {
  return ownFileName.test(name.replace(/\.[0-9a-f-]{36}\.tmp$/, ''));
}

async function sizesOf(folder: string, names: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of names) {
    const file = join(folder, name);
    // Another process may have removed it since.
    const facts = await stat(file).catch(() => undefined);
    if (facts) entries.push({ file, sizeBytes: facts.size, writtenMs: facts.mtimeMs });
  }
  return entries;
}
