import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toLabelRanges } from './label.ts';
import type { SyntheticSite } from './synthetic-site.ts';

/** Writes sites in the format of the gold corpus: a folder each, with pages, selectors and the labels of all pages. */
export async function writeCorpus(folder: string, sites: readonly SyntheticSite[]): Promise<void> {
  for (const site of sites) await writeSite(join(folder, site.name), site);
}

async function writeSite(folder: string, site: SyntheticSite): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'site.json'), `${JSON.stringify(site.gold(), undefined, 1)}\n`);
  await pipeline(
    Readable.from(pageLines(site)),
    createGzip(),
    createWriteStream(join(folder, 'pages.jsonl.gz')),
  );
  await pipeline(Readable.from(labelLines(site)), createWriteStream(join(folder, 'labels.json')));
}

function* pageLines(site: SyntheticSite): Generator<string> {
  for (let order = 0; order < site.pages; order++) {
    const { url, html } = site.page(order);
    yield `${JSON.stringify({ url, html })}\n`;
  }
}

/** Makes every page a second time, which is cheaper than keeping the labels of a large site. */
function* labelLines(site: SyntheticSite): Generator<string> {
  for (let order = 0; order < site.pages; order++) {
    const { url, labels } = site.page(order);
    const separator = order === 0 ? '{' : ',';
    yield `${separator}\n${JSON.stringify(url)}: ${JSON.stringify(toLabelRanges(labels))}`;
  }
  yield '\n}\n';
}
