/**
 * Rules under which opening the written page runs no script.
 *
 * The argument does not rest on the tree that a parser makes of the output (mutation XSS lives from that differing
 * from ours) but on its tokens: every `<` in the output begins a tag that we wrote or our empty comment, because
 * text, values and style hold none that could; every tag that we write is harmless wherever it lands, because names
 * and attributes are judged without regard to the parent or namespace. So whatever a parser nests, moves or takes
 * for text, nothing that runs can appear.
 */
import { Tag, tagSet } from './names.ts';
import { isForeign, NodeFlag, type Page, readAttribute, tagName } from './page.ts';
import type { MarkupRules } from './serialise.ts';

const headStart =
  '<meta charset="utf-8">' +
  `<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; frame-src 'none'">`;

const wellFormedTag = /^[a-z][a-z0-9:_.-]*$/;
const wellFormedAttribute = /^[a-z_][a-z0-9:_.-]*$/;
/** Where SVG in a `data:` address is a still image. */
const imageTags = tagSet('img', 'source');

const AttributeKind = { dropped: 0, text: 1, url: 2, style: 3, other: 4 } as const;

export function safeRules(page: Page): MarkupRules {
  const kinds = new Uint8Array(page.attributeNames.size);
  for (let name = 0; name < kinds.length; name++) kinds[name] = attributeKind(page.attributeNames.name(name));
  return {
    elementName: (node) => safeElementName(page, node),
    attribute: (node, name, value) => (isSafeValue(page, node, kinds[name]!, value) ? value : undefined),
    rawContent: safeStyleSheet,
    headStart,
  };
}

function safeElementName(page: Page, node: number): string | undefined {
  const name = tagName(page, node);
  if (droppedTags.has(name)) return undefined;
  if (isForeign(page, node)) return foreignElementName(page, node, name);
  const tag = page.tag[node]!;
  if (tag === Tag.meta && isPragma(page, node)) return undefined;
  if (tag === Tag.link && isDroppedLink(page, node)) return undefined;
  // A name such as `b<p` is a slip of the author: what stands in it is content.
  return renamedTags.get(name) ?? (wellFormedTag.test(name) ? name : 'span');
}

/** Unknown elements of a formula may hold text that is seen; those of a drawing, and annotations, do not. */
function foreignElementName(page: Page, node: number, name: string): string | undefined {
  if (foreignTags.has(name)) return name;
  const isFormula = (page.flags[node]! & NodeFlag.mathml) !== 0;
  return isFormula && name !== 'style' && name !== 'annotation-xml' ? 'mrow' : undefined;
}

/** `<meta>` that acts (refresh, set-cookie, policies), or that names an encoding, which is no longer the page's. */
function isPragma(page: Page, node: number): boolean {
  return (
    readAttribute(page, node, 'http-equiv') !== undefined ||
    readAttribute(page, node, 'charset') !== undefined
  );
}

function isDroppedLink(page: Page, node: number): boolean {
  const rel = readAttribute(page, node, 'rel')?.toLowerCase() ?? '';
  return rel.split(/[\t\n\f\r ]+/).some((word) => droppedLinks.has(word));
}

function attributeKind(name: string): number {
  if (!wellFormedAttribute.test(name) || name.startsWith('on') || droppedAttributes.has(name)) {
    return AttributeKind.dropped;
  }
  // Our own marks: a page must not be able to forge them.
  if (name.startsWith('data-dehusk')) return AttributeKind.dropped;
  if (name === 'style') return AttributeKind.style;
  if (urlAttributes.has(name)) return AttributeKind.url;
  if (textAttributes.has(name) || /^(?:data|aria)-/.test(name)) return AttributeKind.text;
  return AttributeKind.other;
}

function isSafeValue(page: Page, node: number, kind: number, value: string): boolean {
  switch (kind) {
    case AttributeKind.text:
      return true;
    case AttributeKind.url:
      return isSafeAddress(page, node, value);
    case AttributeKind.style:
      return !isUnsafeStyle(value);
    case AttributeKind.other:
      return !mentionsScript(value);
    default:
      return false;
  }
}

function isSafeAddress(page: Page, node: number, value: string): boolean {
  const tag = page.tag[node]!;
  // `<use>` copies what it names into the page: only parts of this document.
  if (tag === Tag.use) return value.trimStart().startsWith('#');
  return isSafeUrl(value, imageTags[tag] === 1 && (page.flags[node]! & NodeFlag.svg) === 0);
}

