/** A generated site whose pages change between visits: clocks, counters, advertising and a teaser do so by themselves. */
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { type SiteServer, serveSite } from '../servers/site-server.ts';

export interface ChangingSite extends SiteServer {
  /** Addresses of some of its pages, the one that is edited first. */
  readonly addresses: readonly string[];
  /** What the pages are at the next visit: what stands behind the first heading of the first one, and its menu. */
  turn(visit: { readonly news?: string; readonly menu?: string }): void;
}

const site = createSite({ seed: 11, pages: 14, theme: 'semantic', language: 'english', profile: 'shop' });
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const slogans = ['Cheap flights to the sea', 'Better shoes for winter', 'A bank that listens', 'Lamps'];
const teasers = ['red apples', 'green pears', 'blue plums', 'yellow quinces', 'white grapes', 'dark figs'];

export async function serveChangingSite(): Promise<ChangingSite> {
  const paths = Array.from({ length: 6 }, (_, order) => {
    const { pathname, search } = new URL(site.page(order + 1).url);
    return pathname + search;
  });
  let visits = 0;
  let news = '';
  let menu = '';
  const server = await serveSite(site, (path, request, response) => {
    const order = paths.indexOf(path);
    if (order === -1) return false;
    const page = site.page(order + 1);
    const { origin } = new URL(page.url);
    const unsteady =
      `<p id="visits">${(1_000 + visits * 7).toLocaleString('en')} visits</p>` +
      `<p id="clock">${days[visits % 7]}, ${3 + visits} March, 12:${10 + visits}</p>` +
      `<div class="ad-slot"><a href="https://ads.invalid/${visits}">${slogans[visits % 4]}</a></div>`;
    const own = order === 0 ? `<p id="teaser">${teasers[visits % 6]}</p><p>${news}</p>` : '';
    const html = page.html
      .replace(/<\/h1>/, `</h1>${own}`)
      .replace(/<\/nav>/, `${menu === '' ? '' : `<a href="/new-section">${menu}</a>`}</nav>`)
      .replace('</body>', `${unsteady}</body>`)
      .replaceAll(origin, `http://${request.headers.host}`);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    return true;
  });
  return {
    ...server,
    addresses: paths.map((path) => server.url.slice(0, -1) + path),
    turn: (visit) => {
      visits++;
      news = visit.news ?? news;
      menu = visit.menu ?? menu;
    },
  };
}
