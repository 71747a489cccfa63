import { DehuskError } from '../../errors.ts';

/** Characters that a path segment may show as they are (RFC 3986, pchar) and that encodeURIComponent hides. */
const plainInPath = /%(?:40|3A|24|26|2B|2C|3B|3D)/g;

/** Throws INPUT_BASE_URL_BAD unless pages can have addresses below it. */
export function checkBaseUrl(baseUrl: string): void {
  if (!URL.canParse('page.html', baseUrl)) throw new DehuskError('INPUT_BASE_URL_BAD', { baseUrl });
}

/**
 * The address of a page file: the base, taken as a folder, and the file's path in it. The path is a path: `?` and `%`
 * of a file name are encoded. `index.html` is its folder's address, as servers and links have it, and `.gz` is no
 * part of an address.
 */
export function pageUrl(baseUrl: string, path: string): string {
  const base = new URL(baseUrl);
  const page = path.replace(/\.gz$/i, '').replace(/(^|\/)index\.x?html?$/i, '$1');
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base.href + page.split('/').map(encodeSegment).join('/');
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    plainInPath,
    decodeURIComponent,
  );
}
