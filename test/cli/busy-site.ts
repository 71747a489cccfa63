/** JSON Lines that are nearly all of one site, so that its pages are shared by threads. */
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';

/** A site is busy when 16 MB of it were read: large pages, of which most is a comment, are read in no time. */
export const LARGE_PAGES = 58;
const PAGES = 170;
const comment = `<!--${'-'.repeat(300_000)}-->`;

/** Behind the large pages there are some that fail, one that is too large for helpers, one that comes again, and no page. */
export function busySiteLines(): string[] {
  const site = createSite({ seed: 3, pages: PAGES, pageBytes: { min: 2_000, max: 6_000 } });
  const lines = Array.from({ length: PAGES }, (_, order) => {
    const { url, html } = site.page(order);
    return JSON.stringify({ url, html: order < LARGE_PAGES ? html + comment : html });
  });
  const { url } = site.page(0);
  lines[70] = JSON.stringify({ url: `${url}deep`, html: '<div>'.repeat(2_000) });
  lines[90] = JSON.stringify({ url: `${url}large`, html: `<p>Large${comment.repeat(15)}` });
  lines[110] = lines[100]!;
  lines[120] = 'no JSON';
  lines[130] = JSON.stringify({ url: 'https://other.example/', html: '<p>Another site' });
  return lines;
}
