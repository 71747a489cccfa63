/**
 * The library that stands between a process and the file system (`native/fault-shim.c`): built by the system's
 * compiler when it is needed, kept for the next time, and preloaded by what the environment says.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programBeside } from '../programs.ts';

/** How a call fails. `EMFILE` is of files that are opened, `short` of writes: half of the bytes are taken. */
export type FaultKind = 'EIO' | 'ENOSPC' | 'EMFILE' | 'short';

export interface Fault {
  readonly kind: FaultKind;
  /** Counted from 1, among the calls that can fail in this way. */
  readonly at: number;
  /** All such calls after it fail too; of EIO those that write; after a short write there is no space left. */
  readonly isLasting: boolean;
  /** A file that gets a line when it happens. */
  readonly report: string;
}

export interface Journal {
  readonly file: string;
  /** The entry behind which the power is cut, counted from 1; 0 for none. */
  readonly cutAt: number;
}

type Environment = Readonly<Record<string, string>>;

/** For a process in which calls on what lies below `folder` fail. */
export function faultEnvironment(folder: string, fault: Fault): Environment {
  return {
    ...watching(folder),
    DEHUSK_FAULT: fault.kind,
    DEHUSK_FAULT_AT: String(fault.at),
    DEHUSK_FAULT_REPORT: fault.report,
    ...(fault.isLasting && { DEHUSK_FAULT_LASTING: '1' }),
  };
}

/** For a process whose changes below `folder` are written down. */
export function journalEnvironment(folder: string, { file, cutAt }: Journal): Environment {
  return { ...watching(folder), DEHUSK_JOURNAL: file, DEHUSK_CUT_AT: String(cutAt) };
}

function watching(folder: string): Environment {
  return { ...forkEnvironment(), DEHUSK_FAULT_FOLDER: folder };
}

/** For a process that can fork, and in which nothing fails. */
export function forkEnvironment(): Environment {
  // Calls through io_uring would pass by.
  return { LD_PRELOAD: shimFile(), UV_USE_IO_URING: '0' };
}

let built: string | undefined;

/** Builds it if that was not done before; throws with a reason where it cannot be built. */
function shimFile(): string {
  built ??= buildShim();
  return built;
}

/** Why there can be no faults here, if so. */
export function whyNoFaults(): string | undefined {
  if (process.platform !== 'linux') return 'faults of the file system can be made on Linux only';
  const { error } = spawnSync('cc', ['--version']);
  return error && `faults of the file system need a C compiler, and cc does not start: ${error.message}`;
}

function buildShim(): string {
  const missing = whyNoFaults();
  if (missing !== undefined) throw new Error(missing);
  const source = programBeside(import.meta.url, '../../native/fault-shim.c').pathname;
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  // What is preloaded must be nobody else's.
  const folder = join(tmpdir(), `dehusk-lab-${process.getuid!()}`);
  const file = join(folder, `fault-shim-${digest}-${process.arch}.so`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Another process may be building it too.
  const made = `${file}.${process.pid}`;
  const args = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-o', made, source, '-ldl', '-lpthread'];
  const { status, stderr } = spawnSync('cc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cc cannot build ${source}:\n${stderr}`);
  renameSync(made, file);
  return file;
}
