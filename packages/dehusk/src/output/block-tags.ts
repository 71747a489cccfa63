/** How strongly an element breaks the flow of text around it. */
import { tagSet } from '../page/tags.ts';

/** A blank line before and after. */
export const paragraphTags: Uint8Array = tagSet(
  ...([
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hgroup',
    'pre',
    'listing',
    'xmp',
    'plaintext',
    'hr',
  ] as const),
  ...(['blockquote', 'table', 'figure', 'dl', 'fieldset', 'details', 'dialog', 'center', 'marquee'] as const),
  ...(['section', 'article', 'main', 'aside', 'header', 'footer', 'nav', 'search'] as const),
);

/** A line of its own. */
export const lineTags: Uint8Array = tagSet(
  ...([
    'html',
    'body',
    'div',
    'address',
    'form',
    'caption',
    'legend',
    'figcaption',
    'summary',
    'tr',
    'dt',
  ] as const),
  ...(['tbody', 'thead', 'tfoot'] as const),
);

/** Things in the line that no text stands for: words on both sides of one are two words. */
export const replacedTags: Uint8Array = tagSet(
  ...([
    'img',
    'picture',
    'svg',
    'canvas',
    'video',
    'audio',
    'iframe',
    'embed',
    'input',
    'select',
    'textarea',
  ] as const),
  ...(['progress', 'meter', 'button'] as const),
);
