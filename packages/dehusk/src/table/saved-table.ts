/**
 * A table as plain data, for whoever writes it down: a few numbers, and the columns of the slots that are in use. Free
 * slots are left out, so that a table of one page is as small as that page. A bit for each slot says which are in use;
 * with it everything comes back into its own slot, and a table that was saved goes on to the bit.
 */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array;

export interface SavedTable {
  readonly facts: Readonly<Record<string, number>>;
  readonly columns: Readonly<Record<string, Column>>;
}

/** The slots whose count is not 0. */
export function usedSlots(counts: Float32Array | Uint32Array): Uint32Array {
  const used = new Uint32Array(counts.length);
  let length = 0;
  for (let slot = 0; slot < counts.length; slot++) if (counts[slot] !== 0) used[length++] = slot;
  return used.subarray(0, length);
}

/** One bit for each slot, the first in the lowest bit of the first byte. */
export function bitsOf(slots: Uint32Array, capacity: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(capacity / 8));
  for (let i = 0; i < slots.length; i++) bits[slots[i]! >> 3]! |= 1 << (slots[i]! & 7);
  return bits;
}

export function slotsOf(bits: Column, count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (let slot = 0, length = 0; length < count && slot < 8 * bits.length; slot++)
    if ((bits[slot >> 3]! & (1 << (slot & 7))) !== 0) slots[length++] = slot;
  return slots;
}

/** The entries of these slots, one after the other. */
export function gather<Kind extends Uint32Array | Uint16Array | Int16Array | Float32Array>(
  column: Kind,
  slots: Uint32Array,
): Kind {
  const entries = column.slice(0, slots.length) as Kind;
  for (let i = 0; i < slots.length; i++) entries[i] = column[slots[i]!]!;
  return entries;
}

/** Puts them back. */
export function scatter(
  entries: Column,
  slots: Uint32Array,
  column: Uint32Array | Uint16Array | Float32Array,
): void {
  for (let i = 0; i < slots.length; i++) column[slots[i]!] = entries[i]!;
}
