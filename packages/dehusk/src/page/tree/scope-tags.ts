/** Which open elements end a scope, are special, or are closed without an end tag: the lists of 13.2.4.2. */
import { tagSet } from '../tags.ts';

// biome-ignore format: a list of words
export const endsDefaultScope: Uint8Array = tagSet(
  'applet', 'caption', 'html', 'table', 'td', 'th', 'marquee', 'object', 'template',
);
export const endsTableScope: Uint8Array = tagSet('html', 'table', 'template');

/** The standard's "special" category: an unmatched end tag is not looked for beyond one. */
// biome-ignore format: a list of words
export const specialTags: Uint8Array = tagSet(
  'address', 'applet', 'area', 'article', 'aside', 'base', 'basefont', 'bgsound', 'blockquote', 'body', 'br',
  'button', 'caption', 'center', 'col', 'colgroup', 'dd', 'details', 'dir', 'div', 'dl', 'dt', 'embed',
  'fieldset', 'figcaption', 'figure', 'footer', 'form', 'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5',
  'h6', 'head', 'header', 'hgroup', 'hr', 'html', 'iframe', 'img', 'input', 'keygen', 'li', 'link',
  'listing', 'main', 'marquee', 'menu', 'meta', 'nav', 'noembed', 'noframes', 'noscript', 'object', 'ol',
  'p', 'param', 'plaintext', 'pre', 'script', 'search', 'section', 'select', 'source', 'style', 'summary',
  'table', 'tbody', 'td', 'template', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'track', 'ul',
  'wbr', 'xmp',
);
export const mathmlSpecial: Uint8Array = tagSet('mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml');
export const svgSpecial: Uint8Array = tagSet('foreignobject', 'desc', 'title');

// biome-ignore format: a list of words
export const impliedEndTags: Uint8Array = tagSet('dd', 'dt', 'li', 'optgroup', 'option', 'p', 'rb', 'rp', 'rt', 'rtc');
