/** The facts behind the safe rules: which elements and attributes go, stay, or are looked at. */

/** Left out with everything in them: they run, load documents, or hold what no reader sees. */
// biome-ignore format: a list of words
export const droppedTags: ReadonlySet<string> = new Set([
  'script', 'noscript', 'template', 'iframe', 'embed', 'param', 'frameset', 'frame', 'noframes', 'noembed',
]);

/**
 * Written under another name, because their content is content. The first three are raw text for the tokenizer,
 * where escaped text would show its escapes; the names of foreign elements might be foreign again to a parser that
 * nests differently.
 */
export const renamedTags: ReadonlyMap<string, string> = new Map([
  ...['xmp', 'plaintext', 'listing'].map((name) => [name, 'pre'] as const),
  ...['object', 'applet', 'portal', 'fencedframe', 'layer', 'ilayer', 'xml', 'isindex'].map(asSpan),
  ...['animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set', 'discard', 'handler'].map(
    asSpan,
  ),
  ...['listener', 'feimage', 'foreignobject', 'annotation-xml', 'mglyph', 'malignmark'].map(asSpan),
]);

function asSpan(name: string): readonly [string, string] {
  return [name, 'span'];
}

/** Foreign elements that may stay, by lower-case name; `style` and `script` are not among them. */
// biome-ignore format: a list of words
export const foreignTags: ReadonlySet<string> = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'switch', 'a', 'view', 'title', 'desc', 'metadata', 'path', 'rect', 'circle',
  'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textpath', 'image', 'marker', 'mask', 'pattern',
  'clippath', 'lineargradient', 'radialgradient', 'stop', 'filter', 'feblend', 'fecolormatrix',
  'fecomponenttransfer', 'fecomposite', 'feconvolvematrix', 'fediffuselighting', 'fedisplacementmap',
  'fedistantlight', 'fedropshadow', 'feflood', 'fefunca', 'fefuncb', 'fefuncg', 'fefuncr', 'fegaussianblur',
  'femerge', 'femergenode', 'femorphology', 'feoffset', 'fepointlight', 'fespecularlighting', 'fespotlight',
  'fetile', 'feturbulence',
  'math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot',
  'mstyle', 'merror', 'mpadded', 'mphantom', 'mfenced', 'menclose', 'msub', 'msup', 'msubsup', 'munder', 'mover',
  'munderover', 'mmultiscripts', 'mprescripts', 'none', 'mtable', 'mtr', 'mlabeledtr', 'mtd', 'mstack', 'mlongdiv',
]);

/** Never written: documents in an attribute, IE's data binding and timers, and what only scripts need. */
// biome-ignore format: a list of words
export const droppedAttributes: ReadonlySet<string> = new Set([
  'srcdoc', 'xml:base', 'datasrc', 'datafld', 'dataformatas', 'fscommand', 'seeksegmenttime', 'http-equiv', 'is',
  'attributename', 'manifest', 'nonce', 'formaction', 'archive', 'classid', 'codebase', 'code', 'codetype',
]);

/** Addresses: their scheme must be a known one. */
// biome-ignore format: a list of words
export const urlAttributes: ReadonlySet<string> = new Set([
  'href', 'xlink:href', 'src', 'action', 'data', 'poster', 'background', 'cite', 'longdesc', 'usemap', 'profile',
  'dynsrc', 'lowsrc', 'icon', 'from', 'to', 'by',
]);

/** Words for people, in which "javascript:" is only a word. `data-…` and `aria-…` are such too. */
// biome-ignore format: a list of words
export const textAttributes: ReadonlySet<string> = new Set([
  'alt', 'title', 'content', 'placeholder', 'label', 'summary', 'abbr', 'class', 'id', 'name', 'lang', 'dir',
  'role', 'rel', 'type', 'width', 'height', 'value',
]);

/** Kinds of `<link>` that load something other than style, icons or the address of another page. */
// biome-ignore format: a list of words
export const droppedLinks: ReadonlySet<string> = new Set([
  'import', 'preload', 'modulepreload', 'prefetch', 'prerender', 'manifest', 'serviceworker',
]);
