import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Label, LabelRanges } from './label.ts';
import { createSite } from './synthetic-site.ts';
import { writeCorpus } from './write-corpus.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dehusk-corpus-'));
  folders.push(folder);
  return folder;
}

/** The reading that the corpus's README describes. */
function labelAt(ranges: LabelRanges, number: number): Label {
  const isIn = (list: LabelRanges['content']): boolean =>
    list.some(([from, to]) => from <= number && number <= to);
  if (isIn(ranges.content)) return 'content';
  return isIn(ranges.ignored) ? 'ignored' : 'template';
}

describe('writeCorpus', () => {
  it('writes what can be read back as the same pages and labels', async () => {
    const folder = await temporaryFolder();
    const sites = [createSite({ seed: 3, pages: 25, language: 'arabic' }), createSite({ seed: 4, pages: 1 })];
    await writeCorpus(folder, sites);
    for (const site of sites) {
      const read = (name: string): Promise<Buffer> => readFile(join(folder, site.name, name));
      const lines = gunzipSync(await read('pages.jsonl.gz'))
        .toString()
        .trimEnd()
        .split('\n');
      const labels = JSON.parse((await read('labels.json')).toString()) as Record<string, LabelRanges>;
      expect(JSON.parse((await read('site.json')).toString())).toEqual(site.gold());
      expect(lines.length).toBe(site.pages);
      expect(Object.keys(labels).length).toBe(site.pages);
      for (const [order, line] of lines.entries()) {
        const page = site.page(order);
        expect(JSON.parse(line)).toEqual({ url: page.url, html: page.html });
        expect(page.labels.map((_, number) => labelAt(labels[page.url]!, number))).toEqual(page.labels);
      }
    }
  });
});
