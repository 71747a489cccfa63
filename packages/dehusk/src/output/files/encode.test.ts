/** Pages that the core has written as bytes, against the same of which strings were made, as without WebAssembly: the same output. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMetadata } from '../../metadata/page-metadata.ts';
import { parseTextInTypeScript } from '../../page/html-parser.ts';
import type { Page } from '../../page/page.ts';
import { parseText, useCore } from '../../page/parse.ts';
import { createEncoder, type EncodeOptions } from './encode.ts';
import { type Container, containers } from './output.ts';

const core = new WebAssembly.Module(
  readFileSync(new URL('../../../build/core-checked.wasm', import.meta.url)),
);
useCore(() => core);
const url = 'http://a.example/"text":""';
const source = `<title>"text":""</title><meta name=description content='{"text":""}'><ul><li>Menu</ul><h1>A "head"</h1>
  <p>It says \\ and \u2028 and \u0001 and 😀.<p><a href=/x title='"text":""'>"text":""</a><pre>one\n\ttwo</pre>${'<p>Grüße, and more of it.'.repeat(20)}`;

/** With its first text as template. */
function encoded(page: Page, container: Container, options: Partial<EncodeOptions>): string {
  const { nodeCount, segments } = page;
  const template = new Uint8Array(nodeCount);
  template[segments[0]!] = 1;
  const verdict = {
    ...{ template, score: new Float32Array(nodeCount), seen: new Uint32Array(nodeCount) },
    ...{ of: 3, version: 2 },
  };
  const encode = createEncoder(
    container,
    { format: 'text', ...options },
    { date: '2026-05-06T07:08:09Z', describe: readMetadata },
  );
  const raw = { url, provenance: { file: '"text":"".warc', offset: 7 } };
  return Buffer.from(encode({ raw, page, verdict, site: '"text":""' })).toString();
}

const settings: readonly Partial<EncodeOptions>[] = [
  {},
  { form: 'dolma' },
  { form: 'datatrove' },
  { blocks: true, links: true, templateText: true, metadataSources: true },
  { hidden: 'keep' },
  { frontMatter: true },
  { chunks: { maxTokens: 20 } },
  { form: 'datatrove', chunks: { maxTokens: 20 } },
  { format: 'markdown' },
  { format: 'html' },
];

describe.each(containers)('%s', (container) => {
  test.each(settings)('%j', (options) => {
    const expected = encoded(parseTextInTypeScript(source, { url }), container, options);
    expect(encoded(parseText(source, { url }), container, options)).toBe(expected);
    expect(expected).toContain('more of it.');
  });

  test('a page without content', () => {
    const expected = encoded(parseTextInTypeScript('<title>x</title>'), container, {});
    expect(encoded(parseText('<title>x</title>'), container, {})).toBe(expected);
  });
});

test('a record is what JSON makes of it', () => {
  const line = encoded(parseText(source, { url }), 'jsonl', {});
  const record = JSON.parse(line) as { readonly id: string; readonly site: string; readonly text: string };
  expect(`${JSON.stringify(record)}\n`).toBe(line);
  expect(record.site).toBe('"text":""');
  expect(record.text).toMatch(
    /^A "head"\n\nIt says \\ and \u2028 and \u0001 and 😀\.\n\n"text":""\n\none\n\ttwo\n\nGrüße/,
  );
});
