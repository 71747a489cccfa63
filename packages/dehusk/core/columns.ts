/**
 * Where everything stands in the core's memory. One page at a time, no objects: each column of a table has a fixed
 * address, so that views of the memory never move. Memory that no page touches costs nothing but addresses.
 *
 * The checked build asserts every access; the release build removes the asserts.
 */

@unmanaged
export class I32Column {
  @inline @operator('[]')
  get(k: i32): i32 {
    assert(<u32>k < ROWS);
    return load<i32>(changetype<usize>(this) + ((<usize>k) << 2));
  }
  @inline @operator('[]=')
  set(k: i32, value: i32): void {
    assert(<u32>k < ROWS);
    store<i32>(changetype<usize>(this) + ((<usize>k) << 2), value);
  }
  fill(value: i32, from: i32, to: i32): void {
    assert(<u32>from <= <u32>to && <u32>to <= ROWS);
    for (let k = from; k < to; k++) store<i32>(changetype<usize>(this) + ((<usize>k) << 2), value);
  }
}

@unmanaged
export class F64Column {
  @inline @operator('[]')
  get(k: i32): f64 {
    assert(<u32>k < ROWS);
    return load<f64>(changetype<usize>(this) + ((<usize>k) << 3));
  }
  @inline @operator('[]=')
  set(k: i32, value: f64): void {
    assert(<u32>k < ROWS);
    store<f64>(changetype<usize>(this) + ((<usize>k) << 3), value);
  }
  fill(value: f64, from: i32, to: i32): void {
    assert(<u32>from <= <u32>to && <u32>to <= ROWS);
    for (let k = from; k < to; k++) store<f64>(changetype<usize>(this) + ((<usize>k) << 3), value);
  }
}

/** Arithmetic of `u16` and `u8` wraps: numbers come out as `i32`. */
@unmanaged
export class U16Column {
  @inline @operator('[]')
  get(k: i32): i32 {
    assert(<u32>k < ROWS);
    return <i32>load<u16>(changetype<usize>(this) + ((<usize>k) << 1));
  }
  @inline @operator('[]=')
  set(k: i32, value: i32): void {
    assert(<u32>k < ROWS);
    store<u16>(changetype<usize>(this) + ((<usize>k) << 1), <u16>value);
  }
}

@unmanaged
export class U8Column {
  @inline @operator('[]')
  get(k: i32): i32 {
    assert(<u32>k < ROWS);
    return <i32>load<u8>(changetype<usize>(this) + <usize>k);
  }
  @inline @operator('[]=')
  set(k: i32, value: i32): void {
    assert(<u32>k < ROWS);
    store<u8>(changetype<usize>(this) + <usize>k, <u8>value);
  }
  fill(value: i32, from: i32, to: i32): void {
    assert(<u32>from <= <u32>to && <u32>to <= ROWS);
    memory.fill(changetype<usize>(this) + <usize>from, <u8>value, <usize>(to - from));
  }
}

/** No table has more rows. */
export const ROWS: u32 = 0x40000;
/** What a page may have at most, whatever its limits: a page that may have more is not for the core. */
export const MAX_NODES: i32 = 0x40000;
export const MAX_DEPTH: i32 = 0x2000;
export const MAX_NAMES: i32 = 60_000;
export const MAX_ATTRIBUTES: i32 = 0x10000;

