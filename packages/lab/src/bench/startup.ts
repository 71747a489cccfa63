/**
 * What does it cost to start? CPU time of the command, of the library and of each thread of `--jobs`, as a ratio to
 * that of Node itself with nothing to do, in the same run.
 *
 *   dehusk-lab bench startup [ROUNDS]
 *
 * A thread is started for its first site, so the pages are of as many sites as there are threads at most.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../experiment.ts';
import { dehuskCommand } from '../programs.ts';
import { median } from '../score/statistics.ts';
import { reportAims } from './measure.ts';

/** With one, the main thread does the work itself. */
const FEW_THREADS = 2;
const MANY_THREADS = 5;

/** The shell counts in hundredths of a second: so many starts are one sample. */
const STARTS_PER_SAMPLE = 10;

export async function run([rounds = '11']: readonly string[], out: Output): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-startup-'));
  try {
    const file = join(folder, 'pages.jsonl');
    writeFileSync(file, pages(MANY_THREADS));
    const clean = (jobs: number): readonly string[] => [
      dehuskCommand,
      'clean',
      file,
      '-q',
      '--jobs',
      `${jobs}`,
    ];
    const starts = {
      node: ['-e', '0'],
      version: [dehuskCommand, '--version'],
      library: ['--input-type=module', '-e', `import '${import.meta.resolve('dehusk')}'`],
      alone: clean(1),
      few: clean(FEW_THREADS),
      many: clean(MANY_THREADS),
    };
    const cpu = measure(starts, Number(rounds), out);
    const thread = (cpu.many - cpu.few) / (MANY_THREADS - FEW_THREADS);
    out.line(
      `node -e 0: ${cpu.node.toFixed(0)} ms of CPU; clean of ${MANY_THREADS} small pages: ${cpu.alone.toFixed(0)} ms`,
    );
    return reportAims(
      [
        { what: 'dehusk --version / node -e 0', measured: cpu.version / cpu.node, atMost: 3 },
        { what: "import 'dehusk' / node -e 0", measured: cpu.library / cpu.node, atMost: 2.5 },
        { what: 'a thread of --jobs / node -e 0', measured: thread / cpu.node, atMost: 1 },
      ],
      out,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pages(sites: number): string {
  const line = (_: unknown, i: number): string =>
    `${JSON.stringify({ url: `https://site${i}.example/`, html: `<p>The only page of site ${i}` })}\n`;
  return Array.from({ length: sites }, line).join('');
}

/** CPU milliseconds of a start of each, medians over rounds in which they take turns. */
function measure<Name extends string>(
  starts: Readonly<Record<Name, readonly string[]>>,
  rounds: number,
  out: Output,
): Readonly<Record<Name, number>> {
  const names = Object.keys(starts) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) samples.get(name)!.push(startMs(starts[name]));
    out.progress(`round ${round}`);
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name)!)])) as Record<Name, number>;
}

/** By the shell, whose `times` tells what its children have taken, threads and all. */
function startMs(args: readonly string[]): number {
  const turns = Array.from({ length: STARTS_PER_SAMPLE }, () => '"$@" >/dev/null || exit').join('; ');
  const said = execFileSync('sh', ['-c', `${turns}; times`, 'sh', process.execPath, ...args], {
    encoding: 'utf8',
  });
  const [, children = ''] = said.trim().split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  return (seconds.reduce((sum, value) => sum + value, 0) * 1000) / STARTS_PER_SAMPLE;
}
