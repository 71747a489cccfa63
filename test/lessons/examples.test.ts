/**
 * The scripts of `examples/archive` do what they say. Job arrays are run as Slurm runs them: a copy of the script for each
 * number of a task, here one after the other; Spark is stood in for by a module of a few lines that pipes partitions.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, createWorkplace } from '../cli/run-dehusk.ts';

const { folder, write, read, run } = createWorkplace();
const scripts = resolve('examples/archive');

const sbatch = `#!/bin/sh
for word; do
  case $word in --array=1-*) tasks=\${word#--array=1-};; --*) ;; *) script=$word;; esac
done
# Slurm runs a copy that lies elsewhere.
cp "$script" "$SPOOL/job"
for task in $(seq "$tasks"); do SLURM_ARRAY_TASK_ID=$task sh "$SPOOL/job" >&2 || exit 1; done
echo 17
`;

const pyspark = `import os, subprocess
class Rows:
    def __init__(self, parts): self.parts = parts
    def map(self, change): return Rows([[change(row) for row in part] for part in self.parts])
    def pipe(self, command, checkCode=False):
        import shlex
        run = lambda part: subprocess.run(shlex.split(command), input="".join(row + "\\n" for row in part),
                                          stdout=subprocess.PIPE, text=True, check=checkCode).stdout.splitlines()
        return Rows([run(part) for part in self.parts])
    def count(self): return sum(len(part) for part in self.parts)
    def saveAsTextFile(self, folder):
        os.makedirs(folder)
        for i, part in enumerate(self.parts):
            open(f"{folder}/part-{i:05}", "w").write("".join(row + "\\n" for row in part))
class SparkSession:
    class builder:
        appName = classmethod(lambda cls, name: cls)
        getOrCreate = classmethod(lambda cls: SparkSession)
    class sparkContext:
        def textFile(folder, count):
            rows = [row.rstrip("\\n") for name in sorted(os.listdir(folder)) for row in open(f"{folder}/{name}")]
            return Rows([rows[i::count] for i in range(count)])
        def parallelize(rows, count): return Rows([[row] for row in rows])
`;

function runScript(words: readonly string[], env: Readonly<Record<string, string>>): void {
  const [program, ...args] = words;
  const { status, stdout, stderr } = spawnSync(program!, args, {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, ...env },
    encoding: 'utf8',
  });
  expect(status, `${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
}

function contentOf(work: string): string {
  const names = readdirSync(join(folder, work, 'clean')).sort();
  return names
    .map((name) => gunzipSync(readFileSync(join(folder, work, 'clean', name))).toString('utf8'))
    .join('');
}

const html = (site: number, page: number): string =>
  `<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About ${site}</a></nav><h1>Page ${page}</h1><p>What page ${page} has to say, and no other.</p><footer>Imprint of ${site}</footer>`;
const line = (site: number, page: number): string =>
  `${JSON.stringify({ url: `https://${site}.example/${page}`, html: html(site, page) })}\n`;

const env = { ARCHIVE: 'crawl/*.jsonl', PARTS: '2', SHARDS: '2' };

describe('the scripts for archives', () => {
  let expected: string;

  beforeAll(async () => {
    for (let file = 0; file < 4; file++) {
      const pages = Array.from({ length: 12 }, (_, i) => line(i % 3, 100 * file + i));
      write(`crawl/${file}.jsonl`, pages.join(''));
    }
    write('bin/dehusk', `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`);
    write('bin/sbatch', sbatch);
    write('python/pyspark/sql.py', pyspark);
    write('python/pyspark/__init__.py', '');
    for (const name of ['dehusk', 'sbatch']) chmodSync(join(folder, 'bin', name), 0o755);
    mkdirSync(join(folder, 'spool'));
    const { exitCode } = await run(['clean', 'crawl/*.jsonl', '--order', 'date', '-o', 'expected.jsonl']);
    expect(exitCode).toBe(0);
    expected = read('expected.jsonl');
    expect(expected.split('\n')).toHaveLength(49);
    expect(expected).not.toContain('Home News About');
  });

  it('are job arrays of Slurm, and may be submitted twice', () => {
    const submit = ['sh', join(scripts, 'submit.sh')];
    const job = { ...env, WORK: 'slurm', SPOOL: join(folder, 'spool') };
    runScript(submit, job);
    expect(contentOf('slurm')).toBe(expected);
    runScript(submit, job);
    expect(contentOf('slurm')).toBe(expected);
  }, 300_000);

  it('are targets of make, each done once', () => {
    const make = ['make', '-j2', '-f', join(scripts, 'Makefile')];
    runScript(make, { ...env, WORK: 'made' });
    expect(contentOf('made')).toBe(expected);
    // Nothing is left to do.
    runScript([...make, '--question'], { ...env, WORK: 'made' });
  }, 300_000);

  it('are a job of Spark', ({ skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('there is no python3 on this machine');
    runScript(['python3', join(scripts, 'spark.py'), 'crawl', 'spark', '3', '2'], {
      PYTHONPATH: join(folder, 'python'),
    });
    const names = readdirSync(join(folder, 'spark/clean')).sort();
    const texts = names.flatMap((name) => read(join('spark/clean', name)).trimEnd().split('\n')).map(textOf);
    expect(texts.sort()).toEqual(expected.trimEnd().split('\n').map(textOf).sort());
  }, 300_000);
});

/** Where a page lay is not the same. */
function textOf(record: string): string {
  const { id, text } = JSON.parse(record) as { id: string; text: string };
  return `${id} ${text}`;
}