/** Behind the tables that are part of the program: see `judged.ts`. */
export const MODEL: usize = 0x38000;
export const MODEL_END: usize = 0x3f000;
export const JUDGED_PARTS: usize = 0x3f000;
export const ESCAPES: usize = 0x3ff00;
// By number of a tag: 2^16.
export const TAG_BITS: usize = 0x40000;
export const TOPMOST: usize = 0x80000;
export const TAG_HASH_HIGH: usize = 0xc0000;
export const TAG_HASH_LOW: usize = 0x100000;
export const OWN_START: usize = 0x140000;
export const OWN_LENGTH: usize = 0x180000;
export const OWN_SLOT_OF: usize = 0x1c0000;
/** Slots of the names that HTML does not know: 2^17. */
export const OWN_SLOTS: usize = 0x200000;
export const KNOWN_SLOTS: usize = 0x280000;
export const KNOWN_NAMES: usize = 0x282000;
/** What `output` says of the tags that HTML knows. */
export const TAG_KINDS: usize = 0x28f000;
/** What the addresses of links are joined to. */
export const LINK_BASE: usize = 0x286400;
/** What others say: by which rules elements are marked, and how segments are told. */
export const MARK_RULES: usize = 0x288000;
export const OUTLINE_RULES: usize = 0x28c000;

// The stack of open elements: 32 bytes an entry.
export const STACK: usize = 0x290000;
export const STACK_TAKEN: usize = 0x2d0000;
export const STACK_KEPT: usize = 0x2e0000;
/** Names of a class attribute that are brought into their order. */
export const SORTED_NAMES: usize = 0x2f0000;

// The draft, by node in the order in which nodes were made.
export const FORMATTING: usize = 0x300000;
export const DRAFT_TAG: usize = 0x400000;
export const DRAFT_FLAGS: usize = 0x480000;
export const DRAFT_PARENT: usize = 0x500000;
export const DRAFT_FIRST: usize = 0x600000;
export const DRAFT_LAST: usize = 0x700000;
export const DRAFT_PREVIOUS: usize = 0x800000;
export const DRAFT_NEXT: usize = 0x900000;
export const DRAFT_START: usize = 0xa00000;
export const DRAFT_END: usize = 0xb00000;
export const NUMBER_OF: usize = 0xc00000;
export const ORDER: usize = 0xd00000;
/** (node, start, end) triples. */
export const RAW_CONTENT: usize = 0xe00000;
export const GAPS: usize = 0x1100000;

/** The page's table: as many bytes a node as `OUT_BYTES` says, column after column. */
export const OUT: usize = 0x1400000;
// Names of attributes, as those of tags above; the tag that each was met in last; class attributes.
export const ATTRIBUTE_START: usize = 0x2400000;
export const ATTRIBUTE_LENGTH: usize = 0x2440000;
export const ATTRIBUTE_SLOT_OF: usize = 0x2480000;
export const ATTRIBUTE_SLOTS: usize = 0x24c0000;
export const SEEN_IN_TAG: usize = 0x2540000;
export const KNOWN_ATTRIBUTE_SLOTS: usize = 0x2580000;
export const KNOWN_ATTRIBUTES: usize = 0x2582000;
/** Words that are common in a language: 12 KB; and how many a text has of scripts and of such words. */
export const COMMON_WORDS: usize = 0x2588000;
export const SAMPLE_COUNTS: usize = 0x258b000;
export const SAMPLE_SHARES: usize = 0x258b100;
/** What each unit of UTF-16 is for whoever counts words: 64 KB. */
export const UNIT_CLASSES: usize = 0x2590000;
/** What each is for whoever tells languages: a letter of their common words, 64 KB; and of which script, as far as there are any. */
export const LETTERS: usize = 0x25a0000;
export const SCRIPTS: usize = 0x25b0000;
export const SCRIPT_UNITS: i32 = 0xd800;
/** A bit for each character of 16 bits that `output` takes for a sign: 8 KB. */
export const SIGNS: usize = 0x25be000;
export const CLASS_START: usize = 0x25c0000;
export const CLASS_END: usize = 0x2600000;
export const CLASS_HASH: usize = 0x2640000;
export const CLASS_SLOTS: usize = 0x2680000;
/** Text in which white space counts: (node, start, end) triples, in bytes of the source. */
export const VERBATIM: usize = 0x2700000;
// Rows of attributes: where the value begins and ends, and the number of the name. By number of a tag that has any: which
// rows, its class attribute, and what it tells.
export const ROW_START: usize = 0x2a00000;
export const ROW_END: usize = 0x2a40000;
export const ROW_NAME: usize = 0x2a80000;
export const TAG_FIRST: usize = 0x2ac0000;
export const TAG_LAST: usize = 0x2b00000;
export const TAG_CLASS: usize = 0x2b40000;
export const TAG_TELLS: usize = 0x2b80000;
/** By number of a class attribute: what it tells. */
export const CLASS_TELLS: usize = 0x2b90000;
/** Texts that wait to be hashed: see `hashes.ts`. */
export const HASHES: usize = 0x2be0000;
/** The source, then (once it is read) texts that stand in several parts. */
export const SOURCE: usize = 0x2c00000;
/** SIMD reads this far over the end. */
export const PADDING: usize = 64;

