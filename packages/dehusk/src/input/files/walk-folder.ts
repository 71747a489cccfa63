/**
 * The files below a folder. tinyglobby was tried for this: it either goes through linked folders, where a link upwards
 * gives every page twice, or leaves out linked files, and data sets are kept as links to files (git-annex).
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FolderPaths {
  /** Linked files too, linked folders and hidden entries not; in no order. */
  readonly files: readonly string[];
  /** Folders that could not be looked into: whoever opens one learns why. */
  readonly closed: readonly string[];
}

/** The paths below a folder. */
export async function walkFolder(folder: string): Promise<FolderPaths> {
  const files: string[] = [];
  const closed: string[] = [];
  const open = [''];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const entries = await entriesOf(path.join(folder, below));
    if (!entries) closed.push(below);
    for (const entry of entries ?? []) {
      const found = path.join(below, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) open.push(found);
      else if (entry.isFile() || (await isLinkedFile(entry, path.join(folder, found)))) files.push(found);
    }
  }
  return { files, closed };
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** A link to nothing counts as a file: reading it reports it, leaving it out would hide it. */
async function isLinkedFile(entry: Dirent, file: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  try {
    return (await stat(file)).isFile();
  } catch {
    return true;
  }
}
