/**
 * The tags that the tree builder treats specially, and their categories in the HTML standard (13.2.4.2, 13.2.6).
 * A tag's position in the list is its number on every page; numbers are not stored, so the list may be changed.
 */
import { createKnownNames, type KnownNames } from './name-table.ts';
import { TEXT } from './page.ts';

// biome-ignore format: a list of words
const names = [
  '#text', 'html', 'head', 'body', 'title', 'base', 'link', 'meta', 'style', 'script', 'noscript', 'template',
  'div', 'p', 'span', 'a', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'tbody',
  'thead', 'tfoot', 'tr', 'td', 'th', 'form', 'input', 'button', 'select', 'optgroup', 'option', 'textarea',
  'label', 'fieldset', 'legend', 'datalist', 'output', 'progress', 'meter', 'keygen', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup',
  'header', 'footer', 'nav', 'main', 'section', 'article', 'aside', 'address', 'search', 'details', 'summary',
  'dialog', 'figure', 'figcaption', 'blockquote', 'pre', 'listing', 'xmp', 'plaintext', 'hr', 'br', 'wbr',
  'img', 'image', 'picture', 'source', 'track', 'audio', 'video', 'canvas', 'map', 'area', 'iframe', 'embed', 'object',
  'param', 'applet', 'marquee', 'noembed', 'noframes', 'frameset', 'frame', 'bgsound', 'basefont', 'center',
  'dir', 'menu', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u',
  'abbr', 'acronym', 'bdi', 'bdo', 'cite', 'data', 'del', 'dfn', 'ins', 'kbd', 'mark', 'q', 'samp', 'sub', 'sup', 'time', 'var',
  'ruby', 'rb', 'rp', 'rt', 'rtc', 'slot', 'svg', 'math', 'foreignobject', 'desc', 'mi', 'mo', 'mn', 'ms', 'mtext',
  'mglyph', 'malignmark', 'annotation-xml', 'g', 'path', 'use', 'rect', 'circle', 'polygon', 'defs', 'symbol',
] as const;

type TagName = Exclude<(typeof names)[number], '#text'>;

export const knownTags: KnownNames = createKnownNames(names);

/** Tag name → its number. */
export const Tag: Readonly<Record<TagName, number>> = Object.fromEntries(
  names.map((name, id) => [name, id]).slice(1),
) as Record<TagName, number>;

if (names[TEXT] !== '#text') throw new Error('text must be tag 0');

/** The set of some known tags as a table of bits, so that membership is one array access. */
export function tagSet(...members: readonly TagName[]): Uint8Array {
  // Invented names have numbers past the known ones: every set is as long as ids can be.
  const set = new Uint8Array(2 ** 16);
  for (const name of members) set[Tag[name]] = 1;
  return set;
}

/** Elements without content or end tag. */
export const voidTags: Uint8Array = tagSet(
  ...(['area', 'base', 'basefont', 'bgsound', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input'] as const),
  ...(['keygen', 'link', 'meta', 'param', 'source', 'track', 'wbr'] as const),
);

/** Elements whose content is raw text for the tokenizer and never text of the page. */
export const rawContentTags: Uint8Array = tagSet(
  'script',
  'style',
  'noscript',
  'iframe',
  'noembed',
  'noframes',
);

/** Elements below which no text is visible: the page's segments leave it out. */
export const hiddenTags: Uint8Array = tagSet(
  ...(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'noembed', 'noframes'] as const),
  ...(['svg', 'textarea', 'select', 'option'] as const),
);
