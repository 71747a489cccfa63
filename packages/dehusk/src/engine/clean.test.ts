import { describe, expect, it } from 'vitest';
import type { Detector, Verdict } from '../detect/detector.ts';
import { createNoneDetector } from '../detect/none/none.ts';
import { DehuskError } from '../errors.ts';
import { failure, type InputItem } from '../input/input.ts';
import type { Page } from '../page/page.ts';
import type { RawPage } from '../page/raw-page.ts';
import { type CleanOptions, type CleanResult, clean } from './clean.ts';

const none = { createDetector: createNoneDetector };

function rawPage(url: string, html = '<p>text'): RawPage {
  return { url, bytes: new TextEncoder().encode(html), provenance: { file: 'crawl.jsonl' } };
}

async function results(
  items: readonly (InputItem | RawPage)[],
  options: CleanOptions = none,
): Promise<CleanResult[]> {
  const all: CleanResult[] = [];
  for await (const result of clean(items, options)) all.push(result);
  return all;
}

/** Results as short texts: a page by site and id, a failure by code. */
function brief(all: readonly CleanResult[]): string[] {
  return all.map((result) => (result.kind === 'page' ? `${result.site} ${result.id}` : result.error.code));
}

describe('clean', () => {
  it('takes the items of an input, and pages as they are', async () => {
    const page = rawPage('https://www.a.example/x#y');
    expect(brief(await results([page, { kind: 'page', page }]))).toEqual(
      Array(2).fill('a.example https://www.a.example/x'),
    );
  });

  it('makes one detector per site', async () => {
    const seen: string[] = [];
    const createDetector = (site: string): Detector => {
      const detector = createNoneDetector();
      seen.push(`new ${site}`);
      const observe = (page: Page): Verdict => {
        seen.push(`${site} ${page.url}`);
        return detector.observe(page);
      };
      return { ...detector, observe };
    };
    const urls = ['https://a.example/1', 'https://b.example/1', 'https://www.a.example/2'];
    await results(
      urls.map((url) => rawPage(url)),
      { createDetector },
    );
    expect(seen).toEqual([
      'new a.example',
      `a.example ${urls[0]}`,
      'new b.example',
      `b.example ${urls[1]}`,
      `a.example ${urls[2]}`,
    ]);
  });

  it('passes failures of the input on, in their place', async () => {
    const failed = failure(new DehuskError('INPUT_CUT', { offset: 3, reason: 'test' }), { file: 'x.warc' });
    const all = await results([rawPage('https://a.example/1'), failed, rawPage('https://a.example/2')]);
    expect(brief(all)).toEqual([
      'a.example https://a.example/1',
      'INPUT_CUT',
      'a.example https://a.example/2',
    ]);
    expect(all[1]).toBe(failed);
  });

  it('fails a page over a limit alone', async () => {
    const pages = [rawPage('https://a.example/1', 'x'.repeat(20)), rawPage('https://a.example/2')];
    const all = await results(pages, { ...none, limits: { maxBytes: 10 } });
    expect(brief(all)).toEqual(['PAGE_TOO_LARGE', 'a.example https://a.example/2']);
    expect(all[0]).toMatchObject({ url: 'https://a.example/1', provenance: { file: 'crawl.jsonl' } });
  });

  it('tells a fault of the program from a bad page, and keeps its cause', async () => {
    const fault = new TypeError('x is undefined');
    const createDetector = (site: string): Detector => {
      if (site === 'a.example') throw fault;
      return createNoneDetector();
    };
    const pages = [rawPage('https://a.example/1'), rawPage('https://b.example/1')];
    const all = await results(pages, { createDetector });
    expect(brief(all)).toEqual(['INTERNAL', 'b.example https://b.example/1']);
    const [failed] = all;
    if (failed?.kind !== 'failure') throw new Error('no failure');
    expect(failed.error.cause).toBe(fault);
    expect(failed.error.message).toBe('internal error, please report it: TypeError: x is undefined');
  });

  it('can be iterated again, from nothing learned', async () => {
    const made: string[] = [];
    const createDetector = (site: string): Detector => {
      made.push(site);
      return createNoneDetector();
    };
    const cleaned = clean([rawPage('https://a.example/1')], { createDetector });
    for (let i = 0; i < 2; i++) for await (const { kind } of cleaned) expect(kind).toBe('page');
    expect(made).toEqual(['a.example', 'a.example']);
  });

  it('stops at an abort with its reason', async () => {
    const stop = new AbortController();
    const pages = [rawPage('https://a.example/1'), rawPage('https://a.example/2')];
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const result of clean(pages, { ...none, signal: stop.signal })) {
        seen.push(result.kind);
        stop.abort(new Error('enough'));
      }
    };
    await expect(run()).rejects.toThrow('enough');
    expect(seen).toEqual(['page']);
  });

  it('refuses a bad option at once', () => {
    expect(() => clean([], { ...none, siteBy: 'prefix:0' })).toThrow('prefix:N');
  });
});
