import { readBaseUrl } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { readAttribute } from '../page/read.ts';
import { resolveUrl } from '../page/url.ts';

const usefulSchemes = /^(?:https?|ftp|mailto|tel):/;

export type AddressReader = (node: number, attribute: string) => string | undefined;

/** Reads absolute addresses; as they stand if nobody knows the page's own, and not at all if they are no use. */
export function createAddressReader(page: Page): AddressReader {
  const base = readBaseUrl(page);
  return (node, attribute) => {
    const value = readAttribute(page, node, attribute)?.trim();
    if (value === undefined || value === '') return undefined;
    const url = resolveUrl(value, base)?.href;
    if (url !== undefined) return usefulSchemes.test(url) ? url : undefined;
    return /^[^/?#]*:/.test(value) ? undefined : value;
  };
}
