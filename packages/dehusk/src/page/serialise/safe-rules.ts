/**
 * Rules under which opening the written page runs no script.
 *
 * The argument does not rest on the tree that a parser makes of the output (mutation XSS lives from that differing
 * from ours) but on its tokens: every `<` in the output begins a tag that we wrote or our empty comment, because
 * text, values and style hold none that could; every tag that we write is harmless wherever it lands, because names
 * and attributes are judged without regard to the parent or namespace. So whatever a parser nests, moves or takes
 * for text, nothing that runs can appear.
 */
import { NodeFlag, type Page } from '../page.ts';
import { readAttribute, tagName } from '../read.ts';
import { Tag, tagSet } from '../tags.ts';
import { isForeign, type MarkupRules } from './rules.ts';
import { isUnsafeStyle, safeStyleSheet } from './safe-css.ts';
import {
  droppedAttributes,
  droppedLinks,
  droppedTags,
  foreignTags,
  renamedTags,
  textAttributes,
  urlAttributes,
} from './safe-names.ts';
import { isSafeUrl, mentionsScript } from './safe-url.ts';

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
