/** What the core does with the page that it still holds, by rules and lists that others hand over. */
import { type Instance, Stop } from './core-instance.ts';
import { type ElementMarks, type MarkRules, noMarks, RuleKind } from './element-marks.ts';
import { type LinkBase, linkBaseOf } from './link-address.ts';
import { Attribute } from './names.ts';
import { attributeName, type CountedSample, type HeldPage, type Page, readText, readValue } from './page.ts';
import { hasLetterOrDigit, type OutlineRules, type SegmentOutline } from './segment-outline.ts';

/** `drop`: the core has failed in a way that it did not mean. */
export function holdPage(instance: Instance, page: Page, drop: () => void): HeldPage {
  const orFailed = createOrFailed(instance, drop);
  return {
    layOutText: (layout) => orFailed(() => layOutText(instance, page, layout)),
    markElements: (rules) => orFailed(() => mark(instance, page, rules)),
    findTouching: (rules) => orFailed(() => findTouching(instance, rules)),
    outlineSegments: (rules) => orFailed(() => outlineSegments(instance, page, rules)),
    readSample: (...asked) => orFailed(() => readSample(instance, ...asked)),
  };
}

/** Does what the core may have no room for, or may fail at. */
export function createOrFailed(
  instance: Instance,
  drop: () => void,
): <Result>(act: () => Result) => Result | undefined {
  return (act) => {
    try {
      return act();
    } catch {
      instance.held = undefined;
      if (instance.exports.failure() === Stop.done) drop();
      return undefined;
    }
  };
}

// Text

function layOutText(
  instance: Instance,
  { nodeCount }: Page,
  { kinds, signs, omitted, readNumbers }: Parameters<HeldPage['layOutText']>[0],
): Uint8Array {
  const { exports, memory } = instance;
  if (instance.kinds !== kinds) {
    memory.set(kinds, exports.tagKindsAt());
    memory.set(signs, exports.signsAt());
  }
  instance.kinds = kinds;
  if (omitted !== undefined) memory.set(omitted, exports.omittedAt());
  else memory.fill(0, exports.omittedAt(), exports.omittedAt() + nodeCount);
  readNumbers(new Int32Array(exports.memory.buffer, exports.numbersAt(), nodeCount).fill(-1));
  const length = exports.text();
  return memory.slice(exports.textAt(), exports.textAt() + length);
}

// Marks

/** Leaves the marks in the core. */
function mark(instance: Instance, page: Page, rules: MarkRules): ElementMarks {
  const { exports } = instance;
  tellMarkRules(instance, rules);
  const count = exports.mark();
  if (count === 0) return noMarks;
  const { buffer } = exports.memory;
  const of = new Uint32Array(buffer, exports.marksAt(), page.nodeCount);
  const pairs = new Int32Array(buffer, exports.askedAt(), 2 * exports.askedCount());
  for (let i = 0; i < pairs.length; i += 2) {
    const row = pairs[i + 1]!;
    const rule = rules.attributes[rules.ruleOf[attributeName(page, row)]! - 1]!;
    of[pairs[i]!]! |= rule.read(readValue(page, row));
  }
  return { of, nodes: new Int32Array(buffer, exports.markedNodesAt(), count) };
}

function tellMarkRules(instance: Instance, rules: MarkRules): void {
  if (instance.markRules === rules) return;
  instance.memory.set(encoded(rules, encodeRules), instance.exports.markRulesAt());
  instance.markRules = rules;
}

const ruleBytes = new WeakMap<object, Uint8Array>();

/** Rules as bytes, made once. */
function encoded<Rules extends object>(rules: Rules, encode: (rules: Rules) => Uint8Array): Uint8Array {
  const known = ruleBytes.get(rules);
  if (known !== undefined) return known;
  const bytes = encode(rules);
  ruleBytes.set(rules, bytes);
  return bytes;
}

const TAGS = 256;
const MOST_RULES = 16;
const WORD_BYTES = 32;
/** Behind the bits by tag. */
const RULES_AT = 4 * TAGS;
const RULE_NAMES_AT = RULES_AT + 16 * MOST_RULES;
/** Which words are classes. */
const CLASSES_AT = RULE_NAMES_AT + 2 * MOST_RULES;
const WORDS_AT = CLASSES_AT + 16;
/** What the core has room for. */
const MOST_BYTES = 0x4000;

/** As `marks.ts` of the core has it. */
function encodeRules({ tags, attributes, classes }: MarkRules): Uint8Array {
  const lists = [...attributes.map(({ words }) => words), classes];
  const wordCount = lists.reduce((sum, { size }) => sum + size, 0);
  const bytes = new Uint8Array(WORDS_AT + WORD_BYTES * wordCount);
  if (attributes.length > MOST_RULES || bytes.length > MOST_BYTES) throw new RangeError('too many rules');
  const view = new DataView(bytes.buffer);
  const put = (at: number, ...numbers: readonly number[]): void => {
    for (const [i, number] of numbers.entries()) view.setUint32(at + 4 * i, number, true);
  };
  put(0, ...tags);
  let word = 0;
  const putWords = (at: number, words: ReadonlyMap<string, number>): void => {
    put(at, word, words.size);
    for (const [text, bits] of words) {
      const letters = new TextEncoder().encode(text);
      if (letters.length > WORD_BYTES - 8) throw new RangeError(`${text} is too long a word`);
      const to = WORDS_AT + WORD_BYTES * word++;
      put(to, letters.length, bits);
      bytes.set(letters, to + 8);
    }
  };
  for (const [i, { name, kind, words }] of attributes.entries()) {
    const at = RULES_AT + 16 * i;
    view.setUint16(RULE_NAMES_AT + 2 * i, Attribute[name], true);
    put(at, kind, kind === RuleKind.any ? words.get('')! : 0);
    putWords(at + 8, words);
  }
  putWords(CLASSES_AT, classes);
  const isOfClasses = attributes.length === 0 && tags.every((bits) => bits === 0);
  put(CLASSES_AT + 8, attributes.length, isOfClasses ? 1 : 0);
  return bytes;
}

