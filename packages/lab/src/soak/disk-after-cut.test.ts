import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Disk, type JournalEntry, readDisk } from './disk-after-cut.ts';
import { createRandom } from './mutate-page.ts';

const base = mkdtempSync(path.join(tmpdir(), 'dehusk-disk-'));
const folder = path.join(base, 'before');
const at = (name: string): string => path.join(folder, name);

beforeAll(() => {
  mkdirSync(folder);
  writeFileSync(at('old'), 'old bytes');
});
afterAll(() => rmSync(base, { recursive: true }));

const nothing = { inode: 0n, offset: 0, path: '', second: '', data: new Uint8Array() };
const created = (name: string, inode: bigint): JournalEntry => ({
  ...nothing,
  kind: 'created',
  inode,
  path: at(name),
});
const made = (name: string, inode: bigint): JournalEntry => ({
  ...nothing,
  kind: 'folder',
  inode,
  path: at(name),
});
const written = (inode: bigint, offset: number, text: string): JournalEntry => ({
  ...nothing,
  kind: 'written',
  inode,
  offset,
  data: Buffer.from(text),
});
const cut = (inode: bigint, offset: number): JournalEntry => ({ ...nothing, kind: 'cut', inode, offset });
const synced = (inode: bigint): JournalEntry => ({ ...nothing, kind: 'synced', inode });
const renamed = (from: string, to: string): JournalEntry => ({
  ...nothing,
  kind: 'renamed',
  path: at(from),
  second: at(to),
});
const removed = (name: string): JournalEntry => ({ ...nothing, kind: 'removed', path: at(name) });
const inodeOf = (name: string): bigint => statSync(at(name), { bigint: true }).ino;

type Files = Readonly<Record<string, string>>;

/** What two hundred cuts leave, each kind of disk once. */
function disksAfter(journal: readonly JournalEntry[]): readonly Files[] {
  const found = new Map<string, Files>();
  for (let seed = 1; seed <= 200; seed++) {
    const disk = readDisk(folder);
    disk.replay(journal);
    disk.cutPower(createRandom(seed));
    const files = filesOf(disk.root);
    found.set(JSON.stringify(files), files);
  }
  return [...found.values()];
}

function filesOf({ sure }: Disk['root'], above = ''): Files {
  return Object.fromEntries(
    [...sure].flatMap(([name, node]) =>
      node.kind === 'folder'
        ? Object.entries(filesOf(node, `${above}${name}/`))
        : [[`${above}${name}`, Buffer.from(node.sure).toString('latin1')]],
    ),
  );
}

const contents = (disks: readonly Files[], name: string): ReadonlySet<string | undefined> =>
  new Set(disks.map((files) => files[name]));

describe('after a cut', () => {
  it('all is there that was synced, and nothing else has happened', () => {
    const journal = [created('new', 1n), written(1n, 0, 'bytes'), synced(1n), synced(inodeOf('.'))];
    expect(disksAfter(journal)).toEqual([{ new: 'bytes', old: 'old bytes' }]);
  });

  it('bytes may be lost that were not synced, though the name is there', () => {
    const journal = [created('new', 1n), synced(inodeOf('.')), written(1n, 0, 'bytes')];
    expect(contents(disksAfter(journal), 'new')).toEqual(new Set(['bytes', '', '\0\0\0\0\0']));
  });

  it('a file may have lost its name, though its bytes were synced', () => {
    const journal = [created('new', 1n), written(1n, 0, 'bytes'), synced(1n)];
    expect(contents(disksAfter(journal), 'new')).toEqual(new Set(['bytes', undefined]));
  });

  it('of several writes any may be lost, and each may be torn', () => {
    const first = 'a'.repeat(512);
    const second = 'b'.repeat(512);
    const third = 'c'.repeat(512);
    const journal = [
      created('new', 1n),
      synced(inodeOf('.')),
      written(1n, 0, first + second),
      written(1n, 1024, third),
    ];
    const found = contents(disksAfter(journal), 'new');
    const zeros = '\0'.repeat(512);
    for (const text of [
      '',
      first,
      first + second,
      zeros + second,
      zeros + zeros + third,
      first + zeros + third,
    ])
      expect(found).toContain(text);
  });

  it('a renaming is done or not, and never half', () => {
    const journal = [
      created('new', 1n),
      written(1n, 0, 'bytes'),
      synced(1n),
      synced(inodeOf('.')),
      renamed('new', 'old'),
    ];
    const disks = disksAfter(journal);
    expect(disks).toHaveLength(2);
    expect(disks).toContainEqual({ new: 'bytes', old: 'old bytes' });
    expect(disks).toContainEqual({ old: 'bytes' });
  });

  it('a renamed file may be empty', () => {
    const journal = [
      created('new', 1n),
      written(1n, 0, 'bytes'),
      renamed('new', 'old'),
      synced(inodeOf('.')),
    ];
    expect(contents(disksAfter(journal), 'old')).toContain('');
  });

  it('what was removed may be there again, and what was cut may be long', () => {
    const old = inodeOf('old');
    expect(contents(disksAfter([removed('old')]), 'old')).toEqual(new Set(['old bytes', undefined]));
    // Bytes behind a cut that is lost are lost with it.
    expect(contents(disksAfter([cut(old, 3), written(old, 3, '!')]), 'old')).toEqual(
      new Set(['old bytes', 'old', 'old!', 'old\0']),
    );
  });

  it('a folder without a name takes all with it', () => {
    const journal = [made('a', 1n), created('a/new', 2n), written(2n, 0, 'bytes'), synced(2n), synced(1n)];
    expect(contents(disksAfter(journal), 'a/new')).toEqual(new Set(['bytes', undefined]));
    expect(contents(disksAfter([...journal, synced(inodeOf('.'))]), 'a/new')).toEqual(new Set(['bytes']));
  });

  it('an inode that was used again does not mix up two files', () => {
    const journal = [
      created('new', 1n),
      written(1n, 0, 'bytes'),
      removed('new'),
      created('other', 1n),
      synced(1n),
    ];
    expect(contents(disksAfter([...journal, synced(inodeOf('.'))]), 'other')).toEqual(new Set(['']));
  });
});
