/** What every reader of `src/input` must hold, run for each of them. */
import { expect, it } from 'vitest';
import type { InputItem } from '../../packages/dehusk/src/input/input.ts';
import { inChunks } from './input-fixtures.ts';

export type Read = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<InputItem>;

export async function itemsOf(items: AsyncIterable<InputItem>): Promise<InputItem[]> {
  const all: InputItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Errors compared by what a user sees of them. */
export function plainItems(items: readonly InputItem[]): unknown[] {
  return items.map((item) =>
    item.kind === 'page'
      ? { ...item.page, bytes: Buffer.from(item.page.bytes).toString('latin1') }
      : { message: item.error.message, code: item.error.code, provenance: item.provenance },
  );
}

/** The cuts between the chunks of a source must not show: byte by byte gives what one blob gives. */
export function itIgnoresChunks(name: string, bytes: Uint8Array, read: Read): void {
  it(`${name}: byte by byte equals one blob`, async () => {
    const blob = plainItems(await itemsOf(read(inChunks(bytes, Math.max(1, bytes.length)))));
    expect(blob.length).toBeGreaterThan(0);
    for (const chunkBytes of [1, 2, 7]) {
      expect(plainItems(await itemsOf(read(inChunks(bytes, chunkBytes))))).toEqual(blob);
    }
  });
}
