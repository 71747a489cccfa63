/** So many of the items, or all there are, evenly spread; the first is always among them. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, i) => items[Math.floor((i * items.length) / taken)]!);
}
