/**
 * The odd page out (among the future work of Alarte 2014): pages that link to one another need not be of one
 * template. A front page or a forum beside articles has little in common with them, and its missing votes cost
 * template.
 */
import type { Sibling } from './find-siblings.ts';

/**
 * A page is odd if it has less than this part of what the others have in common with the key page, in the mean. Pages
 * of one template differ in length, and so does what they have in common: on 27 real sites a half puts aside more
 * pages that are merely short, and finds nothing better for them.
 */
const ODD_PART = 0.2;

/** The odd one of pages that are mapped to one key page; one of two cannot be told from the other. */
export function oddPage<Mapped extends Pick<Sibling, 'mapping'>>(
  pages: readonly Mapped[],
): Mapped | undefined {
  if (pages.length < 3) return undefined;
  const worst = pages.reduce((least, page) => (page.mapping.size < least.mapping.size ? page : least));
  const sizes = pages.reduce((sum, { mapping }) => sum + mapping.size, 0);
  const others = (sizes - worst.mapping.size) / (pages.length - 1);
  return worst.mapping.size < ODD_PART * others ? worst : undefined;
}
