import { describe, expect, it } from 'vitest';
import { allItemsOf, itemsOf, itIgnoresChunks } from '../../../../test/contracts/input-contract.ts';
import { brief, bytesOf, html, inChunks } from '../../../../test/contracts/input-fixtures.ts';
import { ByteReader } from './byte-reader.ts';
import type { InputItem } from './input.ts';
import { type JsonlOptions, maxLineBytes, readJsonl } from './jsonl.ts';
import { itemsIn } from './open-inputs.ts';

const settings: JsonlOptions = { provenance: { file: 'a.jsonl' }, maxPageBytes: 1e6 };

function read(bytes: string | Uint8Array, options: Partial<JsonlOptions> = {}): Promise<InputItem[]> {
  const source = new ByteReader(inChunks(bytesOf(bytes), 16));
  return itemsOf(itemsIn(readJsonl(source, { ...settings, ...options })));
}

function line(title: string): string {
  return `${JSON.stringify({ url: `https://site.example/${title}`, html: html(title), other: [1, { a: null }] })}\n`;
}

const mixed = `\ufeff${line('ants')}\n{"url":"x"\n${line('bäume')}[]\n{"html":5}\r\n${line('wasps').trimEnd()}`;

describe('JSON Lines', () => {
  itIgnoresChunks('good and bad lines', bytesOf(mixed), (chunks) =>
    itemsIn(readJsonl(new ByteReader(chunks), settings)),
  );

  it('a bad line fails by its number and the next go on, the last without a newline', async () => {
    const items = await read(mixed);
    const bad = 'INPUT_LINE_BAD';
    expect(brief(items)).toEqual(['ants', bad, 'bäume', bad, bad, 'wasps']);
    const places = items.map((item) => (item.kind === 'page' ? item.page : item).provenance);
    expect(places.map((place) => place.line)).toEqual([1, 3, 4, 5, 6, 7]);
    const bytes = bytesOf(mixed);
    for (const { offset } of places) expect(['{', '[']).toContain(String.fromCharCode(bytes[offset!]!));
  });

  it('hands on all lines of a chunk at once, and makes a page when it is asked for', async () => {
    const bytes = bytesOf(line('ants') + line('bees') + line('wasps'));
    const cut = bytes.indexOf(0x0a) * 2 + 20;
    const source = new ByteReader(inChunks(bytes, cut));
    const seen: (readonly string[])[] = [];
    for await (const portion of readJsonl(source, settings)) {
      const offsets: number[] = [];
      const titles: string[] = [];
      for (const item of portion) {
        offsets.push(source.offset);
        titles.push(...brief([item as InputItem]));
      }
      expect(new Set(offsets).size).toBe(offsets.length);
      seen.push(titles);
    }
    expect(seen).toEqual([['ants', 'bees'], ['wasps'], []]);
  });

  it('tells of blank lines, and of the address of a line that fails', async () => {
    const source = new ByteReader(inChunks(bytesOf('\n{"html":"x"}\n \t\r\n{"url":"u"}\n'), 9));
    const items = await allItemsOf(itemsIn(readJsonl(source, settings)));
    expect(items).toMatchObject([
      { kind: 'passed-over', reason: 'blank', provenance: { line: 1 } },
      { kind: 'page' },
      { kind: 'passed-over', reason: 'blank', provenance: { line: 3 } },
      { kind: 'failure', url: 'u' },
    ]);
  });

  it('an empty address is none: its pages are not one page', async () => {
    const items = await read('{"url":"","html":"x"}\n{"url":" ","html":"y"}\n');
    expect(items.map((item) => item.kind === 'page' && 'url' in item.page)).toEqual([false, false]);
  });

  it('of a line that was cut short, says that it is and nothing of its end', async () => {
    const [item] = await read('{"url":"u","html":"cut\n{"html":"x"}\n');
    expect((item as { error: Error }).error.message).toMatch(/^line 1 .*\(Unterminated string/);
  });

  it('a page is UTF-8 and says so', async () => {
    const [item] = await read(line('bäume'));
    expect(item).toMatchObject({
      page: {
        url: 'https://site.example/bäume',
        contentType: 'text/html; charset=utf-8',
        provenance: { line: 1 },
      },
    });
    expect(brief([item!])).toEqual(['bäume']);
  });

  it('other names of fields, and no url', async () => {
    const items = await read(
      '{"link":"u","body":"<title>b</title>"}\n{"body":"<title>c</title>"}\n{"html":"d"}',
      {
        fields: { url: 'link', html: 'body' },
      },
    );
    expect(brief(items)).toEqual(['b', 'c', 'INPUT_LINE_BAD']);
    expect(items[0]).toMatchObject({ page: { url: 'u' } });
    expect(items[1]).not.toHaveProperty('page.url');
  });

  it('takes no field from the prototype', async () => {
    const items = await read('{"a":1}', { fields: { html: 'toString' } });
    expect(brief(items)).toEqual(['INPUT_LINE_BAD']);
  });

  it('refuses what is no UTF-8', async () => {
    expect(brief(await read(bytesOf('{"html":"', Uint8Array.of(0xff), '"}\n', line('next'))))).toEqual([
      'INPUT_LINE_BAD',
      'next',
    ]);
  });

  it('refuses a line and a page that are too long, and goes on', async () => {
    const maxPageBytes = 1000;
    const long = `{"html":"${'x'.repeat(maxLineBytes(maxPageBytes))}"}\n`;
    const items = await read(`${long}{"html":"${'y'.repeat(1001)}"}\n${line('next')}`, { maxPageBytes });
    expect(brief(items)).toEqual(['INPUT_LINE_TOO_LONG', 'PAGE_TOO_LARGE', 'next']);
    expect(items[0]).toMatchObject({ provenance: { line: 1, offset: 0 } });
    expect(items[2]).toMatchObject({ page: { provenance: { line: 3 } } });
  });

  it('nothing is no failure', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\n \r\n')).toEqual([]);
  });
});
