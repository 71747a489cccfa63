/** The lists of tags that tree construction asks for, as bits of one number per tag. */
import { tagBits } from './columns';
import { Tag } from './generated/names';

export const SPECIAL: i32 = 1 << 0;
export const ENDS_SCOPE: i32 = 1 << 1;
export const ENDS_TABLE_SCOPE: i32 = 1 << 2;
export const IMPLIED_END: i32 = 1 << 3;
/** Those of SVG and of MathML that end a scope and are special. */
export const SVG_SPECIAL: i32 = 1 << 4;
export const MATHML_SPECIAL: i32 = 1 << 5;
export const MATHML_TEXT: i32 = 1 << 6;
export const FOSTERING: i32 = 1 << 7;
export const COLLECTS_TEXT: i32 = 1 << 8;
export const TABLE_CONTEXT: i32 = 1 << 9;
export const BODY_CONTEXT: i32 = 1 << 10;
export const ROW_CONTEXT: i32 = 1 << 11;
export const ROW_GROUP: i32 = 1 << 12;
export const CELL: i32 = 1 << 13;
/** Start tags that end a caption, a cell or a row group. */
export const STRUCTURE: i32 = 1 << 14;
export const STRUCTURE_OUTSIDE_BODY: i32 = 1 << 15;
export const IGNORED_IN_TABLE: i32 = 1 << 16;
export const IGNORED_IN_BODY: i32 = 1 << 17;
export const IGNORED_IN_ROW: i32 = 1 << 18;
export const IGNORED_IN_CELL: i32 = 1 << 19;
export const HEADING: i32 = 1 << 20;
export const BREAKS_OUT: i32 = 1 << 21;
export const IN_HEAD: i32 = 1 << 22;
export const RAW_CONTENT_TAG: i32 = 1 << 23;
export const HIDDEN: i32 = 1 << 24;
/** Tags after which the tokenizer reads raw text. */
export const RAW_TEXT: i32 = 1 << 25;
/** Special elements that an open list item or definition may be closed across. */
export const CLOSABLE_ACROSS: i32 = 1 << 26;
export const TABLE_TAG: i32 = 1 << 27;
/** End tags that, before the body, count as content; all others are ignored there. */
export const END_BEFORE_BODY: i32 = 1 << 28;
/** By these a page says something of itself. */
export const TELLING: i32 = 1 << 29;

@inline
export function isIn(set: i32, tag: i32): bool {
  return (tagBits[tag] & set) != 0;
}

function mark(set: i32, list: usize): void {
  for (let at = list; load<i32>(at) != 0; at += 4) {
    const tag = load<i32>(at);
    tagBits[tag] = tagBits[tag] | set;
  }
}

