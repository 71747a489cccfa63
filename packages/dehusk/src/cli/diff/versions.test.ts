import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../page/raw-page.ts';
import { Captures, type CaptureWish } from './versions.ts';

const url = 'https://site.example/';
const time = (text: string): { text: string; digits: string } => ({
  text,
  digits: text.replace(/\D/g, '').padEnd(14, '9'),
});

/** A capture is known by its words. */
function capture(words: string, facts: Partial<RawPage> = {}): RawPage {
  const place = { file: 'crawl.warc', offset: words.length };
  return { url, bytes: new TextEncoder().encode(words), provenance: place, ...facts };
}

const pages = [
  capture('May', { date: '2024-05-01T10:00:00Z' }),
  capture('about', { url: `${url}about`, date: '2024-05-01T10:00:01Z' }),
  // Archives are not always in order.
  capture('January', { date: '2025-01-02T00:00:00Z' }),
  capture('June', { url: `${url}#top`, date: '2024-06-01T10:00:00Z' }),
];
const file = capture('page file', { url: `${url}x.html`, provenance: { file: 'x.html' } });
const undated = [capture('first'), capture('second')];

function captures(from: readonly RawPage[], wish: Omit<CaptureWish, 'file'>): Captures {
  const found = new Captures({ file: 'crawl.warc', ...wish });
  for (const page of from) found.add(page);
  return found;
}

const words = ({ bytes }: RawPage): string => new TextDecoder().decode(bytes);

describe('two captures of one input', () => {
  it.each([
    ['the latest two, by their times', pages, { url }, 'June', 'January'],
    ['the latest up to a time', pages, { url, oldUntil: time('2024-05') }, 'May', 'January'],
    ['the latest two up to a time', pages, { url, until: time('2024') }, 'May', 'June'],
    ['in any order', pages, { url, oldUntil: time('2025'), until: time('2024-05') }, 'January', 'May'],
    ['by the input, where no times are told', undated, {}, 'first', 'second'],
  ])('%s', (_, from, wish, before, after) => {
    const two = captures(from, wish).latestTwo();
    expect([words(two.old), words(two.new)]).toEqual([before, after]);
  });

  it.each([
    [[pages[1]!], {}, `crawl.warc holds one capture only of ${url}about: name the other version too`],
    [pages, { url, oldUntil: time('2023-09') }, 'crawl.warc holds no capture up to 2023-09'],
    [undated, { until: time('2024') }, 'crawl.warc holds no capture up to 2024'],
  ])('not there', (from, wish, message) => {
    expect(() => captures(from, wish).latestTwo()).toThrow(message);
  });
});

describe('one capture of an input', () => {
  it.each([
    ['the latest', pages, { url }, 'January'],
    ['the latest up to a time', pages, { url, until: time('20240531') }, 'May'],
    ['the only page', [pages[1]!], {}, 'about'],
    ['a page file, whatever its address', [file], { url }, 'page file'],
  ])('%s', (_, from, wish, found) => {
    expect(words(captures(from, wish).latest())).toBe(found);
  });

  it.each([
    [pages, {}, 'crawl.warc holds several pages: say which one with --url'],
    [pages, { url: `${url}abuot` }, `crawl.warc holds no page at ${url}abuot (did you mean ${url}about?)`],
    [pages, { url: 'http://other.test/' }, 'crawl.warc holds no page at http://other.test/'],
    [pages, { url, until: time('2023') }, 'crawl.warc holds no capture up to 2023'],
    [[], { url }, 'crawl.warc holds no page'],
    [
      [file, capture('y', { provenance: { file: 'y.html' } })],
      { url: 'urn:x' },
      'crawl.warc holds no page at urn:x',
    ],
  ])('not there', (from, wish, message) => {
    expect(() => captures(from, wish).latest()).toThrow(message);
  });
});
