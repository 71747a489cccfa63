import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import { afterAll, describe, expect, it } from 'vitest';
import type { WrittenMark } from './appended-file.ts';
import { finishParquetFolder, openParquetFolder } from './parquet-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'dehusk-parquet-'));
afterAll(() => rmSync(base, { recursive: true }));

const record = { format: 'text', links: true } as const;
const options = { record, partBytes: 2_000 };

/** What comes of `clean`, with what is absent, empty, and known to no column. */
const pages = Array.from({ length: 40 }, (_, i) => ({
  id: `https://a.example/${i}`,
  ...(i % 2 === 0 && { url: `https://a.example/${i}#top` }),
  site: 'a.example',
  text: `Zwölf 中文 😀 ${'ants '.repeat(i)}`,
  metadata: {
    title: `Page ${i}`,
    authors: i % 3 === 0 ? [] : ['Ann', 'Bob'],
    kind_score: i / 40,
    status: 200,
    ...(i === 7 && { sources: { title: 'h1' } }),
  },
  template: { ratio: 0.5, version: i },
  ...(i === 3 && { empty_guard: true }),
  links: [{ url: 'https://b.example/', template: i === 0 }],
}));

const lineOf = (page: object): Uint8Array => Buffer.from(`${JSON.stringify(page)}\n`);

/** Read by Arrow's own code, compiled to WebAssembly. */
function rowsOf(folder: string): readonly Record<string, unknown>[] {
  const parts = readdirSync(folder).sort();
  expect(parts.every((name) => /^part-\d{5}\.parquet$/.test(name))).toBe(true);
  return parts.flatMap((name) => {
    const ipc = readParquet(new Uint8Array(readFileSync(join(folder, name)))).intoIPCStream();
    return tableFromIPC(ipc)
      .toArray()
      .map((row) => JSON.parse(JSON.stringify(row, plain)) as Record<string, unknown>);
  });
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : (value ?? undefined);
}

const bytesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => `${name} ${readFileSync(join(folder, name)).toString('hex')}`);

async function writeAll(folder: string): Promise<void> {
  const parts = await openParquetFolder(folder, options);
  for (const page of pages) await parts.write(lineOf(page));
  await parts.sync();
  await parts.finish();
}

describe('Parquet in a folder', () => {
  it('has every record, as another reader finds it', async () => {
    const folder = join(base, 'all');
    await writeAll(folder);
    expect(readdirSync(folder).length).toBeGreaterThan(3);
    const rows = rowsOf(folder);
    expect(rows).toHaveLength(pages.length);
    for (const [i, { id, url, site, text, metadata, template, links, ...rest }] of pages.entries()) {
      const { sources, ...columns } = metadata as typeof metadata & { sources?: object };
      expect(rows[i]).toEqual({
        ...{ id, site, text, ...columns, ...rest },
        ...(url !== undefined && { url }),
        ...{ template_ratio: template.ratio, template_version: template.version },
        links: JSON.stringify(links),
        ...(sources && { other: JSON.stringify({ metadata: { sources } }) }),
      });
    }
  });

  it('has no part where there is no page', async () => {
    const folder = join(base, 'none');
    await (await openParquetFolder(folder, options)).finish();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('comes out the same wherever a run is stopped, and whatever was written behind its position', async () => {
    const expected = join(base, 'expected');
    await writeAll(expected);
    for (const commitEvery of [1, 7])
      for (let stopAt = 1; stopAt <= pages.length; stopAt += 8) {
        const folder = join(base, `stopped-${commitEvery}-${stopAt}`);
        let parts = await openParquetFolder(folder, options);
        let kept: { readonly mark: WrittenMark; readonly count: number } | undefined;
        for (const [i, page] of pages.slice(0, stopAt).entries()) {
          await parts.write(lineOf(page));
          if ((i + 1) % commitEvery === 0) kept = { mark: await parts.sync(), count: i + 1 };
        }
        // Killed: what is on disk now is what the next one finds.
        const found = `${folder}-found`;
        cpSync(folder, found, { recursive: true });
        await parts.stop();
        parts = await openParquetFolder(found, { ...options, kept: kept?.mark });
        for (const page of pages.slice(kept?.count ?? 0)) await parts.write(lineOf(page));
        const done = await parts.sync();
        if (stopAt % 2 === 0) await parts.finish();
        else {
          // Stopped between its last commit and its end.
          await parts.stop();
          await finishParquetFolder(found, done, options);
        }
        expect(bytesOf(found)).toEqual(bytesOf(expected));
        rmSync(folder, { recursive: true });
        rmSync(found, { recursive: true });
      }
  });

  it('gets parts for what has come since, and is not touched by another run', async () => {
    const folder = join(base, 'grown');
    const first = await openParquetFolder(folder, options);
    for (const page of pages.slice(0, 30)) await first.write(lineOf(page));
    const kept = await first.sync();
    await first.finish();
    const second = await openParquetFolder(folder, { ...options, kept, isFinished: true });
    for (const page of pages.slice(30)) await second.write(lineOf(page));
    const mark = await second.sync();
    await finishParquetFolder(folder, { bytes: 0, digest: 'other 0 x' }, options);
    await expect(openParquetFolder(folder, { ...options, kept })).rejects.toThrow('has changed since');
    await second.finish();
    await finishParquetFolder(folder, mark, options);
    expect(rowsOf(folder).map(({ id }) => id)).toEqual(pages.map(({ id }) => id));
  });
});