// Style that can neither leave its element nor run anything. No browser of today runs scripts from CSS; those that
// did (`expression()`, `behavior`, `-moz-binding`, script addresses) are still in use in a few offices.

/** What old browsers run. `scroll-behavior` and `overscroll-behavior` are other, harmless words. */
const running = /expression\s*\(|(?<![\w-])behaviou?r\s*:|-moz-binding|(?:java|vb|live)script\s*:|data:text/i;

/** The content for a `<style>` element. */
export function safeStyleSheet(css: string): string {
  const tame = css
    .replace(/expression(?=\s*\()/gi, 'no-expression')
    .replace(/(?<![\w-])behaviou?r(?=\s*:)/gi, 'no-behavior')
    .replace(/-moz-binding/gi, 'no-binding')
    .replace(/(?:java|vb|live)script(?=\s*:)/gi, 'no-script');
  return runsSomething(tame) ? '' : withoutTags(tame);
}

/** Is this value of a `style` attribute one to leave out? */
function isUnsafeStyle(css: string): boolean {
  return runsSomething(css);
}

/** Looks at the style as a browser reads it: comments gone, escapes replaced, full-width letters folded. */
function runsSomething(css: string): boolean {
  const read = css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, unescapeCss);
  const folded = /[^\0-\x7f]/.test(read) ? read.normalize('NFKC') : read;
  // Our own harmless words contain the harmful ones.
  return running.test(folded.replace(/[\0-\x1f\x7f]/g, '').replace(/no-(?:expression|script|binding)/g, ''));
}

function unescapeCss(_: string, hex: string | undefined, character: string | undefined): string {
  if (hex === undefined) return character ?? '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/**
 * No `<` that could begin a tag is left, so it does not matter whether a parser reads the element as raw text (as
 * in HTML) or as markup (as inside SVG). In a string `\3c ` is the same character; HTML comment signs mean nothing
 * in CSS. Lost: a media query such as `(width<600px)` without a space after the sign.
 */
function withoutTags(css: string): string {
  return css.replace(/<!--|-->/g, '').replace(/<(?=[a-z/!?])/gi, '\\3c ');
}

// Addresses that may stay. Browsers drop tabs, line ends and leading control characters from an address before they
// look at its scheme; here everything that could be dropped is, so the check sees at least what any browser sees.

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
function isSafeUrl(value: string, vectors: boolean): boolean {
  const url = bare(value);
  const scheme = /^([^/?#:]*):/.exec(url)?.[1];
  if (scheme === undefined || harmlessSchemes.has(scheme)) return true;
  return rasterImage.test(url) || (vectors && vectorImage.test(url));
}

/** For lists of addresses (srcset, ping) and for attributes of unknown meaning: no script anywhere in it. */
function mentionsScript(value: string): boolean {
  return value.includes(':') && scripting.test(bare(value));
}

// The facts: which elements and attributes go, stay, or are looked at

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
const renamedTags: ReadonlyMap<string, string> = new Map([
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
const foreignTags: ReadonlySet<string> = new Set([
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
const droppedAttributes: ReadonlySet<string> = new Set([
  'srcdoc', 'xml:base', 'datasrc', 'datafld', 'dataformatas', 'fscommand', 'seeksegmenttime', 'http-equiv', 'is',
  'attributename', 'manifest', 'nonce', 'formaction', 'archive', 'classid', 'codebase', 'code', 'codetype',
]);

/** Addresses: their scheme must be a known one. */
// biome-ignore format: a list of words
const urlAttributes: ReadonlySet<string> = new Set([
  'href', 'xlink:href', 'src', 'action', 'data', 'poster', 'background', 'cite', 'longdesc', 'usemap', 'profile',
  'dynsrc', 'lowsrc', 'icon', 'from', 'to', 'by',
]);

/** Words for people, in which "javascript:" is only a word. `data-…` and `aria-…` are such too. */
// biome-ignore format: a list of words
const textAttributes: ReadonlySet<string> = new Set([
  'alt', 'title', 'content', 'placeholder', 'label', 'summary', 'abbr', 'class', 'id', 'name', 'lang', 'dir',
  'role', 'rel', 'type', 'width', 'height', 'value',
]);

/** Kinds of `<link>` that load something other than style, icons or the address of another page. */
// biome-ignore format: a list of words
const droppedLinks: ReadonlySet<string> = new Set([
  'import', 'preload', 'modulepreload', 'prefetch', 'prerender', 'manifest', 'serviceworker',
]);
