/**
 * The core: a page's bytes in, its node table out. Bytes are UTF-8; they are put at `sourceAt()`, with zeros behind them.
 * One page at a time: what a parse leaves is valid until the next one begins.
 */
import { Attributes } from './attributes';
import {
  ATTRIBUTE_LENGTH,
  ATTRIBUTE_START,
  CLASS_END,
  CLASS_START,
  COMMON_WORDS,
  Failure,
  GAPS,
  KNOWN_NAMES,
  LETTERS,
  LINK_BASE,
  MAX_DEPTH,
  MAX_NODES,
  MODEL,
  NONE,
  OUT,
  OWN_LENGTH,
  OWN_START,
  PADDING,
  RAW_CONTENT,
  SAMPLE_COUNTS,
  SAMPLE_SHARES,
  SCRIPTS,
  ROW_END,
  ROW_NAME,
  ROW_START,
  SOURCE,
  Stop,
  SIGNS,
  TAG_KINDS,
  topmost,
  DRAFT_FLAGS,
  DRAFT_PARENT,
  DRAFT_START,
  MARK_RULES,
  ORDER,
  OUTLINE,
  OUTLINE_RULES,
  UNIT_CLASSES,
} from './columns';
import { Draft } from './draft';
import { Flat, flatten, hashTag, SHOWN_BYTES } from './flatten';
import { KNOWN_TAGS } from './generated/names';
import { makeActions } from './in-body';
import { Judged } from './judged';
import { ESCAPED, escapedTextAt, escapeText, JsonText, makeEscapes, unescapeText } from './json-text';
import { markElements, markedNodes, Marking } from './marks';
import { forgetOwnNames, LENGTHS, makeKnownNames, Names } from './names';
import { Open } from './open-elements';
import { RawContent } from './other-modes';
import { makeOutline, Outline, PLACE_MARKS, PLACE_PATHS, UNDECIDED } from './outline';
import { readSample, Sample } from './sample';
import { isUtf8 } from './scan';
import { layOut, memoryFor, Source } from './source';
import { makeTagSets } from './tag-sets';
import { Normal } from './text';
import { Counted, countText } from './text-counts';
import { readTokens, Tokens } from './tokenizer';
import { findTouching, pairs, Touching } from './touching';
import { Builder, resetBuilder } from './tree-builder';
import { forgetWritten, telling, Written } from './written';
import { writeText } from './written-text';

/** Fills the tables that all pages use. Called once. Returns whether the memory is enough for pages of `maxLength` bytes. */
export function prepare(maxLength: i32): bool {
  makeTagSets();
  makeActions();
  makeKnownNames();
  makeEscapes();
  layOut(0);
  for (let tag = 0; tag < 0x10000; tag++) topmost[tag] = NONE;
  return __heap_base <= MODEL && memoryFor(maxLength) <= <usize>memory.size() << 16;
}

/** The key of the hashes. */
export function setKey(key0: u32, key1: u32): void {
  Normal.key0 = key0;
  Normal.key1 = key1;
  for (let id = 0; id < KNOWN_TAGS; id++)
    hashTag(id, KNOWN_NAMES + ((<usize>id) << 4), <i32>load<u8>(KNOWN_NAMES + LENGTHS + <usize>id), false);
}

export function sourceAt(): usize {
  return SOURCE;
}

/** Begins a page whose bytes are in place. */
export function begin(
  length: i32,
  maxNodes: i32,
  maxDepth: i32,
  maxAttributes: i32,
  watchMeta: bool,
  opensNoscript: bool,
): void {
  memory.fill(SOURCE + <usize>length, 0, PADDING);
  Failure.code = 0;
  layOut(length);
  resetBuilder();
  forgetOwnNames();
  forgetWritten();
  RawContent.count = 0;
  Builder.opensNoscript = opensNoscript;
  Draft.maxNodes = min(maxNodes, MAX_NODES);
  Open.maxDepth = min(maxDepth, MAX_DEPTH);
  Attributes.count = 0;
  Attributes.most = maxAttributes;
  Tokens.watchMeta = watchMeta;
}

/** Is the page valid UTF-8? After `begin`. */
export function isValid(): bool {
  return isUtf8(Source.length);
}

/** Reads on. Returns why it stopped (`Stop`). */
export function read(): i32 {
  const stop = readTokens();
  if (stop != Stop.done) return stop;
  flatten();
  return Stop.done;
}

// What the loader answers when it was asked

export function setQuirks(quirks: bool): void {
  Builder.quirks = quirks;
}

export function stopWatching(): void {
  Tokens.watchMeta = false;
}

// Marks on the elements of the page that was read last

export function markRulesAt(): usize {
  return MARK_RULES;
}

/** Returns how many nodes may have any; those of values that the loader is asked of are not among them yet. */
export function mark(): i32 {
  markElements();
  return Marking.nodes;
}

export function markedNodesAt(): usize {
  return changetype<usize>(markedNodes);
}

export function marksAt(): usize {
  return DRAFT_START;
}

/** (node, row) pairs. */
export function askedAt(): usize {
  return ORDER;
}

export function askedCount(): i32 {
  return Marking.asked;
}

// Neighbours that touch, by such rules

/** Returns how many (before, after) pairs there are. */
export function touching(mostEmpty: i32): i32 {
  findTouching(mostEmpty);
  return Touching.count;
}

export function touchingAt(): usize {
  return changetype<usize>(pairs);
}

// Its segments, once its elements are marked

export function outlineRulesAt(): usize {
  return OUTLINE_RULES;
}

export function linkBaseAt(): usize {
  return LINK_BASE;
}

