/** Archives written by warcio, the reference of the field, read by us; and ours read by warcio. */
import { expect, it } from 'vitest';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import { itemsOf } from '../../../../../test/contracts/input-contract.ts';
import {
  brief,
  bytesOf,
  html,
  inChunks,
  perRecord,
  plain,
  titles,
} from '../../../../../test/contracts/input-fixtures.ts';
import { openInputs } from '../open-inputs.ts';

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text);
}

async function writtenByWarcio(gzip: boolean): Promise<Uint8Array> {
  const info = WARCRecord.createWARCInfo({ filename: 'x.warc' }, { software: 'warcio' });
  const parts = [await WARCSerializer.serialize(info, { gzip })];
  for (const title of titles) {
    const about = {
      url: `https://site.example/${title}`,
      date: '2026-01-01T00:00:00Z',
      type: 'response',
    } as const;
    const httpHeaders = { 'Content-Type': 'text/html' };
    const record = WARCRecord.create({ ...about, httpHeaders }, oneChunk(html(title)));
    parts.push(await WARCSerializer.serialize(record, { gzip }));
  }
  return bytesOf(...parts);
}

it.each([false, true])('reads what warcio writes, gzip %s', async (gzip) => {
  const stdin = inChunks(await writtenByWarcio(gzip), 100);
  const items = await itemsOf(openInputs(['-'], { stdin }));
  expect(brief(items)).toEqual([...titles]);
  expect(items[1]).toMatchObject({
    page: { url: 'https://site.example/bees', date: '2026-01-01T00:00:00Z', contentType: 'text/html' },
  });
});

it.each([
  ['plain', plain],
  ['gzip per record', perRecord],
])('gives the addresses, offsets and bytes that warcio gives: %s', async (_, archive) => {
  const expected: unknown[] = [];
  const parser = new WARCParser(inChunks(archive.bytes, 64));
  for await (const record of parser) {
    const { offset } = parser;
    if (record.warcType !== 'response') continue;
    expected.push({ url: record.warcTargetURI, offset, text: await record.contentText() });
  }
  const items = await itemsOf(openInputs(['-'], { stdin: inChunks(archive.bytes, 64) }));
  const found = items.map((item) => {
    if (item.kind === 'failure') return item.error;
    const { url, provenance, bytes } = item.page;
    return { url, offset: provenance.offset, text: new TextDecoder().decode(bytes) };
  });
  expect(found).toEqual(expected);
  expect(found).toHaveLength(titles.length);
});
