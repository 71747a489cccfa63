/**
 * Crawls a site and prints each page without the site's template, one JSON object a line.
 *
 *   npm install dehusk @crawlee/cheerio
 *   node crawl.js https://example.com/ [PAGES]
 */
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';
import { createCrawleeCleaner } from 'dehusk/crawlee';

const [start, pages = '100'] = process.argv.slice(2);
// Crawlee tells its progress on standard output, where the records go.
log.setLevel(log.LEVELS.WARNING);
const cleaner = createCrawleeCleaner();

const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(pages),
    requestHandler: async (context) => {
      const record = await cleaner.clean(context);
      // An error page is none of the site's.
      if (record === undefined) return;
      process.stdout.write(`${JSON.stringify(record)}\n`);
      await context.enqueueLinks();
    },
  },
  // The queue of this crawl is kept in memory; leave this out for one that can be resumed.
  new Configuration({ persistStorage: false }),
);

await crawler.run([start]);