// Neighbours that touch

function findTouching(
  instance: Instance,
  { marks, mostEmpty }: Parameters<HeldPage['findTouching']>[0],
): Int32Array {
  const { exports } = instance;
  tellMarkRules(instance, marks);
  const count = exports.touching(mostEmpty);
  return new Int32Array(exports.memory.buffer, exports.touchingAt(), 2 * count);
}

// A sample of the content

function readSample(
  instance: Instance,
  ...[template, tables, units]: Parameters<HeldPage['readSample']>
): CountedSample {
  const { exports, memory } = instance;
  if (instance.sampleTables !== tables) {
    const { scripts, letters, words } = tables;
    memory.set(scripts, exports.scriptsAt());
    memory.set(letters, exports.lettersAt());
    memory.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), exports.commonWordsAt());
    instance.sampleTables = tables;
  }
  memory.set(template, exports.templateAt());
  const { buffer } = exports.memory;
  const count = exports.sample(units);
  return {
    units: new Uint16Array(buffer, exports.textAt(), count),
    scripts: new Int32Array(buffer, exports.sampleCountsAt(), tables.scriptCount + 1),
    words: exports.sampleWords(),
    shares: new Int32Array(buffer, exports.sampleSharesAt(), tables.languageCount),
  };
}

// The outline

function outlineSegments(instance: Instance, page: Page, rules: OutlineRules): SegmentOutline {
  const { exports, memory } = instance;
  if (instance.outlineRules !== rules)
    memory.set(encoded(rules, encodeOutlineRules), exports.outlineRulesAt());
  instance.outlineRules = rules;
  mark(instance, page, rules.marks);
  memory.set(encodeLinkBase(linkBaseOf(page)), exports.linkBaseAt());
  exports.outline();
  const { buffer } = exports.memory;
  const count = page.segments.length;
  const stride = exports.outlineStride();
  const places = exports.placeCount();
  // One array buffer for all of it: to V8 each costs as much as some hundred bytes of a page.
  const columns = new ArrayBuffer(35 * stride + 12 * places);
  const at = exports.outlineAt();
  new Uint8Array(columns).set(memory.subarray(at, at + 35 * stride));
  const flags = new Uint8Array(columns, 34 * stride, count);
  if (exports.undecidedCount() > 0) {
    const undecided = new Int32Array(buffer, exports.undecidedAt(), exports.undecidedCount());
    for (let i = 0; i < undecided.length; i++)
      if (hasLetterOrDigit(readText(page, page.segments[undecided[i]!]!)))
        flags[undecided[i]!]! |= rules.word;
  }
  return {
    count,
    // In the order of `createOutline`: for V8 all outlines are of one kind then.
    hashes: new Float64Array(columns, 0, count),
    chars: new Uint32Array(columns, 24 * stride, count),
    joint: new Uint16Array(columns, 28 * stride, count),
    flags,
    letters: new Float64Array(columns, 8 * stride, count),
    targets: new Float64Array(columns, 16 * stride, count),
    place: new Uint16Array(columns, 30 * stride, count),
    jointPlace: new Uint16Array(columns, 32 * stride, count),
    places: placesOf(exports, {
      paths: new Float64Array(columns, 35 * stride, places),
      marks: new Uint32Array(columns, 35 * stride + 8 * places, places),
    }),
  };
}

function placesOf(
  exports: Instance['exports'],
  { paths, marks }: SegmentOutline['places'],
): SegmentOutline['places'] {
  const { buffer } = exports.memory;
  const count = paths.length;
  paths.set(new Float64Array(buffer, exports.placePathsAt(), count));
  marks.set(new Uint32Array(buffer, exports.placeMarksAt(), count));
  return { paths, marks };
}

const encoder = new TextEncoder();

/** As `addresses.ts` of the core has it. */
function encodeLinkBase({ host, path, own }: LinkBase): Uint8Array {
  const bytes = new Uint8Array(12 + host.length + path.length + own.length);
  new DataView(bytes.buffer).setInt32(0, host.length, true);
  new DataView(bytes.buffer).setInt32(4, path.length, true);
  new DataView(bytes.buffer).setInt32(8, own.length, true);
  encoder.encodeInto(`${host}${path}${own}`, bytes.subarray(12));
  return bytes;
}

/** As `outline.ts` of the core has it. */
function encodeOutlineRules(rules: OutlineRules): Uint8Array {
  const bytes = new Uint8Array(TAGS + 4 * 13);
  for (let tag = 0; tag < TAGS; tag++) bytes[tag] = rules.blockTags[tag]! + 2 * rules.lineTags[tag]!;
  const settings = [
    rules.linkTag,
    rules.addressName,
    rules.link,
    rules.withinPage,
    rules.blockStart,
    rules.lineStart,
    rules.linkStart,
    rules.word,
    rules.longestSign,
    rules.leastLetters,
    rules.mostChars,
    rules.placeSteps,
    rules.mostPlaces,
  ];
  const view = new DataView(bytes.buffer);
  for (const [i, number] of settings.entries()) view.setInt32(TAGS + 4 * i, number, true);
  return bytes;
}
