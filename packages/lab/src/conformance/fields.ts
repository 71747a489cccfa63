/**
 * Which fields of the metadata do real pages fill?
 *
 *   dehusk-lab conformance fields [FOLDER [SITE…]]     (default ../shared/corpus, all sites)
 *
 * Each site is cleaned as `dehusk clean` does. Prints, for each site and for all, how many pages have each field. There
 * is no gold for most of them, so nothing is judged: what a change to a reader gains or loses is seen here first.
 */
import { clean } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';

// biome-ignore format: a list of words
const fields = [
  'title', 'description', 'language', 'canonical', 'site_name', 'authors', 'published', 'modified', 'image', 'kind',
  'breadcrumb', 'tags', 'license', 'broken_json_ld',
] as const;

type Counts = Record<'pages' | (typeof fields)[number], number>;

export async function run(
  [folder = '../shared/corpus', ...sites]: readonly string[],
  out: Output,
): Promise<number> {
  const all = noCounts();
  out.line(['site'.padEnd(32), 'pages', ...fields].join(' '));
  for (const site of readCorpus(folder)) {
    if (sites.length > 0 && !sites.includes(site.name)) continue;
    const ofSite = noCounts();
    for await (const cleaned of clean(site.pages(), { twoPass: true })) {
      if (cleaned.error !== undefined) continue;
      const { metadata } = cleaned.record();
      for (const counts of [all, ofSite]) {
        counts.pages++;
        for (const field of fields) if (metadata[field]) counts[field]++;
      }
    }
    out.line(row(site.name, ofSite));
  }
  out.line(row('all', all));
  return ExitCode.done;
}

function noCounts(): Counts {
  return Object.fromEntries(['pages', ...fields].map((name) => [name, 0])) as Counts;
}

/** Numbers end under the ends of their names. */
function row(name: string, counts: Counts): string {
  const numbers = (['pages', ...fields] as const).map((field) =>
    String(counts[field]).padStart(field.length),
  );
  return [name.padEnd(32), ...numbers].join(' ');
}
