/** Attribute names that are common or that the program asks for; numbered as tags are. */
import { createKnownNames, type KnownNames } from './name-table.ts';

// biome-ignore format: a list of words
const names = [
  'class', 'id', 'href', 'src', 'style', 'title', 'alt', 'rel', 'type', 'name', 'value', 'content', 'charset',
  'http-equiv', 'lang', 'dir', 'width', 'height', 'align', 'valign', 'border', 'cellpadding', 'cellspacing',
  'bgcolor', 'background', 'color', 'face', 'size', 'colspan', 'rowspan', 'nowrap', 'scope', 'target', 'role',
  'tabindex', 'hidden', 'action', 'method', 'for', 'placeholder', 'checked', 'selected', 'disabled', 'readonly',
  'maxlength', 'media', 'srcset', 'sizes', 'loading', 'async', 'defer', 'crossorigin', 'integrity', 'property',
  'datetime', 'cite', 'start', 'shape', 'coords', 'usemap', 'srcdoc', 'encoding', 'language', 'xmlns', 'xml:lang',
  'viewbox', 'd', 'fill', 'stroke', 'transform', 'xlink:href', 'itemprop', 'itemscope', 'itemtype', 'onclick',
  'onmouseover', 'onmouseout', 'onload', 'onsubmit', 'aria-label', 'aria-hidden', 'aria-labelledby',
  'aria-expanded', 'aria-controls', 'data-id', 'data-toggle', 'data-target', 'summary', 'hspace', 'vspace', 'clear',
] as const;

type AttributeName = (typeof names)[number];

export const knownAttributes: KnownNames = createKnownNames(names);

/** Attribute name → its number. */
export const Attribute: Readonly<Record<AttributeName, number>> = Object.fromEntries(
  names.map((name, id) => [name, id]),
) as Record<AttributeName, number>;
