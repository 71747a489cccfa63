/** What `-o` and `--to` ask for: where the output goes, and in what it is wrapped. */
import { statSync } from 'node:fs';
import { DehuskError } from '../../index.ts';
import { orList } from '../flag-values.ts';
import { needs } from '../usage-errors.ts';

/** In the order of `--help`. */
export const containers = ['jsonl', 'jsonl.gz', 'warc', 'warc.gz', 'folder'] as const;
export type Container = (typeof containers)[number];

export interface Destination {
  readonly container: Container;
  /** Undefined for standard output. */
  readonly path: string | undefined;
}

export interface DestinationFlags {
  readonly output?: string;
  readonly to?: Container;
}

const endings = ['.jsonl', '.jsonl.gz', '.warc', '.warc.gz', '/'] as const;

/** By `--to`; else by the name: a folder ends in `/` or is there already. Throws for what cannot be meant. */
export function resolveDestination({ output, to }: DestinationFlags): Destination {
  const path = output === '-' ? undefined : output;
  if (path === undefined) {
    if (to === 'folder') needs('--to folder', '-o FOLDER/');
    return { container: to ?? 'jsonl', path };
  }
  const container = to ?? containerOfName(path) ?? containerOfFound(path);
  if (container !== undefined) return { container, path };
  throw new DehuskError('USAGE_OUTPUT_UNCLEAR', { output: path, endings: orList(endings) });
}

function containerOfName(path: string): Container | undefined {
  if (/[/\\]$/.test(path)) return 'folder';
  const name = path.toLowerCase();
  return containers.find((container) => name.endsWith(`.${container}`));
}

/** A folder, or a device or pipe (`/dev/null`), whose name says nothing and cannot be chosen. */
function containerOfFound(path: string): Container | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return 'folder';
  return found === undefined || found.isFile() ? undefined : 'jsonl';
}
