/**
 * Runs during which the power is cut. What was not synced is lost by chance, wholly or in part and in any order, names
 * of files included; then the command is started again with the same words, and what it leaves must be what an
 * undisturbed run leaves: nothing lost, doubled or empty. Some runs are cut several times, some after their end, when
 * what they have said to be done must be there.
 *
 *   dehusk-lab soak power-cuts [CUTS [SEED]]     (default: 300 cuts)
 *
 * The exit code is 1 if a run did not end as an undisturbed one. The tests run the same with fewer cuts.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { type Disk, type JournalEntry, readDisk, readJournal, writeDisk } from './disk-after-cut.ts';
import { journalEnvironment, whyNoFaults } from './fault-shim.ts';
import { openForkedCommand } from './forked-command.ts';
import { createRandom, type Random } from './mutate-page.ts';
import {
  differenceOf,
  leavesAlone,
  makeRunFolder,
  type OutputMode,
  outputModes,
  type RunEnd,
  remainsOf,
  type StartMode,
  startMode,
  writeSmallCrawl,
} from './output-modes.ts';

export async function run([wanted = '300', first = '1']: readonly string[], out: Output): Promise<number> {
  const missing = whyNoFaults();
  if (missing !== undefined) {
    out.line(missing);
    return ExitCode.failed;
  }
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'dehusk-power-cuts-')));
  writeSmallCrawl(base);
  const { start, close } = await openForkedCommand(base);
  const references = new Map<OutputMode, JournalledRun>();
  const totals = new Map<string, { cuts: number; runs: number; wrong: number }>();
  let cuts = 0;
  let wrong = 0;
  for (let seed = Number(first); cuts < Number(wanted); seed++) {
    const mode = outputModes[seed % outputModes.length]!;
    const reference = references.get(mode) ?? (await journalledRun(base, mode, start));
    references.set(mode, reference);
    const report = await cutRun(base, mode, { seed, reference, start });
    const total = totals.get(mode.name) ?? { cuts: 0, runs: 0, wrong: 0 };
    totals.set(mode.name, total);
    total.cuts += report.cuts;
    total.runs++;
    cuts += report.cuts;
    if (report.reason !== undefined) {
      wrong++;
      total.wrong++;
      out.line(`WRONG ${mode.name}, seed ${seed}, cut behind ${report.cutAt}: ${report.reason}`);
    }
    out.progress(`${cuts} of ${wanted} cuts`);
  }
  close();
  for (const [name, total] of totals)
    out.line(`${name}: ${total.cuts} cuts in ${total.runs} runs, ${total.wrong} wrong`);
  out.line(`${cuts} cuts, ${wrong} runs wrong${wrong > 0 ? `: ${base}` : ''}`);
  if (wrong > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

/** A run that nobody disturbs, written down: what it leaves, and after how many entries. */
export interface JournalledRun {
  readonly remains: string;
  readonly entries: number;
}

/** The journal must tell everything that is in the folder at the end: a call that passed by the shim would be missed. */
export async function journalledRun(
  base: string,
  mode: OutputMode,
  start: StartMode = startMode,
): Promise<JournalledRun> {
  const folder = await makeRunFolder(base, `${mode.name}-undisturbed`, mode);
  const { end, disk, journal } = await startJournalled(folder, mode, { cutAt: 0, start });
  if (end.code !== ExitCode.done)
    throw new Error(`the undisturbed run ended with ${end.code}: ${end.stderr}`);
  disk.settle();
  const replayed = path.join(path.dirname(folder), 'replayed');
  writeDisk(disk.root, replayed);
  const remains = await remainsOf(folder, mode);
  const told = await remainsOf(replayed, mode);
  if (told !== remains)
    throw new Error(`the journal of ${mode.name} misses calls: ${differenceOf(remains, told)}`);
  rmSync(path.dirname(folder), { recursive: true });
  return { remains, entries: journal.length };
}

/** Runs to the end or to the cut; the disk has all that was done, and knows what of it is sure. */
async function startJournalled(
  folder: string,
  mode: OutputMode,
  { cutAt, start }: { readonly cutAt: number; readonly start: StartMode },
): Promise<{ readonly end: RunEnd; readonly disk: Disk; readonly journal: readonly JournalEntry[] }> {
  const file = path.join(path.dirname(folder), 'journal');
  rmSync(file, { force: true });
  let disk!: Disk;
  const onReady = (): void => {
    disk = readDisk(folder);
  };
  const end = await start(folder, mode, { env: journalEnvironment(folder, { file, cutAt }), onReady });
  const journal = readJournal(file);
  disk.replay(journal);
  return { end, disk, journal };
}

export interface CutReport {
  readonly cuts: number;
  /** Of the last cut. */
  readonly cutAt: number;
  /** What is wrong, if something is. */
  readonly reason: string | undefined;
}

interface SeededCuts {
  readonly seed: number;
  readonly reference: JournalledRun;
  /** As people start it, unless told. */
  readonly start?: StartMode;
}

/** Cuts the power of one run, up to three times, then lets it end. */
export async function cutRun(
  base: string,
  mode: OutputMode,
  { seed, reference, start = startMode }: SeededCuts,
): Promise<CutReport> {
  const random = createRandom(seed);
  const folder = await makeRunFolder(base, `${mode.name}-${seed}`, mode);
  const wanted = 1 + Math.floor(random() * 3);
  for (let cuts = 1; ; cuts++) {
    // One in ten comes when the process is gone.
    const cutAt = 1 + Math.floor(random() * reference.entries * 1.1);
    const reason = await cutOnce(folder, mode, { random, cutAt, reference, start });
    if (reason !== undefined) return { cuts, cutAt, reason };
    if (cuts < wanted) continue;
    const wrong = wrongEnd(await start(folder, mode), mode) ?? (await wrongRemains(folder, mode, reference));
    if (wrong === undefined) rmSync(path.dirname(folder), { recursive: true });
    return { cuts, cutAt, reason: wrong };
  }
}

interface Cut {
  readonly random: Random;
  readonly cutAt: number;
  readonly reference: JournalledRun;
  readonly start: StartMode;
}

/** Starts the run, cuts the power, and leaves the folder as the disk has it then. */
async function cutOnce(
  folder: string,
  mode: OutputMode,
  { random, cutAt, reference, start }: Cut,
): Promise<string | undefined> {
  const { end, disk } = await startJournalled(folder, mode, { cutAt, start });
  const isOver = end.signal !== 'SIGKILL' || end.isHung;
  const wrong = isOver ? wrongEnd(end, mode) : undefined;
  if (wrong !== undefined) return wrong;
  disk.cutPower(random);
  rmSync(folder, { recursive: true });
  writeDisk(disk.root, folder);
  // For who wants to see what was there.
  const before = path.join(path.dirname(folder), 'after-cut');
  rmSync(before, { recursive: true, force: true });
  cpSync(folder, before, { recursive: true });
  return isOver && !mode.toStdout ? wrongRemains(before, mode, reference) : undefined;
}

function wrongEnd(end: RunEnd, mode: OutputMode): string | undefined {
  const { code, signal, stderr, isHung } = end;
  if (isHung) return 'it hangs';
  return code === ExitCode.done || leavesAlone(end, mode)
    ? undefined
    : `it ended with ${code ?? signal}: ${stderr}`;
}

async function wrongRemains(
  folder: string,
  mode: OutputMode,
  { remains }: JournalledRun,
): Promise<string | undefined> {
  const found = await remainsOf(folder, mode).catch(String);
  return found === remains ? undefined : differenceOf(remains, found);
}
