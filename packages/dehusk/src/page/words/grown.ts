type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The column itself if it has room for `size` entries, else a copy at least twice as long: constant per entry. */
export function grown<T extends Column>(column: T, size: number): T {
  if (size <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(size, column.length * 2));
  longer.set(column);
  return longer;
}
