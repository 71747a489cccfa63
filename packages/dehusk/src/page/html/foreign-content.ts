/** SVG and MathML inside HTML (13.2.6.5). */
import { Attribute, Tag, tagSet } from '../names.ts';
import { NodeFlag } from '../page.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** HTML start tags that end foreign content. */
// biome-ignore format: a list of words
const breaksOut = tagSet(
  'b', 'big', 'blockquote', 'body', 'br', 'center', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'embed', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'head', 'hr', 'i', 'img', 'li', 'listing', 'menu', 'meta', 'nobr', 'ol', 'p', 'pre', 'ruby', 's',
  'small', 'span', 'strong', 'strike', 'sub', 'sup', 'table', 'tt', 'u', 'ul', 'var',
);
const fontAttributes: ReadonlySet<number> = new Set([Attribute.color, Attribute.face, Attribute.size]);
const mathmlTextPoints = tagSet('mi', 'mo', 'mn', 'ms', 'mtext');
const svgHtmlPoints = tagSet('foreignobject', 'desc', 'title');

/** Is the current node one in which text and HTML start tags are HTML again? */
function isIntegrationPoint(builder: TreeBuilder, node: number): boolean {
  const { draft } = builder;
  const flags = draft.flags[node]!;
  if ((flags & NodeFlag.svg) !== 0) return svgHtmlPoints[draft.tag[node]!] === 1;
  return mathmlTextPoints[draft.tag[node]!] === 1 || isHtmlAnnotation(builder, node);
}

/** `<annotation-xml encoding="text/html">` */
function isHtmlAnnotation(builder: TreeBuilder, node: number): boolean {
  const { draft, source } = builder;
  if (draft.tag[node] !== Tag['annotation-xml']) return false;
  for (let row = draft.start[node]!; row < draft.end[node]!; row++) {
    const value = source.slice(draft.attributeStart[row], draft.attributeEnd[row]).toLowerCase();
    if (value === 'text/html' || value === 'application/xhtml+xml') return true;
  }
  return false;
}

/** Do the rules of foreign content hold for text here? */
export function isForeignText(builder: TreeBuilder): boolean {
  const { open } = builder;
  return open.length > 0 && builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top);
}

/** Do they hold for this start tag? */
export function isForeignStart(builder: TreeBuilder, tag: number): boolean {
  const { open } = builder;
  if (open.length === 0 || !builder.isForeign(open.top)) return false;
  if (open.topTag === Tag['annotation-xml'] && tag === Tag.svg) return false;
  if (!isIntegrationPoint(builder, open.top)) return true;
  return mathmlTextPoints[open.topTag] === 1 && (tag === Tag.mglyph || tag === Tag.malignmark);
}

export function foreignStart(builder: TreeBuilder, tag: number): void {
  const { open, draft } = builder;
  if (breaksOut[tag] === 1 || (tag === Tag.font && hasFontAttribute(builder))) {
    while (builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top)) open.pop();
    builder.mode.startTag(builder, tag);
    return;
  }
  builder.insertForeignElement(tag, draft.flags[open.top]! & (NodeFlag.svg | NodeFlag.mathml));
}

function hasFontAttribute(builder: TreeBuilder): boolean {
  const { token, draft } = builder;
  for (let row = token.attributeStart; row < token.attributeEnd; row++) {
    if (fontAttributes.has(draft.attributeName[row]!)) return true;
  }
  return false;
}

/** An end tag while the current node is foreign. */
export function foreignEnd(builder: TreeBuilder, tag: number): void {
  const { open } = builder;
  if (tag === Tag.br || tag === Tag.p) {
    while (builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top)) open.pop();
    builder.mode.endTag(builder, tag);
    return;
  }
  for (let index = open.length - 1; index > 0; index--) {
    if (open.isHtmlAt(index)) {
      builder.mode.endTag(builder, tag);
      return;
    }
    if (open.tagAt(index) === tag) {
      open.popTo(index);
      return;
    }
  }
}
