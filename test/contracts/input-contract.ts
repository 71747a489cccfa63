/** What every reader of `src/input` must hold, run for each of them. */
import { expect, it } from 'vitest';
import type { InputItem, PassedOver, SourceItem } from '../../packages/dehusk/src/input/input.ts';
import { inChunks } from './input-fixtures.ts';

export type Read = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<SourceItem>;

export async function allItemsOf(items: AsyncIterable<SourceItem>): Promise<SourceItem[]> {
  const all: SourceItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Pages and failures. */
export async function itemsOf(items: AsyncIterable<SourceItem>): Promise<InputItem[]> {
  return (await allItemsOf(items)).flatMap((item) => (item.kind === 'passed-over' ? [] : [item]));
}

/** `status 404`, `record request`, `revisit` … */
export async function passedOf(items: AsyncIterable<SourceItem>): Promise<string[]> {
  return (await allItemsOf(items)).flatMap((item) => (item.kind === 'passed-over' ? [passedText(item)] : []));
}

export function passedText({ reason, detail }: PassedOver): string {
  return detail === undefined ? reason : `${reason} ${detail}`;
}

/** Errors compared by what a user sees of them. */
export function plainItems(items: readonly SourceItem[]): unknown[] {
  return items.map((item) => {
    if (item.kind === 'passed-over') return item;
    return item.kind === 'page'
      ? { ...item.page, bytes: Buffer.from(item.page.bytes).toString('latin1') }
      : { message: item.error.message, code: item.error.code, provenance: item.provenance, url: item.url };
  });
}

/** The cuts between the chunks of a source must not show: byte by byte gives what one blob gives. */
export function itIgnoresChunks(name: string, bytes: Uint8Array, read: Read): void {
  it(`${name}: byte by byte equals one blob`, async () => {
    const blob = plainItems(await allItemsOf(read(inChunks(bytes, Math.max(1, bytes.length)))));
    expect(blob.length).toBeGreaterThan(0);
    for (const chunkBytes of [1, 2, 7]) {
      expect(plainItems(await allItemsOf(read(inChunks(bytes, chunkBytes))))).toEqual(blob);
    }
  });
}
