/**
 * A document as a text: it can be sent to the background, kept, and read as a page there. It is JSON, of entries in the
 * order of the document. As a text it is one value to hand over and to keep, and not tens of thousands.
 */
export type PageCopy = string;

/** An element has a name and attributes (names and values in turn), a text its words, a comment neither. */
export type CopiedEntry = readonly [depth: number, name?: string, attributes?: readonly string[]];

export const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;
export const CDATA_NODE = 4;
export const COMMENT_NODE = 8;

export const SVG = 'http://www.w3.org/2000/svg';
export const MATHML = 'http://www.w3.org/1998/Math/MathML';
/** Before the name of an element that is not HTML. No name has a space in it. */
export const prefixes: Readonly<Record<string, string>> = { [SVG]: 'svg ', [MATHML]: 'math ' };
