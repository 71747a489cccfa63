import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCore } from '../page/core.ts';
import { parseInTypeScript } from '../page/html-parser.ts';
import { heldPage, type Page } from '../page/page.ts';
import { sampleOf } from './language-sample.ts';

const cores = ['core', 'core-checked'].map((name) =>
  createCore(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}.wasm`, import.meta.url)))),
);

/** Without what stands in place of no script. */
function readSample(page: Page, everySecond: boolean, chars: number): unknown {
  const template = new Uint8Array(page.nodeCount);
  if (everySecond) for (let i = 0; i < page.segments.length; i += 2) template[page.segments[i]!] = 1;
  const { scripts, common, start } = sampleOf({ page, template }, chars);
  return {
    letters: [scripts.all, ...scripts.counts.subarray(1)],
    words: [common.count, ...common.shares],
    text: start(chars),
  };
}

const piece = fc.constantFrom(
  ...[
    'the ',
    'and',
    'Und ',
    'für',
    'FÜR,',
    'dengan',
    'não ',
    'и не ',
    'что',
    '的',
    'は',
    '가',
    'हिन्दी ',
    'ß',
    'İle ',
  ],
  ...[' ', '\n', '. ', '(', '42', '\0', '\u00a0', '\u3000', '😀', '\u212a', 'internationalisation '],
  ...['&amp;', '&uuml;', '&nbsp;', '&#x1f600;', '&#0;', '&ampere', '& ', '&nGt;'],
  ...['<p>', '<b>', '</b>', '<pre>', '</pre>', '<td>', '<xmp>&amp;', '<plaintext>', '<table>', '</p>'],
);

test('the core reads what is read text by text', () => {
  const encoder = new TextEncoder();
  const html = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(html, fc.boolean(), fc.constantFrom(1, 20, 200, 700), (written, everySecond, chars) => {
      const raw = { bytes: encoder.encode(written), url: 'http://a.example/' };
      const expected = readSample(parseInTypeScript(raw), everySecond, chars);
      for (const core of cores) {
        const page = core.parse(raw);
        if (page === undefined) continue;
        expect(heldPage(page)).toBeDefined();
        expect(readSample(page, everySecond, chars)).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});
