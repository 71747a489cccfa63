import { describe, expect, it } from 'vitest';
import { createWorkplace } from '../../../../test/cli/run-dehusk.ts';
import { createCleaner } from '../engine/node-cleaner.ts';
import { openSqliteVersions } from '../engine/sqlite-versions.ts';
import type { News } from './page-watcher.ts';
import { createPageWatcher } from './page-watcher.ts';

/** A box with a text of its own, which only a site that is known shows to be template. */
function html(number: number, offer: string): string {
  const own = `Story ${number} is about things that no other page of this site has anything to say of.`;
  return `<nav>Home News</nav><div><h2>Offer</h2><p>${offer}</p></div><article><h1>No. ${number}</h1><p>${own}</p></article>`;
}

describe('a page that redirects to another host', () => {
  it('is compared as a page of the site that it leads to', async () => {
    const work = createWorkplace();
    await using versions = openSqliteVersions(`${work.folder}/w.versions`);
    await using cleaner = createCleaner();
    const watcher = createPageWatcher(cleaner, versions);
    const visitAll = async (offer: string): Promise<(News | undefined)[]> => {
      const news: (News | undefined)[] = [];
      for (let number = 0; number < 12; number++) {
        const asked = `https://old.example/${number}`;
        const found = { url: `https://new.example/${number}`, provenance: { file: asked } };
        const bytes = new TextEncoder().encode(html(number, offer));
        const visit = await watcher.visit(asked, { ...found, bytes });
        if (visit.error !== undefined) throw visit.error;
        await watcher.markSeen(asked);
        news.push(visit.news);
      }
      return news;
    };
    expect(await visitAll('Fine bread and cheese for everybody who comes along, this week only.')).toEqual(
      Array.from({ length: 12 }),
    );
    for (const news of await visitAll('Cheap apples and pears for all of our members, in all of our shops.'))
      expect(news).toMatchObject({ count: 0, template: 1 });
  });
});
