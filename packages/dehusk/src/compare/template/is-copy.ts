import type { Page } from '../../page/page.ts';

/** Has the other page the same texts in the same order? Then it is the page itself, under another address. */
export function isCopy(page: Page, other: Page): boolean {
  return (
    page.segments.length === other.segments.length &&
    page.segments.every((node, i) => {
      const otherNode = other.segments[i]!;
      return (
        page.textHashHigh[node] === other.textHashHigh[otherNode] &&
        page.textHashLow[node] === other.textHashLow[otherNode]
      );
    })
  );
}