export function outline(): void {
  makeOutline();
}

export function outlineAt(): usize {
  return OUTLINE;
}

export function outlineStride(): i32 {
  return Outline.stride;
}

export function placeCount(): i32 {
  return Outline.places;
}

export function placePathsAt(): usize {
  return PLACE_PATHS;
}

export function placeMarksAt(): usize {
  return PLACE_MARKS;
}

export function undecidedAt(): usize {
  return UNDECIDED;
}

export function undecidedCount(): i32 {
  return Outline.undecided;
}

// The same page as text

/** Where the loader says what kinds of tags there are, which texts are left out, and which numbers attributes give. */
export function tagKindsAt(): usize {
  return TAG_KINDS;
}

/** And which characters are signs. */
export function signsAt(): usize {
  return SIGNS;
}

export function omittedAt(): usize {
  return DRAFT_FLAGS;
}

export function numbersAt(): usize {
  return DRAFT_PARENT;
}

/** Returns the length of the text. */
export function text(): i32 {
  return writeText();
}

export function textAt(): usize {
  return Source.written;
}

// What its first texts are, and how they are told; put where it would be written

/** Where the loader says which texts are template, and the tables of scripts, letters and common words. */
export function templateAt(): usize {
  return DRAFT_FLAGS;
}

export function scriptsAt(): usize {
  return SCRIPTS;
}

export function lettersAt(): usize {
  return LETTERS;
}

export function commonWordsAt(): usize {
  return COMMON_WORDS;
}

/** Returns how many units of UTF-16 were read. */
export function sample(units: i32): i32 {
  readSample(units);
  return Sample.units;
}

export function sampleCountsAt(): usize {
  return SAMPLE_COUNTS;
}

export function sampleSharesAt(): usize {
  return SAMPLE_SHARES;
}

export function sampleWords(): i32 {
  return Sample.words;
}

// Whatever text: it is put where the page would be written. How long it is

export function unitClassesAt(): usize {
  return UNIT_CLASSES;
}

export function count(length: i32): void {
  countText(Source.written, length);
}

export function countedChars(): i32 {
  return Counted.chars;
}

export function countedWords(): i32 {
  return Counted.words;
}

export function countedTokens(): i32 {
  return Counted.tokens;
}

// And what it is as a string of JSON

/** Returns the length, -1 where there is no room for it. */
export function toJson(length: i32): i32 {
  return escapeText(Source.written, length);
}

export function jsonAt(length: i32): usize {
  return escapedTextAt(Source.written, length);
}

// How segments are judged, beside a page

export { judge, judgedAt, layOutJudged, score, sharesAt, sight } from './judged';

/** Entries of its columns by segment, and by place. */
export function judgedSegments(): i32 {
  return Judged.segments;
}

export function judgedPlaces(): i32 {
  return Judged.places;
}

export function modelAt(): usize {
  return MODEL;
}

// A string of JSON in place of a page

/** Returns the length of what the string means; -1 if it is none. */
export function unescape(length: i32): i32 {
  return unescapeText(length);
}

export function escapedAt(): usize {
  return ESCAPED;
}

/** Where the last quote is. */
export function unescapedEnd(): i32 {
  return JsonText.end;
}

// What is left of a page

export function failure(): i32 {
  return Failure.code;
}

export function declarationStart(): i32 {
  return Tokens.declarationStart;
}

export function declarationEnd(): i32 {
  return Tokens.declarationEnd;
}

/** Where the attributes of the `<meta>` begin. */
export function metaAttributes(): i32 {
  return Tokens.metaAttributes;
}

export function table(): usize {
  return OUT;
}

/** Of the columns that others may see. */
export function tableBytes(): usize {
  return <usize>Flat.stride * SHOWN_BYTES;
}

export function stride(): i32 {
  return Flat.stride;
}

export function nodeCount(): i32 {
  return Flat.nodes;
}

export function segmentCount(): i32 {
  return Flat.segments;
}

export function moved(): bool {
  return Draft.moved;
}

/** Behind the source. */
export function spillLength(): i32 {
  return Source.spillLength;
}

export function rawContentAt(): usize {
  return RAW_CONTENT;
}

export function rawContentCount(): i32 {
  return RawContent.count;
}

/** How long all texts in its noscript elements are, in units of UTF-16. */
export function textInNoscript(): i32 {
  return Builder.textInNoscript;
}

export function gapsAt(): usize {
  return GAPS;
}

export function gapCount(): i32 {
  return Flat.gaps;
}

export function ownNameCount(): i32 {
  return Names.own;
}

export function ownNameStarts(): usize {
  return OWN_START;
}

export function ownNameLengths(): usize {
  return OWN_LENGTH;
}

/** Rows of attributes. */
export function attributeCount(): i32 {
  return Written.rows;
}

export function attributeStarts(): usize {
  return ROW_START;
}

export function attributeEnds(): usize {
  return ROW_END;
}

export function attributeNames(): usize {
  return ROW_NAME;
}

export function classCount(): i32 {
  return Written.classes;
}

export function classStarts(): usize {
  return CLASS_START;
}

export function classEnds(): usize {
  return CLASS_END;
}

/** Elements that tell something, and what: see `telling`. */
export function tellingAt(): usize {
  return changetype<usize>(telling);
}

export function tellingCount(): i32 {
  return Written.telling;
}

export function ownAttributeCount(): i32 {
  return Names.ownAttributes;
}

export function ownAttributeStarts(): usize {
  return ATTRIBUTE_START;
}

export function ownAttributeLengths(): usize {
  return ATTRIBUTE_LENGTH;
}
