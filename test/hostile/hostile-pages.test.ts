/** Every hostile page is parsed, or refused with an error of its own, soon and in bounded memory. */
import { describe, expect, it } from 'vitest';
import { DehuskError, errorMessages } from '../../packages/dehusk/src/errors.ts';
import { type Page, readNormalText } from '../../packages/dehusk/src/page/page.ts';
import { parse } from '../../packages/dehusk/src/page/parse.ts';
import { hostileFamilies } from '../../packages/lab/src/soak/hostile.ts';
import { cpuMs } from '../cpu-ms.ts';

const BUDGET_MS = 1500;
const encoder = new TextEncoder();

/** The page, or the code it was refused with, soon. */
function attempt(bytes: Uint8Array): Page | string {
  let outcome: Page | string = '';
  const ms = cpuMs(() => {
    outcome = parseOrRefuse(bytes);
  });
  expect(ms).toBeLessThan(BUDGET_MS);
  return outcome;
}

function parseOrRefuse(bytes: Uint8Array): Page | string {
  try {
    return parse({ bytes });
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    return error.code;
  }
}

const attemptHtml = (html: string): Page | string => attempt(encoder.encode(html));

function texts(outcome: Page | string): string[] {
  if (typeof outcome === 'string') throw new Error(`refused: ${outcome}`);
  return Array.from(outcome.segments, (node) => readNormalText(outcome, node));
}

describe('a hostile page', () => {
  it('of a million nested divs is refused', () => {
    expect(attemptHtml('<div>'.repeat(1_000_000))).toBe('PAGE_TOO_DEEP');
  });

  it('of 300,000 nested divs is parsed where the limits are raised', () => {
    const bytes = encoder.encode(`${'<div>'.repeat(300_000)}x`);
    const page = parse({ bytes }, { limits: { maxDepth: 1_000_000, maxNodes: 1_000_000 } });
    expect(page.depth[page.nodeCount - 1]).toBe(300_002);
    expect(page.subtreeEnd[0]).toBe(page.nodeCount);
  });

  it('of 200,000 siblings is parsed', () => {
    expect(texts(attemptHtml('<i>x</i>'.repeat(100_000)))).toHaveLength(100_000);
    expect(attemptHtml('<br>'.repeat(200_000))).toMatchObject({ nodeCount: 200_003 });
  });

  it('of 100,000 attributes on one element is parsed, or refused where the names differ', () => {
    expect(texts(attemptHtml(`<p ${'a=1 '.repeat(100_000)}>x`))).toEqual(['x']);
    const named = Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ');
    expect(attemptHtml(`<p ${named}>x`)).toBe('PAGE_TOO_MANY_NAMES');
    expect(attemptHtml('<p a b c d e f g h i j>'.repeat(60_000))).toBe('PAGE_TOO_MANY_ATTRIBUTES');
  });

  it('of 17 KB of nested fonts in many paragraphs is refused before it has multiplied', () => {
    const fonts = Array.from({ length: 500 }, (_, i) => `<font size=${i}>`).join('');
    const html = `<p>${fonts}</p>${'<p>x'.repeat(1500)}`;
    expect(html.length).toBeLessThan(17_000);
    expect(attemptHtml(html)).toBe('PAGE_TOO_MANY_NODES');
  });

  it('of 60 MB is refused', () => {
    expect(attempt(new Uint8Array(60 * 1024 * 1024).fill(0x61))).toBe('PAGE_TOO_LARGE');
  });

  it('full of NULs, lone surrogates and control characters keeps its text', () => {
    expect(texts(attemptHtml('<p>a\0b\0</p><di\0v>c'))).toEqual(['ab', 'c']);
    expect(texts(attemptHtml('<p>&#xD800;&#0;&#x110000;&#1;'))).toEqual(['\ufffd\ufffd\ufffd\u0001']);
    const loneSurrogate = Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00, 0x00, 0xdc);
    expect(texts(attempt(loneSurrogate))).toEqual(['\ufffdA\ufffd']);
  });

  it('with nothing closed keeps its text', () => {
    const html = '<html><head><title>t<body><div><p>a<table><tr><td>b<ul><li>c<a href="d';
    expect(texts(attemptHtml(html.replace('<title>t', '')))).toEqual(['a', 'b', 'c']);
    for (const unclosed of [
      '<!--',
      '<script>',
      '<style>',
      '<textarea>',
      '<![CDATA[',
      '<a b="',
      '</p',
      '<',
      '&#',
    ]) {
      expect(typeof attemptHtml(`<p>x${unclosed} y`), unclosed).toBe('object');
    }
  });

  it('after plaintext is text to its end', () => {
    expect(texts(attemptHtml('<p>a<plaintext><p>b</plaintext>&amp;'))).toEqual([
      'a',
      '<p>b</plaintext>&amp;',
    ]);
  });

  it.each(hostileFamilies)('of the family "$name" is parsed or refused', ({ html }) => {
    const outcome = attemptHtml(html(60_000));
    if (typeof outcome === 'string') expect(Object.keys(errorMessages)).toContain(outcome);
    else expect(outcome.subtreeEnd[0]).toBe(outcome.nodeCount);
  });
});
