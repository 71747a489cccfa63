/** What every keeper of versions must hold, run for each of them: a SQLite file, and the database of a browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  PageVersions,
  VersionLimits,
} from '../../packages/dehusk/src/compare/versions/page-versions.ts';

/** Small, so that a test comes to all of them. */
export const smallLimits: VersionLimits = { versions: 3, copyBytes: 400, totalBytes: 1_500 };

const site = 'a.example';
const pageOf = (name: string): { readonly site: string; readonly url: string } => ({
  site,
  url: `https://${site}/${name}?é`,
});

/** What cannot be compressed much: 1 KB of it is too large, 300 bytes are not. */
function noise(seed: number, chars: number): string {
  let state = seed + 1;
  return Array.from({ length: chars }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join('');
}

/** `open` gives one that keeps what `open` has given before, with `smallLimits`. */
export function describePageVersions(
  name: string,
  open: () => Promise<PageVersions & AsyncDisposable>,
): void {
  describe(`versions of pages in ${name}`, () => {
    let versions: PageVersions & AsyncDisposable;
    beforeAll(async () => {
      versions = await open();
    });
    afterAll(() => versions[Symbol.asyncDispose]());
    const keep = (page: { readonly site: string; readonly url: string }, text: string, takenAt: number) =>
      versions.keep(page, { text, takenAt, replaced: [] });
    const idsOf = async (url: string) => (await versions.history(url))?.versions.map(({ id }) => id);

    it('are texts that come back as they were', async () => {
      const page = pageOf('text');
      expect(await versions.history(page.url)).toBeUndefined();
      expect(await versions.load(page.url, 1)).toBeUndefined();
      expect(await keep(page, 'né 1\n🐝', 5)).toBe('kept');
      expect(await versions.load(page.url, 1)).toBe('né 1\n🐝');
      expect(await versions.history(page.url)).toMatchObject({
        versions: [{ id: 1, takenAt: 5 }],
        seen: 1,
        replacedTimes: [],
      });
    });

    it('are kept only where they are new, and not too large', async () => {
      const page = pageOf('new');
      expect(await keep(page, 'one', 1)).toBe('kept');
      expect(await keep(page, 'one', 2)).toBe('same');
      expect(await keep(page, noise(1, 1_000), 3)).toBe('too-large');
      expect(await idsOf(page.url)).toEqual([1]);
    });

    it('go oldest first, and never the one that was seen', async () => {
      const page = pageOf('many');
      for (let time = 1; time <= 6; time++) await keep(page, `text ${time}`, time);
      expect(await idsOf(page.url)).toEqual([1, 5, 6]);
      expect(await versions.load(page.url, 4)).toBeUndefined();
      await versions.markSeen(page.url, 6);
      // What is not there cannot have been seen.
      await versions.markSeen(page.url, 2);
      await keep(page, 'text 7', 7);
      expect(await idsOf(page.url)).toEqual([5, 6, 7]);
      expect((await versions.history(page.url))?.seen).toBe(6);
    });

    it('count how often in succession something else stood at a place', async () => {
      const page = pageOf('places');
      const visit = (text: string, replaced: readonly string[]) =>
        versions.keep(page, { text, takenAt: 1, replaced });
      await visit('1', []);
      await visit('2', ['#ad', '#news']);
      await visit('3', ['#ad']);
      await visit('4', ['#ad', '#news']);
      expect((await versions.history(page.url))?.replacedTimes).toEqual([
        ['#ad', 3],
        ['#news', 1],
      ]);
    });

    it('take no more room than is allowed: pages unvisited for longest go whole', async () => {
      await versions.forgetSite(site);
      for (let time = 1; time <= 6; time++) await keep(pageOf(`room ${time}`), noise(time, 320), time);
      const left = await versions.list();
      expect(left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(1_500);
      expect(await versions.history(pageOf('room 1').url)).toBeUndefined();
      expect(await versions.load(pageOf('room 1').url, 1)).toBeUndefined();
      expect(await idsOf(pageOf('room 6').url)).toEqual([1]);
    });

    it('can be forgotten, by page and by site', async () => {
      const other = { site: 'b.example', url: 'https://b.example/' };
      await versions.forgetSite(site);
      await Promise.all([keep(pageOf('1'), 'x', 1), keep(pageOf('2'), 'x', 1), keep(other, 'x', 1)]);
      await versions.forgetPage(pageOf('1').url);
      expect((await versions.list()).map(({ url }) => url).sort()).toEqual(
        [pageOf('2').url, other.url].sort(),
      );
      await versions.forgetSite(site);
      expect((await versions.list()).map(({ url }) => url)).toEqual([other.url]);
      expect(await versions.load(pageOf('2').url, 1)).toBeUndefined();
    });

    it('are still there when they are opened again', async () => {
      const page = pageOf('again');
      await keep(page, 'kept text', 9);
      await versions[Symbol.asyncDispose]();
      versions = await open();
      expect(await versions.load(page.url, 1)).toBe('kept text');
      expect(await keep(page, 'kept text', 10)).toBe('same');
    });
  });
}