export const tagBits = changetype<I32Column>(TAG_BITS);
export const topmost = changetype<I32Column>(TOPMOST);
export const tagHashHigh = changetype<I32Column>(TAG_HASH_HIGH);
export const tagHashLow = changetype<I32Column>(TAG_HASH_LOW);
export const ownStart = changetype<I32Column>(OWN_START);
export const ownLength = changetype<I32Column>(OWN_LENGTH);
export const ownSlotOf = changetype<I32Column>(OWN_SLOT_OF);
export const ownSlots = changetype<I32Column>(OWN_SLOTS);
export const taken = changetype<I32Column>(STACK_TAKEN);
export const kept = changetype<I32Column>(STACK_KEPT);
export const listed = changetype<I32Column>(FORMATTING);
export const tag = changetype<U16Column>(DRAFT_TAG);
export const flags = changetype<U8Column>(DRAFT_FLAGS);
export const parent = changetype<I32Column>(DRAFT_PARENT);
export const firstChild = changetype<I32Column>(DRAFT_FIRST);
export const lastChild = changetype<I32Column>(DRAFT_LAST);
export const previous = changetype<I32Column>(DRAFT_PREVIOUS);
export const next = changetype<I32Column>(DRAFT_NEXT);
/**
 * Text: range of the source; with the flag `joined`, its first and its last part. Element: the number of the tag that it
 * has its attributes of (0 if it has none), and what `signatureOf` makes of them once it is asked.
 */
export const start = changetype<I32Column>(DRAFT_START);
export const end = changetype<I32Column>(DRAFT_END);
export const seenInTag = changetype<I32Column>(SEEN_IN_TAG);
/** An outline, once raw content and gaps are copied: bytes a segment as `OUTLINE_BYTES` says. */
export const OUTLINE: usize = RAW_CONTENT;
export const OUTLINE_END: usize = OUT;
export const numberOf = changetype<I32Column>(NUMBER_OF);
export const order = changetype<I32Column>(ORDER);

export const NONE: i32 = -1;
export const TEXT: i32 = 0;

/** Bits of a page's flags, and (below) of the draft's only. */
export const enum Flag {
  spaceBefore = 1,
  hidden = 2,
  literal = 4,
  svg = 8,
  mathml = 16,
  foreign = 24,
  preformatted = 32,
  /** Text in several parts. */
  joined = 1,
  /** Text that is white space alone, as far as is known. */
  blank = 2,
  /** A comment stood after this text, so later text does not join it. */
  sealed = 64,
  /** Among the formatting elements. */
  listed = 128,
}

/** Why a parse stopped; the numbers are shared with the loader. */
export const enum Stop {
  done = 0,
  /** The loader must say whether the declaration makes the page quirky, or whether a `<meta>` changes the encoding. */
  declaration = 1,
  meta = 2,
  tooManyNodes = 3,
  tooDeep = 4,
  tooManyNames = 5,
  /** Rare things that the core leaves to the other parser. */
  unusual = 6,
}

export class Failure {
  static code: i32 = 0;
}

/** Ends the parse at once, as an exception does. The loader reads the code. */
export function fail(code: i32): void {
  Failure.code = code;
  unreachable();
}

@inline
export function byteAt(at: i32): i32 {
  return <i32>load<u8>(SOURCE + <usize>at);
}
