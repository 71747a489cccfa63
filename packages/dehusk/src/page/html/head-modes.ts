/** The insertion modes up to the body: initial, before html, before head, in head, after head (13.2.6.4.1 to 6). */
import { Tag, tagSet } from '../names.ts';
import { inBody } from './in-body.ts';
import { inFrameset, startNoscript, startRawText, startTemplate } from './other-modes.ts';
import { type InsertionMode, skipSpace, type TreeBuilder } from './tree-builder.ts';

/** End tags that, before the body, count as content; all others are ignored there. */
const endTagsThatCount = tagSet('head', 'body', 'html', 'br');
const endTagsAfterHead = tagSet('body', 'html', 'br');

/** Text before the head: leading white space is dropped, and the rest goes on in the next mode. */
function passText(builder: TreeBuilder, start: number, end: number, advance: () => InsertionMode): void {
  const at = skipSpace(builder.source, start, end);
  if (at < end) builder.reprocessText(advance(), at, end);
}

/** Text in or after the head: leading white space stays where it is. */
function insertSpaceThenPass(
  builder: TreeBuilder,
  start: number,
  end: number,
  advance: () => InsertionMode,
): void {
  const at = skipSpace(builder.source, start, end);
  if (at > start) builder.insertText(start, at, 0);
  if (at < end) builder.reprocessText(advance(), at, end);
}

export const initial: InsertionMode = {
  name: 'initial',
  text(builder, start, end) {
    passText(builder, start, end, () => withoutDoctype(builder));
  },
  startTag(builder, tag) {
    builder.reprocessStart(withoutDoctype(builder), tag);
  },
  endTag(builder, tag) {
    builder.reprocessEnd(withoutDoctype(builder), tag);
  },
};

function withoutDoctype(builder: TreeBuilder): InsertionMode {
  builder.quirks = true;
  return beforeHtml;
}

