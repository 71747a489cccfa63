/**
 * The tokenizer: finds tags, texts and comments in the source and hands them to tree construction. Character references
 * stay in the text until it is brought to its normal form.
 */
import { Attributes, readAttributes } from './attributes';
import { byteAt, Flag, NONE, SOURCE, Stop } from './columns';
import { Tag } from './generated/names';
import { endToken, startToken, textToken } from './modes';
import { internTag } from './names';
import { Open, top } from './open-elements';
import { endNoscript, foreignEnd, foreignStart, isForeignStart, isForeignText } from './other-modes';
import { findByte, findNameEnd, folded, isLetter, isSpace, sameFolded, skipSpace } from './scan';
import { Source } from './source';
import { flushTableText } from './table-modes';
import { isIn, RAW_TEXT } from './tag-sets';
import { Builder, ensureBody, insertText, isForeign, Mode, sealText, Token } from './tree-builder';

export class Tokens {
  /** Stop at every `<meta>` with attributes. */
  static watchMeta: bool = false;
  /** Where those of the `<meta>` begin that the loader is asked about. */
  static metaAttributes: i32 = 0;
  /** The declaration that the loader is asked about. */
  static declarationStart: i32 = 0;
  static declarationEnd: i32 = 0;
}

/** Reads on until the end, or until the loader has to be asked something. */
export function readTokens(): i32 {
  const length = Source.length;
  let at = Source.at;
  // Where the text that is not handed over yet begins.
  let from = at;
  while (at < length) {
    at = findByte(at, length, 0x3c);
    if (at > from) text(from, at);
    if (at >= length) break;
    from = at;
    const mark = byteAt(at + 1);
    if (isLetter(mark) && at + 1 < length) {
      at = startTag(at + 1);
      if (Source.at < 0) {
        Source.at = at;
        return Stop.meta;
      }
    } else if (mark == 0x2f) at = afterSlash(at);
    else if (mark == 0x21) {
      at = declaration(at + 2);
      if (Source.at < 0) {
        Source.at = at;
        return Stop.declaration;
      }
    } else if (mark == 0x3f) at = bogusComment(at + 2);
    else {
      // A lone `<` is text, and begins a new one.
      at++;
      if (at >= length) text(from, at);
      continue;
    }
    from = at;
  }
  Source.at = length;
  if (Builder.tableTextStart >= 0) flushTableText();
  ensureBody();
  return Stop.done;
}

// Texts

function text(from: i32, to: i32): void {
  if (Builder.noscript != NONE) {
    // White space between tags is a space at most.
    Builder.textInNoscript += skipSpace(from, to) == to ? 1 : unitsOf(from, to);
    return;
  }
  if (Builder.templateDepth > 0) return;
  let at = from;
  if (Builder.skipLineFeed) at = afterLineFeed(from);
  if (at == to) return;
  if (isForeignText()) insertText(at, to, 0);
  else textToken(at, to);
}

/** In units of UTF-16, as the other parser has them: both must come to the same. */
function unitsOf(from: i32, to: i32): i32 {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if ((byte & 0xc0) != 0x80) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}

function afterLineFeed(from: i32): i32 {
  Builder.skipLineFeed = false;
  const at = byteAt(from) == 0x0d ? from + 1 : from;
  return byteAt(at) == 0x0a ? at + 1 : at;
}

@inline
function isInForeign(): bool {
  return Open.length > 0 && isForeign(top());
}

@inline
function beforeToken(): void {
  Builder.skipLineFeed = false;
  if (Builder.tableTextStart >= 0) flushTableText();
}

// Tags

/** Its number; that of a block for a noscript that is opened. */
@inline
function tagNamed(from: i32, to: i32): i32 {
  const tag = internTag(from, to);
  const isOpened = tag == Tag.noscript && Builder.opensNoscript && Builder.body != NONE && Builder.noscript == NONE;
  return isOpened ? Tag.div : tag;
}

/** A start tag whose name begins at `from`. Returns where what follows begins. */
function startTag(from: i32): i32 {
  const nameEnd = findNameEnd(from, Source.length);
  if (nameEnd >= Source.length) return nameEnd;
  // Asked before the tag is processed: in foreign content `<title>` or `<style>` is no raw text element.
  const foreign = Builder.noscript != NONE || isForeignText();
  const tag = tagNamed(from, nameEnd);
  let close = nameEnd;
  let attributes = 0;
  let selfClosing = false;
  if (byteAt(nameEnd) != 0x3e) {
    close = readAttributes(nameEnd);
    if (close < 0) return Source.length;
    attributes = Attributes.tag;
    selfClosing = Attributes.selfClosing;
  }
  const after = close + 1;
  if (Builder.noscript != NONE || Builder.templateDepth > 0) {
    if (Builder.noscript == NONE && tag == Tag.template) Builder.templateDepth++;
  } else {
    beforeToken();
    Token.attributes = attributes;
    Token.selfClosing = selfClosing;
    Builder.noscriptStart = after;
    if (isForeignStart(tag)) foreignStart(tag);
    else startToken(tag);
    if (tag == Tag.meta && attributes != 0 && Tokens.watchMeta) {
      Tokens.metaAttributes = nameEnd;
      Source.at = -1;
    }
  }
  if (!foreign && isIn(RAW_TEXT, tag)) return rawText(tag, from, nameEnd - from, after);
  return after;
}

