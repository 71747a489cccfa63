/** The metadata of single pages with gold, each cleaned as if it were all that is known of its site. */
import { clean, type PageRecord } from 'dehusk';
import { openSinglePages, type SinglePage } from '../corpus/single-pages.ts';

export interface SingleRecord {
  readonly gold: SinglePage;
  readonly metadata: PageRecord['metadata'];
}

/** A page that cannot be read is left out. */
export async function* singleRecords(folder: string): AsyncGenerator<SingleRecord> {
  for await (const gold of openSinglePages(folder).pages()) {
    for await (const cleaned of clean([{ url: gold.url, html: gold.html }]))
      if (cleaned.error === undefined)
        yield { gold, metadata: cleaned.record({ metadataSources: true }).metadata };
  }
}
