/**
 * What a disk may hold after the power was cut. Of every change that was made, the journal of the shim tells the order
 * and the syncs between. Sure are the bytes of a file up to its last sync, and the names in a folder up to the last
 * sync of the folder. Of the rest anything may be there, by chance:
 *
 * - writes, in any choice, also torn at the borders of sectors; a new length with zeros in place of bytes;
 * - names that were made, renamed or removed: the first few, or any choice in which each name has one history.
 *
 * Bytes and names know nothing of each other: a name may lead to a file whose bytes are lost. What POSIX does not
 * promise is not relied on: a synced file may have no name, though most file systems are kinder.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Random } from './mutate-page.ts';

const SECTOR_BYTES = 512;

/** In the order of the numbers in the shim, from 1. */
const kinds = ['created', 'written', 'cut', 'synced', 'renamed', 'removed', 'folder', 'linked'] as const;

export interface JournalEntry {
  readonly kind: (typeof kinds)[number];
  readonly inode: bigint;
  /** Of a write; or the new length. */
  readonly offset: number;
  readonly path: string;
  /** The new name. */
  readonly second: string;
  readonly data: Uint8Array;
}

const HEAD_BYTES = 32;

/** A process that is killed leaves whole entries: each is written by one call. */
export function readJournal(file: string): readonly JournalEntry[] {
  const bytes = readFileSync(file);
  const entries: JournalEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const second = at + HEAD_BYTES + bytes.readUInt32LE(at + 4);
    const data = second + bytes.readUInt32LE(at + 8);
    const end = data + bytes.readUInt32LE(at + 12);
    entries.push({
      kind: kinds[bytes.readUInt32LE(at) - 1]!,
      inode: bytes.readBigUInt64LE(at + 16),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      path: bytes.toString('utf8', at + HEAD_BYTES, second),
      second: bytes.toString('utf8', second, data),
      data: bytes.subarray(data, end),
    });
    at = end;
  }
  return entries;
}

/** A change of the bytes of a file. */
type Effect =
  | { readonly kind: 'write'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'cut'; readonly length: number };

interface DiskFile {
  readonly kind: 'file';
  sure: Uint8Array;
  unsure: Effect[];
}

interface DiskFolder {
  readonly kind: 'folder';
  /** As the process sees it. */
  readonly names: Map<string, DiskNode>;
  readonly sure: Map<string, DiskNode>;
}

type DiskNode = DiskFile | DiskFolder;

/** What one call did to a folder: a renaming is two changes that come together. */
type NameChanges = {
  readonly folder: DiskFolder;
  readonly name: string;
  readonly node: DiskNode | undefined;
}[];

export interface Disk {
  readonly root: DiskFolder;
  /** Replays what a process did. */
  replay(entries: readonly JournalEntry[]): void;
  /** Everything becomes sure: as if it had been synced. */
  settle(): void;
  /** Chooses of what is not sure. */
  cutPower(random: Random): void;
}

/** The disk as it is, all of it sure: taken before the process starts. */
export function readDisk(folder: string): Disk {
  const inodes = new Map<bigint, DiskNode>();
  const root = readFolder(folder, inodes);
  // An inode whose file was removed is given to another one, and the removing may come to nothing.
  const nodes = new Set<DiskNode>(inodes.values());
  let unsureNames: NameChanges[] = [];

  const placeOf = (path: string): { readonly folder: DiskFolder; readonly name: string } => {
    const parts = relative(folder, path).split('/');
    const name = parts.pop()!;
    let at = root;
    for (const part of parts) {
      const below = at.names.get(part);
      if (below?.kind !== 'folder') throw new Error(`the journal knows no folder ${path}`);
      at = below;
    }
    return { folder: at, name };
  };
  const nodeAt = (path: string): DiskNode => {
    const place = placeOf(path);
    const node = place.folder.names.get(place.name);
    if (node === undefined) throw new Error(`the journal knows no ${path}`);
    return node;
  };
  const name = (...named: readonly (readonly [path: string, node: DiskNode | undefined])[]): void => {
    const changes = named.map(([path, node]) => ({ ...placeOf(path), node }));
    for (const change of changes) applyName(change, 'names');
    unsureNames.push(changes);
  };
  const make = (node: DiskNode, { path, inode }: JournalEntry): void => {
    inodes.set(inode, node);
    nodes.add(node);
    name([path, node]);
  };
  const inodeOf = ({ inode }: JournalEntry): DiskNode => {
    const node = inodes.get(inode);
    if (node === undefined) throw new Error(`the journal knows no inode ${inode}`);
    return node;
  };
  const change = (entry: JournalEntry, effect: Effect): void => {
    const node = inodeOf(entry);
    if (node.kind === 'file') node.unsure.push(effect);
  };
  const sync = (node: DiskNode): void => {
    if (node.kind === 'file') settleFile(node);
    else unsureNames = withoutFolder(unsureNames, node);
  };

  const replayEntry: Record<JournalEntry['kind'], (entry: JournalEntry) => void> = {
    created: (entry) => make({ kind: 'file', sure: new Uint8Array(), unsure: [] }, entry),
    folder: (entry) => make({ kind: 'folder', names: new Map(), sure: new Map() }, entry),
    written: (entry) => change(entry, { kind: 'write', offset: entry.offset, data: entry.data }),
    cut: (entry) => change(entry, { kind: 'cut', length: entry.offset }),
    synced: (entry) => sync(inodeOf(entry)),
    renamed: ({ path, second }) => name([second, nodeAt(path)], [path, undefined]),
    removed: ({ path }) => name([path, undefined]),
    linked: ({ path, second }) => name([second, nodeAt(path)]),
  };

  const settle = (): void => {
    for (const node of nodes) if (node.kind === 'file') settleFile(node);
    for (const changes of unsureNames) for (const one of changes) applyName(one, 'sure');
    unsureNames = [];
  };
  return {
    root,
    replay: (entries) => {
      for (const entry of entries) replayEntry[entry.kind](entry);
    },
    settle,
    cutPower: (random) => {
      for (const node of nodes) if (node.kind === 'file') node.unsure = chooseEffects(node.unsure, random);
      unsureNames = chooseNames(unsureNames, random);
      settle();
    },
  };
}

