/** Elements that stand in the line: they neither begin nor end one. */
import { tagSet } from '../../page/names.ts';

/** Those that only dress the words in them, links included. */
export const phraseTags: Uint8Array = tagSet(
  ...([
    'a',
    'abbr',
    'acronym',
    'b',
    'bdi',
    'bdo',
    'big',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
  ] as const),
  ...(['font', 'i', 'ins', 'kbd', 'mark', 'nobr', 'q', 's', 'samp', 'small', 'span', 'strike'] as const),
  ...(['strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr', 'ruby', 'rb', 'rp', 'rt', 'rtc'] as const),
);

/** All others: pictures, controls, formulas and what is in them. */
export const otherInlineTags: Uint8Array = tagSet(
  ...(['img', 'picture', 'source', 'svg', 'canvas', 'video', 'audio', 'track', 'iframe', 'embed'] as const),
  ...(['object', 'param', 'map', 'area', 'input', 'button', 'select', 'optgroup', 'option'] as const),
  ...(['textarea', 'label', 'output', 'progress', 'meter', 'slot', 'script', 'style', 'noscript'] as const),
  ...(['template', 'link', 'meta', 'math', 'mi', 'mo', 'mn', 'ms', 'mtext'] as const),
);