// biome-ignore format: lists of words
export function makeTagSets(): void {
  mark(SPECIAL, memory.data<i32>([
    Tag.address, Tag.applet, Tag.area, Tag.article, Tag.aside, Tag.base, Tag.basefont, Tag.bgsound, Tag.blockquote,
    Tag.body, Tag.br, Tag.button, Tag.caption, Tag.center, Tag.col, Tag.colgroup, Tag.dd, Tag.details, Tag.dir, Tag.div,
    Tag.dl, Tag.dt, Tag.embed, Tag.fieldset, Tag.figcaption, Tag.figure, Tag.footer, Tag.form, Tag.frame, Tag.frameset,
    Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, Tag.head, Tag.header, Tag.hgroup, Tag.hr, Tag.html, Tag.iframe,
    Tag.img, Tag.input, Tag.keygen, Tag.li, Tag.link, Tag.listing, Tag.main, Tag.marquee, Tag.menu, Tag.meta, Tag.nav,
    Tag.noembed, Tag.noframes, Tag.noscript, Tag.object, Tag.ol, Tag.p, Tag.param, Tag.plaintext, Tag.pre, Tag.script,
    Tag.search, Tag.section, Tag.select, Tag.source, Tag.style, Tag.summary, Tag.table, Tag.tbody, Tag.td, Tag.template,
    Tag.textarea, Tag.tfoot, Tag.th, Tag.thead, Tag.title, Tag.tr, Tag.track, Tag.ul, Tag.wbr, Tag.xmp, 0,
  ]));
  mark(ENDS_SCOPE, memory.data<i32>([
    Tag.applet, Tag.caption, Tag.html, Tag.table, Tag.td, Tag.th, Tag.marquee, Tag.object, Tag.template, 0,
  ]));
  mark(ENDS_TABLE_SCOPE | TABLE_CONTEXT, memory.data<i32>([Tag.html, Tag.table, Tag.template, 0]));
  mark(IMPLIED_END, memory.data<i32>([
    Tag.dd, Tag.dt, Tag.li, Tag.optgroup, Tag.option, Tag.p, Tag.rb, Tag.rp, Tag.rt, Tag.rtc, 0,
  ]));
  mark(SVG_SPECIAL, memory.data<i32>([Tag.foreignobject, Tag.desc, Tag.title, 0]));
  mark(MATHML_SPECIAL, memory.data<i32>([Tag.mi, Tag.mo, Tag.mn, Tag.ms, Tag.mtext, Tag.annotation_xml, 0]));
  mark(MATHML_TEXT, memory.data<i32>([Tag.mi, Tag.mo, Tag.mn, Tag.ms, Tag.mtext, 0]));
  mark(FOSTERING, memory.data<i32>([Tag.table, Tag.tbody, Tag.tfoot, Tag.thead, Tag.tr, 0]));
  mark(COLLECTS_TEXT, memory.data<i32>([Tag.table, Tag.tbody, Tag.template, Tag.tfoot, Tag.thead, Tag.tr, 0]));
  mark(BODY_CONTEXT, memory.data<i32>([Tag.tbody, Tag.tfoot, Tag.thead, Tag.template, Tag.html, 0]));
  mark(ROW_CONTEXT, memory.data<i32>([Tag.tr, Tag.template, Tag.html, 0]));
  mark(ROW_GROUP, memory.data<i32>([Tag.tbody, Tag.tfoot, Tag.thead, 0]));
  mark(CELL, memory.data<i32>([Tag.td, Tag.th, 0]));
  mark(STRUCTURE, memory.data<i32>([
    Tag.caption, Tag.col, Tag.colgroup, Tag.tbody, Tag.td, Tag.tfoot, Tag.th, Tag.thead, Tag.tr, 0,
  ]));
  mark(STRUCTURE_OUTSIDE_BODY, memory.data<i32>([
    Tag.caption, Tag.col, Tag.colgroup, Tag.tbody, Tag.tfoot, Tag.thead, 0,
  ]));
  mark(IGNORED_IN_TABLE, memory.data<i32>([
    Tag.body, Tag.caption, Tag.col, Tag.colgroup, Tag.html, Tag.tbody, Tag.td, Tag.tfoot, Tag.th, Tag.thead, Tag.tr, 0,
  ]));
  mark(IGNORED_IN_BODY, memory.data<i32>([
    Tag.body, Tag.caption, Tag.col, Tag.colgroup, Tag.html, Tag.td, Tag.th, Tag.tr, 0,
  ]));
  mark(IGNORED_IN_ROW, memory.data<i32>([Tag.body, Tag.caption, Tag.col, Tag.colgroup, Tag.html, Tag.td, Tag.th, 0]));
  mark(IGNORED_IN_CELL, memory.data<i32>([Tag.body, Tag.caption, Tag.col, Tag.colgroup, Tag.html, 0]));
  mark(HEADING, memory.data<i32>([Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, 0]));
  mark(BREAKS_OUT, memory.data<i32>([
    Tag.b, Tag.big, Tag.blockquote, Tag.body, Tag.br, Tag.center, Tag.code, Tag.dd, Tag.div, Tag.dl, Tag.dt, Tag.em,
    Tag.embed, Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, Tag.head, Tag.hr, Tag.i, Tag.img, Tag.li, Tag.listing,
    Tag.menu, Tag.meta, Tag.nobr, Tag.ol, Tag.p, Tag.pre, Tag.ruby, Tag.s, Tag.small, Tag.span, Tag.strong, Tag.strike,
    Tag.sub, Tag.sup, Tag.table, Tag.tt, Tag.u, Tag.ul, Tag.var_, 0,
  ]));
  mark(IN_HEAD, memory.data<i32>([
    Tag.base, Tag.basefont, Tag.bgsound, Tag.link, Tag.meta, Tag.title, Tag.noframes, Tag.style, Tag.script,
    Tag.template, 0,
  ]));
  mark(RAW_CONTENT_TAG, memory.data<i32>([
    Tag.script, Tag.style, Tag.noscript, Tag.iframe, Tag.noembed, Tag.noframes, 0,
  ]));
  mark(HIDDEN, memory.data<i32>([
    Tag.head, Tag.script, Tag.style, Tag.noscript, Tag.template, Tag.iframe, Tag.noembed, Tag.noframes, Tag.svg,
    Tag.textarea, Tag.select, Tag.option, 0,
  ]));
  mark(RAW_TEXT, memory.data<i32>([
    Tag.script, Tag.style, Tag.title, Tag.textarea, Tag.xmp, Tag.iframe, Tag.noembed, Tag.noframes, Tag.plaintext, 0,
  ]));
  mark(CLOSABLE_ACROSS, memory.data<i32>([Tag.address, Tag.div, Tag.p, 0]));
  mark(TABLE_TAG, memory.data<i32>([
    Tag.caption, Tag.table, Tag.tbody, Tag.tfoot, Tag.thead, Tag.tr, Tag.td, Tag.th, 0,
  ]));
  mark(END_BEFORE_BODY, memory.data<i32>([Tag.body, Tag.html, Tag.br, 0]));
  mark(TELLING, memory.data<i32>([Tag.base, Tag.meta, Tag.h1, Tag.time, 0]));
}
