/** The pages that benchmarks run on: the shared corpus where it is at hand, else a generated site. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface BenchPage {
  readonly url: string;
  readonly html: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** At most `perSite` pages of each site, evenly spread over its file. */
export function corpusPages(perSite: number, folder = '../shared/corpus'): readonly BenchPage[] {
  const pages: BenchPage[] = [];
  for (const site of readdirSync(folder).sort()) {
    const file = join(folder, site, 'pages.jsonl.gz');
    if (!existsSync(file)) continue;
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
    const step = Math.max(1, lines.length / perSite);
    for (let i = 0; i < lines.length; i += step) {
      const { url, html } = JSON.parse(lines[Math.floor(i)]!) as { url: string; html: string };
      pages.push({ url, html, bytes: encoder.encode(html) });
    }
  }
  return pages;
}