export const beforeHtml: InsertionMode = {
  name: 'before html',
  text(builder, start, end) {
    passText(builder, start, end, () => impliedHtml(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) {
      builder.insertRoot();
      builder.mode = beforeHead;
    } else builder.reprocessStart(impliedHtml(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsThatCount[tag] === 1) builder.reprocessEnd(impliedHtml(builder), tag);
  },
};

function impliedHtml(builder: TreeBuilder): InsertionMode {
  builder.insertImplied(Tag.html);
  return beforeHead;
}

const beforeHead: InsertionMode = {
  name: 'before head',
  text(builder, start, end) {
    passText(builder, start, end, () => impliedHead(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (tag === Tag.head) {
      builder.head = builder.insertElement(tag);
      builder.mode = inHead;
    } else builder.reprocessStart(impliedHead(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsThatCount[tag] === 1) builder.reprocessEnd(impliedHead(builder), tag);
  },
};

function impliedHead(builder: TreeBuilder): InsertionMode {
  builder.head = builder.insertImplied(Tag.head);
  return inHead;
}

const voidInHead = tagSet('base', 'basefont', 'bgsound', 'link', 'meta');
const rawInHead = tagSet('title', 'noframes', 'style', 'script');
// biome-ignore format: a list of words
const belongsInHead = tagSet(
  'base', 'basefont', 'bgsound', 'link', 'meta', 'title', 'noframes', 'style', 'script', 'template',
);

/** The start tags that every mode handles "using the rules for in head". */
export function startInHead(builder: TreeBuilder, tag: number): void {
  if (voidInHead[tag] === 1) builder.insertClosedElement(tag);
  else if (rawInHead[tag] === 1) startRawText(builder, tag);
  else if (tag === Tag.template) startTemplate(builder);
}

const inHead: InsertionMode = {
  name: 'in head',
  text(builder, start, end) {
    insertSpaceThenPass(builder, start, end, () => leaveHead(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (belongsInHead[tag] === 1) startInHead(builder, tag);
    else if (tag === Tag.noscript) startNoscript(builder);
    else if (tag !== Tag.head) builder.reprocessStart(leaveHead(builder), tag);
  },
  endTag(builder, tag) {
    if (tag === Tag.head) builder.mode = leaveHead(builder);
    else if (endTagsAfterHead[tag] === 1) builder.reprocessEnd(leaveHead(builder), tag);
  },
};

function leaveHead(builder: TreeBuilder): InsertionMode {
  builder.open.pop();
  return afterHead;
}

const afterHead: InsertionMode = {
  name: 'after head',
  text(builder, start, end) {
    insertSpaceThenPass(builder, start, end, () => impliedBody(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (tag === Tag.body) {
      builder.body = builder.insertElement(tag);
      builder.framesetOk = false;
      builder.mode = inBody;
    } else if (tag === Tag.frameset) {
      builder.insertElement(tag);
      builder.mode = inFrameset;
    } else if (belongsInHead[tag] === 1) startInReopenedHead(builder, tag);
    else if (tag !== Tag.head) builder.reprocessStart(impliedBody(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsAfterHead[tag] === 1) builder.reprocessEnd(impliedBody(builder), tag);
  },
};

/** A script or style between head and body still belongs to the head. */
function startInReopenedHead(builder: TreeBuilder, tag: number): void {
  const { open, head } = builder;
  open.push(head, Tag.head);
  startInHead(builder, tag);
  open.removeAt(open.indexOf(head));
}

function impliedBody(builder: TreeBuilder): InsertionMode {
  builder.body = builder.insertImplied(Tag.body);
  return inBody;
}

// Quirks mode by doctype (13.2.6.4.1). Of all it means, tree construction needs one thing: in quirks mode a table
// does not end a paragraph.

// biome-ignore format: the standard's list
const quirkyPrefixes = [
  '+//silmaril//dtd html pro v0r11 19970101//', '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//', '-//ietf//dtd html 2.0 level 1//',
  '-//ietf//dtd html 2.0 level 2//', '-//ietf//dtd html 2.0 strict level 1//',
  '-//ietf//dtd html 2.0 strict level 2//', '-//ietf//dtd html 2.0 strict//', '-//ietf//dtd html 2.0//',
  '-//ietf//dtd html 2.1e//', '-//ietf//dtd html 3.0//', '-//ietf//dtd html 3.2 final//', '-//ietf//dtd html 3.2//',
  '-//ietf//dtd html 3//', '-//ietf//dtd html level 0//', '-//ietf//dtd html level 1//',
  '-//ietf//dtd html level 2//', '-//ietf//dtd html level 3//', '-//ietf//dtd html strict level 0//',
  '-//ietf//dtd html strict level 1//', '-//ietf//dtd html strict level 2//', '-//ietf//dtd html strict level 3//',
  '-//ietf//dtd html strict//', '-//ietf//dtd html//', '-//metrius//dtd metrius presentational//',
  '-//microsoft//dtd internet explorer 2.0 html strict//', '-//microsoft//dtd internet explorer 2.0 html//',
  '-//microsoft//dtd internet explorer 2.0 tables//', '-//microsoft//dtd internet explorer 3.0 html strict//',
  '-//microsoft//dtd internet explorer 3.0 html//', '-//microsoft//dtd internet explorer 3.0 tables//',
  '-//netscape comm. corp.//dtd html//', '-//netscape comm. corp.//dtd strict html//',
  "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//', '-//spyglass//dtd html 2.0 extended//',
  '-//sun microsystems corp.//dtd hotjava html//', '-//sun microsystems corp.//dtd hotjava strict html//',
  '-//w3c//dtd html 3 1995-03-24//', '-//w3c//dtd html 3.2 draft//', '-//w3c//dtd html 3.2 final//',
  '-//w3c//dtd html 3.2//', '-//w3c//dtd html 3.2s draft//', '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//', '-//w3c//dtd html experimental 19960712//',
  '-//w3c//dtd html experimental 970421//', '-//w3c//dtd w3 html//', '-//w3o//dtd w3 html 3.0//',
  '-//webtechs//dtd mozilla html 2.0//', '-//webtechs//dtd mozilla html//',
];
const quirkyIds = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
]);
const quirkyWithoutSystemId = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//'];
const quirkySystemId = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

const doctype =
  /^doctype\s*([^\s>]*)(?:\s*(?:public\s*(?:"([^"]*)"?|'([^']*)'?)\s*(?:"([^"]*)"?|'([^']*)'?)?|system\s*(?:"([^"]*)"?|'([^']*)'?))?(.*))?/is;

/** Does `<!…>`, given without its brackets, put the page in quirks mode? */
export function isQuirky(declaration: string): boolean {
  const match = doctype.exec(declaration);
  if (match === null || match[1]!.toLowerCase() !== 'html') return true;
  const publicId = (match[2] ?? match[3])?.toLowerCase();
  const systemId = (match[4] ?? match[5] ?? match[6] ?? match[7])?.toLowerCase();
  if (systemId === quirkySystemId) return true;
  if (publicId === undefined) return systemId === undefined && (match[8] ?? '').trim() !== '';
  if (quirkyIds.has(publicId) || quirkyPrefixes.some((prefix) => publicId.startsWith(prefix))) return true;
  return systemId === undefined && quirkyWithoutSystemId.some((prefix) => publicId.startsWith(prefix));
}