/** The text of an element that ends at its end tag only. Returns where what follows begins. */
function rawText(tag: i32, name: i32, nameLength: i32, from: i32): i32 {
  const length = Source.length;
  if (tag != Tag.plaintext) {
    for (let at = findByte(from, length, 0x3c); at < length; at = findByte(at + 1, length, 0x3c)) {
      const nameEnd = at + 2 + nameLength;
      if (nameEnd >= length) break;
      if (byteAt(at + 1) != 0x2f || !sameFolded(at + 2, name, nameLength)) continue;
      const next = byteAt(nameEnd);
      if (next != 0x3e && next != 0x2f && !isSpace(next)) continue;
      if (at > from) text(from, at);
      endTag(tag, at);
      return behind(nameEnd);
    }
  }
  if (length > from) text(from, length);
  return length;
}

/** Behind the next `>`. */
function behind(from: i32): i32 {
  const at = findByte(from, Source.length, 0x3e);
  return at < Source.length ? at + 1 : at;
}

/** `</` stands at `from`. */
function afterSlash(from: i32): i32 {
  const length = Source.length;
  const first = from + 2;
  if (first >= length) {
    text(from, length);
    return length;
  }
  const mark = byteAt(first);
  if (mark == 0x3e) return first + 1;
  if (!isLetter(mark)) return bogusComment(first + 1);
  const nameEnd = findNameEnd(first, length);
  if (nameEnd >= length) return length;
  endTag(tagNamed(first, nameEnd), from);
  return byteAt(nameEnd) == 0x3e ? nameEnd + 1 : behind(nameEnd);
}

/** One that begins at `from`. */
function endTag(tag: i32, from: i32): void {
  if (Builder.noscript != NONE) {
    if (tag == Tag.noscript) endNoscript(from);
  } else if (Builder.templateDepth > 0) {
    if (tag == Tag.template) Builder.templateDepth--;
  } else {
    beforeToken();
    if (isInForeign()) foreignEnd(tag);
    else endToken(tag);
  }
}

// Comments and declarations

function comment(): void {
  if (Builder.noscript != NONE || Builder.templateDepth > 0) return;
  beforeToken();
  sealText();
}

/** A comment up to the next `>` from `from` on. */
function bogusComment(from: i32): i32 {
  const after = behind(from);
  comment();
  return after;
}

/** What begins with `<!`; `from` is behind that. */
function declaration(from: i32): i32 {
  const length = Source.length;
  const mark = byteAt(from);
  if (mark == 0x2d && byteAt(from + 1) == 0x2d) return realComment(from + 2);
  // C D A T A [
  if (mark == 0x5b && isInForeign() && from + 7 <= length && load<u32>(SOURCE + <usize>from + 1) == 0x54414443 && load<u16>(SOURCE + <usize>from + 5) == 0x5b41)
    return characterData(from + 7);
  if (isDoctype(from)) {
    const end = findByte(from + 7, length, 0x3e);
    // At the end of the input it counts for nothing.
    if (end >= length) return length;
    if (Builder.mode == Mode.initial) {
      Builder.mode = Mode.beforeHtml;
      Tokens.declarationStart = from;
      Tokens.declarationEnd = end;
      if (!isPlainDoctype(from, end)) Source.at = -1;
    }
    return end + 1;
  }
  return bogusComment(from);
}

function isDoctype(from: i32): bool {
  const word = memory.data<u8>([0x64, 0x6f, 0x63, 0x74, 0x79, 0x70, 0x65]);
  if (from + 7 > Source.length) return false;
  for (let i = 0; i < 7; i++) if (folded(byteAt(from + i)) != <i32>load<u8>(word + <usize>i)) return false;
  return true;
}

/** `doctype html` and nothing else, which is not quirky. */
function isPlainDoctype(from: i32, end: i32): bool {
  if (end - from != 12 || byteAt(from + 7) != 0x20) return false;
  const word = load<u32>(SOURCE + <usize>from + 8) | 0x20202020;
  return word == 0x6c6d7468;
}

/** A comment ends at `-->` or `--!>`, or at once at `>` or `->`. `from` is behind `<!--`. */
function realComment(from: i32): i32 {
  const length = Source.length;
  let at = from;
  for (;;) {
    at = findByte(at, length, 0x3e);
    if (at >= length) break;
    const atOnce = at == from || (at == from + 1 && byteAt(from) == 0x2d);
    if (atOnce || endsWithDashes(from, at) || (byteAt(at - 1) == 0x21 && endsWithDashes(from, at - 1))) {
      at++;
      break;
    }
    at++;
  }
  comment();
  return at;
}

/** Do two dashes of the comment that begins at `from` stand before `at`? */
@inline
function endsWithDashes(from: i32, at: i32): bool {
  return at - 2 >= from && byteAt(at - 1) == 0x2d && byteAt(at - 2) == 0x2d;
}

/** `<![CDATA[` up to `]]>`, in foreign content. Elsewhere it is a comment like others. */
function characterData(from: i32): i32 {
  const length = Source.length;
  let at = from;
  for (;;) {
    at = findByte(at, length, 0x3e);
    if (at >= length) {
      comment();
      return length;
    }
    if (at - 2 >= from && byteAt(at - 1) == 0x5d && byteAt(at - 2) == 0x5d) break;
    at++;
  }
  insertText(from, at - 2, Flag.literal);
  return at + 1;
}
