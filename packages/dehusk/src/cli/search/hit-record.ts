import type { JudgedLink } from '../../index.ts';
import type { SearchHit } from '../../node.ts';

/** A hit as a line of JSON. Ranges are in UTF-16 units, as JavaScript counts. */
export function hitRecord(hit: SearchHit, number: number, links: readonly JudgedLink[] | undefined): string {
  const record = {
    rank: number,
    score: Math.round(hit.score * 1e6) / 1e6,
    id: hit.id,
    url: hit.url,
    site: hit.site,
    title: hit.title.text,
    title_ranges: hit.title.ranges,
    snippet: hit.snippet.text,
    snippet_ranges: hit.snippet.ranges,
    words: hit.words,
    template_words: hit.templateWords,
    ...(links !== undefined && { links }),
  };
  return `${JSON.stringify(record)}\n`;
}
