import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCore } from '../page/parse.ts';
import { splitLine } from './jsonl.ts';

const encoder = new TextEncoder();
const module = new WebAssembly.Module(
  readFileSync(new URL('../../build/core-checked.wasm', import.meta.url)),
);

beforeAll(() => useCore(() => module));
afterAll(() => useCore(() => undefined));

/** What `JSON.parse` makes of the field; undefined where there is no text in it. */
function parsedText(line: Uint8Array): string | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as { html?: unknown };
    return Object.hasOwn(value, 'html') && typeof value.html === 'string' ? value.html : undefined;
  } catch {
    return undefined;
  }
}

/** A line may be left to `JSON.parse`; what is taken must be the same. */
function agrees(line: string | Uint8Array): boolean {
  const bytes = typeof line === 'string' ? encoder.encode(line) : line;
  const split = splitLine(bytes, 'html');
  if (split === undefined) return true;
  const text = parsedText(bytes);
  expect(text).toBeDefined();
  expect(Buffer.from(split.bytes)).toEqual(Buffer.from(encoder.encode(text)));
  expect(Object.keys(split.value)).toEqual(
    Object.keys(JSON.parse(new TextDecoder().decode(bytes)) as object),
  );
  return true;
}

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\n', '\ud83d\ude00', '\ud83d', '\ude00', '</p>', '\u0000', '{', '"html":"x"'),
);
const text = fc.array(piece).map((pieces) => pieces.join(''));

/** As some writers spell it: every unit that is not a letter by its number, slashes escaped. */
function escaped(json: string): string {
  return json.replaceAll('/', '\\/').replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

describe('a line that is split', () => {
  it('has the text that JSON.parse finds, however it is spelled', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (html, other, isLast) => {
        const line = JSON.stringify(isLast ? { url: other, n: [1, { html: 'in' }], html } : { html, other });
        return agrees(line) && agrees(escaped(line));
      }),
    );
  });

  it('takes ordinary lines, so that the fast way is one', () => {
    for (const html of ['', '<p class="a">\n\tTür\\u0020</p>\r\n', '\ud83d\ude00 \u2028']) {
      const line = JSON.stringify({ url: 'https://site.example/', html });
      expect(new TextDecoder().decode(splitLine(encoder.encode(line), 'html')?.bytes)).toBe(html);
    }
    expect(
      splitLine(encoder.encode('{ "html" : "\\ud83d\\ude00\\u00fc\\ud83d" }\r\n'), 'html')?.bytes,
    ).toEqual(encoder.encode('\ud83d\ude00ü\ufffd'));
  });

  it('has escapes at any border of what is looked at together', () => {
    for (const odd of ['"', '\\', '\n', '\\\\', '\ud83d\ude00', '\u00fc\n', '\u0001"'])
      for (let before = 0; before < 140; before++) {
        const html = `${'x'.repeat(before)}${odd}${'y'.repeat(70)}${odd}`;
        const line = JSON.stringify({ html, other: 1 });
        expect(agrees(line) && agrees(escaped(line))).toBe(true);
        expect(splitLine(encoder.encode(line), 'html')).toBeDefined();
      }
  });

  it('any damage gives the same text or is left to JSON.parse', () => {
    const line = encoder.encode('{"url":"u","html":"<p>\\"a\\" \\u00fc ü\\n</p>","status":200}\n');
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.nat(255), fc.nat(line.length), (at, byte, length) => {
        const damaged = line.slice(0, length);
        damaged[at] = byte;
        return agrees(damaged);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '{"html":"a","html":"b"}',
    '{"html":"a","h\\u0074ml":"b"}',
    '{"html":"a","html":"\x7f"}',
    '{"html":"a","url":"\x7f"}',
    '{"in":{"html":"a"}}',
    '{"in":{"html":"a"},"html":"b"}',
    '{"html":"a\nb"}',
    '{"html":"a\\x"}',
    '{"html":"a"',
    '["html","a"]',
    '\ufeff{"html":"a"}',
    '',
  ])('what is odd is left alone: %s', (line) => {
    expect(splitLine(encoder.encode(line), 'html')).toBeUndefined();
  });
});
