/**
 * Which addresses may stay in a written page. Browsers drop tabs, line ends and leading control characters from an
 * address before they look at its scheme; here everything that could be dropped is, so the check sees at least
 * what any browser sees.
 */

// biome-ignore format: a list of words
const harmlessSchemes: ReadonlySet<string> = new Set([
  'http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'sms', 'callto', 'geo', 'xmpp', 'irc', 'ircs', 'news', 'nntp',
  'magnet', 'urn', 'doi', 'whatsapp', 'skype', 'webcal', 'about', 'cid', 'mid', 'file',
]);

const ignorable = /[\0-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]+/g;
const rasterImage = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/;
const vectorImage = /^data:image\/svg\+xml[;,]/;
const scripting = /(?:java|vb|live|j)script:|mocha:|data:(?!image\/)/;

function bare(value: string): string {
  return value.replace(ignorable, '').toLowerCase();
}

/** May this be followed or loaded? `vectors`: where a browser shows SVG as a still image only (`<img>`). */
export function isSafeUrl(value: string, vectors: boolean): boolean {
  const url = bare(value);
  const scheme = /^([^/?#:]*):/.exec(url)?.[1];
  if (scheme === undefined || harmlessSchemes.has(scheme)) return true;
  return rasterImage.test(url) || (vectors && vectorImage.test(url));
}

/** For lists of addresses (srcset, ping) and for attributes of unknown meaning: no script anywhere in it. */
export function mentionsScript(value: string): boolean {
  return value.includes(':') && scripting.test(bare(value));
}
