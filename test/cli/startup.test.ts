/** What is loaded for what: a command that is started a thousand times a day must start fast. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { command, createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

/** The files that a run loads, as V8 lists them. */
async function loadedFiles(args: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-loaded-'));
  try {
    const { exitCode } = await work.run(args, { env: { NODE_V8_COVERAGE: folder } });
    expect(exitCode).toBe(0);
    const [name] = readdirSync(folder);
    const { result } = JSON.parse(readFileSync(path.join(folder, name!), 'utf8')) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A built file of CommonJS and all that it requires at once. */
function requiredFiles(entry: string): readonly string[] {
  const files = new Set([entry]);
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:\w+ \w+ = )?require\("(\.[^"]+)"\);$/gm))
      files.add(path.join(path.dirname(file), name!));
  return [...files];
}

it.each([['--version'], ['-V']])('%s loads nothing but itself', async (flag) => {
  expect(await loadedFiles([flag])).toEqual([command]);
});

it('--help loads neither the commands nor what they need', async () => {
  const loaded = await loadedFiles(['--help']);
  expect(loaded.filter((file) => file.includes('node_modules'))).toEqual([]);
  expect(loaded.length).toBeLessThan(11);
});

it('a thread of --jobs loads little, and nothing that it may not need', () => {
  const texts = requiredFiles(path.join(path.dirname(command), 'worker.cjs')).map((file) =>
    readFileSync(file, 'utf8'),
  );
  // Each thread compiles this anew, and the metadata of its first page must not bring a second file as large.
  expect(texts.length).toBeLessThanOrEqual(3);
  expect(texts.join('').length).toBeLessThan(345_000);
  const inside = texts.flatMap((text) => text.match(/^\/\/ .+\.[a-z]+$/gm) ?? []);
  const needed = /page\/core\.ts$|adaptive\/adaptive\.ts$|metadata\/page-metadata\.ts$/;
  expect(inside.filter((module) => needed.test(module))).toHaveLength(3);
  const others =
    /css-select|libsql|undici|tldts|commander|franc|htmlparser2|multi-byte|output\/markdown|src\/(cli|search|input|compare\/diff|crawlee)\//;
  expect(inside.filter((module) => others.test(module))).toEqual([]);
});

it.each([['--version'], ['--help']])('%s does not mind a reader that has gone', async (flag) => {
  const child = spawn(process.execPath, [command, flag], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toBe('');
});