function readFolder(folder: string, inodes: Map<bigint, DiskNode>): DiskFolder {
  const names = new Map<string, DiskNode>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) names.set(entry.name, readFolder(path, inodes));
    else {
      const file: DiskFile = { kind: 'file', sure: readFileSync(path), unsure: [] };
      inodes.set(statSync(path, { bigint: true }).ino, file);
      names.set(entry.name, file);
    }
  }
  const made: DiskFolder = { kind: 'folder', names, sure: new Map(names) };
  inodes.set(statSync(folder, { bigint: true }).ino, made);
  return made;
}

/** Writes what is sure into a folder that does not exist yet. */
export function writeDisk({ sure }: DiskFolder, folder: string): void {
  mkdirSync(folder);
  for (const [name, node] of sure) {
    const path = join(folder, name);
    if (node.kind === 'folder') writeDisk(node, path);
    else writeFileSync(path, node.sure);
  }
}

function applyName({ folder, name, node }: NameChanges[number], where: 'names' | 'sure'): void {
  if (node === undefined) folder[where].delete(name);
  else folder[where].set(name, node);
}

/** The folder is synced: what happened in it is sure, in its order. Returns the rest. */
function withoutFolder(unsure: readonly NameChanges[], synced: DiskFolder): NameChanges[] {
  for (const changes of unsure)
    for (const change of changes) if (change.folder === synced) applyName(change, 'sure');
  return unsure
    .map((changes) => changes.filter(({ folder }) => folder !== synced))
    .filter((changes) => changes.length > 0);
}

/** Most file systems keep the order of names, so half of the choices do; the others keep that of each name. */
function chooseNames(unsure: readonly NameChanges[], random: Random): NameChanges[] {
  if (random() < 0.5) return unsure.slice(0, Math.floor(random() * (unsure.length + 1)));
  const lost = new Map<DiskFolder, Set<string>>();
  const isLost = ({ folder, name }: NameChanges[number]): boolean => lost.get(folder)?.has(name) ?? false;
  const share = random();
  return unsure.filter((changes) => {
    if (random() < share && !changes.some(isLost)) return true;
    for (const { folder, name } of changes) lost.set(folder, (lost.get(folder) ?? new Set()).add(name));
    return false;
  });
}

function chooseEffects(unsure: readonly Effect[], random: Random): Effect[] {
  const way = random();
  if (way < 0.25) return [];
  if (way < 0.4) return unsure.slice(0, Math.floor(random() * (unsure.length + 1)));
  const share = random();
  const kept: Effect[] = [];
  for (const effect of unsure) {
    const isKept = random() < share;
    // The length stands in the inode, and bytes behind a cut are written elsewhere: without the cut they are lost.
    if (!isKept && effect.kind === 'cut') break;
    if (isKept) kept.push(...(effect.kind === 'write' && random() < 0.5 ? torn(effect, random) : [effect]));
  }
  return kept;
}

/** Some of its sectors. Where the last one is lost the file may have its length all the same. */
function torn({ offset, data }: Effect & { readonly kind: 'write' }, random: Random): Effect[] {
  const pieces: Effect[] = [];
  for (let at = offset; at < offset + data.length; ) {
    const end = Math.min(offset + data.length, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    if (random() < 0.5)
      pieces.push({ kind: 'write', offset: at, data: data.subarray(at - offset, end - offset) });
    at = end;
  }
  const isLong = random() < 0.3;
  return isLong
    ? [...pieces, { kind: 'write', offset: offset + data.length, data: new Uint8Array() }]
    : pieces;
}

function settleFile(file: DiskFile): void {
  for (const effect of file.unsure) file.sure = changed(file.sure, effect);
  file.unsure = [];
}

function changed(bytes: Uint8Array, effect: Effect): Uint8Array {
  const length =
    effect.kind === 'cut' ? effect.length : Math.max(bytes.length, effect.offset + effect.data.length);
  const result = new Uint8Array(length);
  result.set(bytes.subarray(0, length));
  if (effect.kind === 'write') result.set(effect.data, effect.offset);
  return result;
}
