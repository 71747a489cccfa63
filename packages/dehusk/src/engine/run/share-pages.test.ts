import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type PageThread, SharedPages } from './share-pages.ts';
import type { RawTask } from './work.ts';

type Answer = Awaited<ReturnType<PageThread<string>['page']>>;

/** Says what it did, after a while that differs from page to page. */
function fakeThread(name: string, done: string[]): PageThread<string> {
  const later = async <Value>(what: string, url: string, value: unknown): Promise<Value> => {
    done.push(`${name} ${what} ${url}`);
    await sleep((Number(url) * 7) % 5);
    return value as Value;
  };
  return {
    page: ({ raw }) => later<Answer>('page', raw.url!, { kind: 'page', rendered: `record ${raw.url}` }),
    // Every tenth page cannot be sent, and one fails.
    prepare: ({ url }) =>
      later(
        'prepare',
        url!,
        url === '33' ? { kind: 'failure' } : Number(url) % 10 === 0 ? undefined : { kind: 'prepared' },
      ),
    judge: ({ raw }) => later('judge', raw.url!, { kind: 'page', rendered: {}, change: raw.url }),
    render: ({ url }) =>
      later(
        'render',
        url!,
        url === '41' ? { kind: 'failure' } : { kind: 'rendered', rendered: `record ${url}` },
      ),
  };
}

it('shares the pages of a site, and judges them in their order', async () => {
  const done: string[] = [];
  const [owner, helper] = [fakeThread('owner', done), fakeThread('helper', done)];
  const shared = new SharedPages<string, PageThread<string>>({
    ownerOf: () => owner,
    helpersOf: () => [helper],
    canShare: () => true,
  });
  const urls = Array.from({ length: 60 }, (_, i) => String(i));
  const outcomes = await Promise.all(
    urls.map((url) =>
      shared.page({
        site: 'a',
        mode: 'observe',
        raw: { url, bytes: new Uint8Array() },
      } as unknown as RawTask),
    ),
  );
  const judged = done.filter((line) => /^owner (page|judge)/.test(line)).map((line) => line.split(' ')[2]);
  expect(judged).toEqual(urls.filter((url) => url !== '33'));
  expect(done.filter((line) => line.startsWith('helper prepare')).length).toBeGreaterThan(10);
  expect(outcomes.map((one) => (one.kind === 'page' ? one.rendered : one.change))).toEqual(
    urls.map((url) => (url === '33' ? undefined : url === '41' ? '41' : `record ${url}`)),
  );
});
