/**
 * How much memory does a fold take? Very many lessons of generated pages, some sites with a tenth of them all, in more
 * files than are merged at a time; then the real `dehusk fold` over them.
 *
 *   dehusk-lab bench fold [LESSONS [FILES]]     (default: a million lessons in 100 files)
 *
 * Each page is parsed once, and its lesson is written for many pages of many sites. Exit code 1 when the peak of the
 * memory is above its aim.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTeacher, LessonSorter, LessonWriter, readPage, siteHash } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { dehuskCommand, programBeside } from '../programs.ts';
import { createRandom } from '../soak/mutate-page.ts';
import { reportAims } from './measure.ts';
import { smallPages } from './process.ts';

const SITES = 2000;
/** Of the generated pages, each of which stands for many. */
const PATTERN_SITES = 8;
/** That lessons of one file may take while they are sorted. */
const SORTED_BYTES = 64e6;
const MOST_BYTES = 512e6;

type Teacher = Awaited<ReturnType<typeof createTeacher>>;
type Taught = ReturnType<Teacher>;

const setting = { method: 'adaptive', options: {}, hashKey: [3, 4], siteBy: 'host' } as const;

export async function run(
  [lessons = '1000000', files = '100']: readonly string[],
  out: Output,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-fold-'));
  try {
    await writeLessons(join(folder, 'lessons'), Number(lessons), Number(files), out);
    const { cpuMs, peakBytes } = fold(folder);
    const states = sizeOf(join(folder, 'states'));
    out.line(
      `${lessons} lessons of ${SITES} sites in ${files} files, ${megabytes(sizeOf(join(folder, 'lessons')))}: ` +
        `fold took ${(cpuMs / 1000).toFixed(0)} CPU s, ${(cpuMs / Number(lessons)).toFixed(3)} ms a lesson; ` +
        `peak memory ${megabytes(peakBytes)}, states ${megabytes(states)}`,
    );
    return reportAims(
      [{ what: 'peak memory, in MB', measured: peakBytes / 1e6, atMost: MOST_BYTES / 1e6 }],
      out,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeLessons(folder: string, lessons: number, files: number, out: Output): Promise<void> {
  mkdirSync(folder);
  const patterns = await taughtPatterns();
  const random = createRandom(8);
  for (let file = 0, written = 0; file < files; file++) {
    await using sorter = new LessonSorter(SORTED_BYTES);
    for (; written < (lessons * (file + 1)) / files; written++) {
      // A tenth of the pages are of the largest site, half of them of a sixteenth of the sites.
      const number = Math.floor(SITES * random() ** 4);
      const pattern = patterns[number % patterns.length]!;
      const { title, lesson } = pattern[Math.floor(random() * pattern.length)]!;
      const site = `s${number}.example`;
      const date = `2026-01-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T00:00:00Z`;
      const digest = { high: Math.floor(random() * 2 ** 31), low: written };
      await sorter.add(
        { hash: siteHash(site), site, date, id: `https://${site}/${written}`, title, digest },
        lesson,
      );
    }
    const writer = await LessonWriter.create(join(folder, `${String(file).padStart(4, '0')}.lessons`), {
      setting,
    });
    for await (const lesson of sorter.sorted()) await writer.add(lesson);
    await writer.finish({ input: '' });
    out.progress(`${written} of ${lessons} lessons`);
  }
}

/** What generated pages teach, by site. */
async function taughtPatterns(): Promise<readonly (readonly Taught[])[]> {
  const teach = await createTeacher({ ...setting, limits: {}, toPage: readPage });
  return Array.from({ length: PATTERN_SITES }, (_, seed) =>
    smallPages(seed).map((page) => teach({ ...page, provenance: { file: 'generated' } })),
  );
}

/** In a process of its own, with what it has cost. */
function fold(folder: string): { readonly cpuMs: number; readonly peakBytes: number } {
  const cost = join(folder, 'cost.json');
  const preload = programBeside(import.meta.url, 'report-cost.js').href;
  const { status } = spawnSync(
    process.execPath,
    [`--import=${preload}`, dehuskCommand, 'fold', 'lessons', '-o', 'states', '--quiet'],
    {
      cwd: folder,
      env: { ...process.env, DEHUSK_COST_FILE: cost },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`dehusk fold ended with ${status}`);
  return JSON.parse(readFileSync(cost, 'utf8')) as ReturnType<typeof fold>;
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
