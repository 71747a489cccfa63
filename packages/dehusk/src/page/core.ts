/**
 * Bytes → Page by the core, which is AssemblyScript (`packages/dehusk/core`). The table, the hashes and the tree are
 * those of the parser in TypeScript, which stays for where WebAssembly is not allowed and for what is rare.
 */
import { DehuskError } from '../errors.ts';
import { type Charset, decode, detectCharset, encodingOfMeta } from './charset.ts';
import { attributesAt } from './core-attributes.ts';
import { createOrFailed, holdPage } from './core-held.ts';
import { type CoreModule, createInstance, type Instance, Stop } from './core-instance.ts';
import { sightSegments } from './core-judge.ts';
import { attributeColumns, type CoreTable, corePage, type PageFacts, type SentPage } from './core-page.ts';
import type { HashKey } from './hash.ts';
import { isQuirky } from './html/quirks.ts';
import type { ParseOptions } from './html-parser.ts';
import { holdsContent, mayHoldContent } from './noscript.ts';
import type { FullPage, Page } from './page.ts';
import { defaultPageLimits, type PageLimits, type RawPage, resolveLimits } from './raw-page.ts';
import type { SightSegments } from './segment-judge.ts';
import type { CountText, TextCounts } from './text-counts.ts';

/** The core's own limits; a page that may have more and does is parsed in TypeScript. */
const MAX_NODES = 0x40000;
const MAX_DEPTH = 0x2000;
const MAX_NAMES = 60_000;
/** Of zeros behind what it reads. */
const PADDING = 64;

/**
 * Pages up to the first size share an instance, and from the first larger page on those up to the second size do: with
 * more than 64 MB of memory V8 looks for garbage at once, which is a tenth of what a thread costs to start, and threads of
 * small pages need none of it. A page beyond that has an instance of its own, which goes after it: memory never shrinks.
 */
const FIRST_SHARED_BYTES = 256 * 1024;
const SHARED_BYTES = 4 * 1024 * 1024;

const loneSurrogate = /\p{Surrogate}/u;
const zeroKey: HashKey = [0, 0];
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A page that was read, until the next one is: views of the core's memory. */
interface Read {
  readonly instance: Instance;
  readonly bytes: Uint8Array;
}

/** How a page is read: stopping where it names its encoding, and with what is in noscript elements of its body. */
interface Reading {
  readonly watchesMeta?: boolean;
  readonly opensNoscript?: boolean;
}

/** The text of a string of JSON, and where its last quote is in the line. */
interface UnescapedText {
  readonly bytes: Uint8Array;
  readonly end: number;
}

export interface Core {
  /** As `parse` does; undefined for the few pages that are left to the other parser. */
  parse(raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>, options?: ParseOptions): Page | undefined;
  /** The same; what is parsed after it does not take its place, until it is released. */
  parseToKeep(
    raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>,
    options?: ParseOptions,
  ): KeptPage | undefined;
  /** A page that the core of another thread has parsed. */
  receive(sent: SentPage): Page;
  /** As `parseText` does, likewise. */
  parseText(html: string, options?: ParseOptions & { readonly url?: string }): Page | undefined;
  /**
   * The string of a line of JSON that begins at `start`, behind its quote; undefined if it is none, or too long. The line
   * is UTF-8. If the string is parsed next, it is there already.
   */
  unescape(line: Uint8Array, start: number): UnescapedText | undefined;
  /** Looks at segments to judge them; undefined if there is no room for so many. */
  readonly sightSegments: SightSegments;
  /** Counts what is in a text; undefined if there is no room for it. */
  readonly countText: CountText;
  /**
   * A text in UTF-8 as it stands between the quotes of a JSON string, which is there until the core is asked for something
   * else; undefined if there is no room for it.
   */
  escape(text: Uint8Array): Uint8Array | undefined;
  /** Only reads the page: what a Page is made of stays in the core. For measuring. Returns the number of nodes. */
  read(bytes: Uint8Array, hashKey?: HashKey): number;
  /** Pages that were left to the parser in TypeScript. */
  readonly leftPages: number;
  /** Those of them at which the core failed, which it never should. */
  readonly trappedPages: number;
}

interface Parsed {
  readonly page: FullPage;
  /** What the core of another thread makes the same page of. */
  readonly sent: SentPage;
}

export interface KeptPage extends Parsed {
  /** The page can be used on, but costs more then. */
  release(): void;
}

export function createCore(module: CoreModule): Core {
  let shared: Instance | undefined;
  let sharedBytes = FIRST_SHARED_BYTES;
  /** Those of this size whose kept page was released. */
  let spare: Instance[] = [];
  let leftPages = 0;
  let trappedPages = 0;

  const instanceFor = (length: number): Instance => {
    if (length > SHARED_BYTES) return createInstance(module, length);
    if (length > sharedBytes) {
      sharedBytes = SHARED_BYTES;
      shared = undefined;
      spare = [];
    }
    shared ??= spare.pop() ?? createInstance(module, sharedBytes);
    return shared;
  };

  /** Runs the core on bytes that are UTF-8. Undefined if they are not valid. */
  const begin = (
    bytes: Uint8Array,
    limits: PageLimits,
    key: HashKey,
    { watchesMeta = false, opensNoscript = false }: Reading = {},
  ): Read | undefined => {
    const instance = instanceFor(bytes.length);
    const { exports, memory } = instance;
    instance.held = undefined;
    if (instance.key?.[0] !== key[0] || instance.key[1] !== key[1]) {
      exports.setKey(key[0], key[1]);
      instance.key = key;
    }
    const isThere = instance.source === bytes;
    if (!isThere) memory.set(bytes, exports.sourceAt());
    instance.source = undefined;
    const { maxNodes, maxDepth } = limits;
    const maxAttributes = Math.min(limits.maxAttributes, MAX_NAMES);
    exports.begin(
      bytes.length,
      Math.min(maxNodes, MAX_NODES),
      Math.min(maxDepth, MAX_DEPTH),
      maxAttributes,
      Number(watchesMeta),
      Number(opensNoscript),
    );
    return isThere || exports.isValid() === 1 ? { instance, bytes } : undefined;
  };

  /** Reads on, and answers what the core asks. Returns the encoding that a `<meta>` asks for, if another one. */
  const finish = ({ instance, bytes }: Read, assumed: string): string | undefined => {
    const { exports } = instance;
    for (;;) {
      const stop = read(instance);
      if (stop === Stop.done) return undefined;
      if (stop === Stop.declaration) {
        const declaration = decoder.decode(
          bytes.subarray(exports.declarationStart(), exports.declarationEnd()),
        );
        exports.setQuirks(isQuirky(declaration) ? 1 : 0);
      } else if (stop === Stop.meta) {
        const declared = encodingOfMeta(attributesAt(bytes, exports.metaAttributes()));
        if (declared === null) continue;
        if (declared !== assumed) return declared;
        exports.stopWatching();
      }
    }
  };

  const read = (instance: Instance): number => {
    try {
      return instance.exports.read();
    } catch {
      const code = instance.exports.failure();
      // A trap that the core did not mean: nobody knows what its memory holds.
      if (code === Stop.done) dropTrapped();
      throw new CoreStop(code === Stop.done ? Stop.unusual : code);
    }
  };

  const dropTrapped = (): void => {
    shared = undefined;
    trappedPages++;
  };

  const pageOf = (started: Read, facts: PageFacts): Parsed => {
    const { instance } = started;
    const table = tableOf(started);
    const page: FullPage = corePage(table, facts, (asked) =>
      instance.held === page.tag && isSame(asked as FullPage, page)
        ? holdPage(instance, page, dropTrapped)
        : undefined,
    );
    if (instance === shared) instance.held = page.tag;
    return { page, sent: { table, facts } };
  };

  /** `again` begins the same page with its noscript elements open. */
  const parsedOf = (started: Read, facts: PageFacts, again: () => Read): Parsed => {
    const parsed = pageOf(started, facts);
    // Most pages have none.
    const textLength = started.instance.exports.textInNoscript();
    if (textLength === 0 || !mayHoldContent(textLength, parsed.page)) return parsed;
    const restarted = again();
    finish(restarted, facts.encoding);
    const opened = pageOf(restarted, facts);
    return holdsContent(opened.page, parsed.page) ? opened : parsed;
  };

  const parseBytes = (
    raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>,
    limits: PageLimits,
    options: ParseOptions,
  ): Parsed => {
    if (raw.bytes.length > limits.maxBytes) {
      throw new DehuskError('PAGE_TOO_LARGE', { sizeBytes: raw.bytes.length, limitBytes: limits.maxBytes });
    }
    const { hashKey = zeroKey, id } = options;
    const charset = charsetOf(raw);
    let { encoding } = charset;
    const start = (reading: Reading): Read =>
      (encoding === 'UTF-8' ? begin(withoutMark(raw.bytes), limits, hashKey, reading) : undefined) ??
      begin(encoder.encode(decode(raw.bytes, encoding)), limits, hashKey, reading)!;
    for (let watchesMeta = charset.tentative; ; watchesMeta = false) {
      const started = start({ watchesMeta });
      const declared = finish(started, encoding);
      if (declared === undefined)
        return parsedOf(started, { url: raw.url, id, encoding, hashKey }, () =>
          start({ opensNoscript: true }),
        );
      encoding = declared;
    }
  };

  /** What the page deserves; undefined if the other parser has to decide. */
  const orLeft = (limits: PageLimits, make: () => Parsed | undefined): Parsed | undefined => {
    let parsed: Parsed | undefined;
    try {
      parsed = make();
    } catch (error) {
      if (!(error instanceof CoreStop)) throw error;
      const refusal = refusalOf(error.code, limits);
      if (refusal !== undefined) throw refusal;
    }
    if (parsed === undefined) leftPages++;
    return parsed;
  };

  const parsed = (
    raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>,
    options: ParseOptions = {},
  ): Parsed | undefined => {
    const limits = resolveLimits(options.limits);
    return orLeft(limits, () => parseBytes(raw, limits, options));
  };

  return {
    parse: (raw, options) => parsed(raw, options)?.page,
    parseToKeep(raw, options) {
      const kept = parsed(raw, options);
      if (kept === undefined) return undefined;
      const instance = shared;
      // A large page has an instance of its own, which nobody else would use.
      if (instance?.held !== kept.page.tag) return { ...kept, release: () => undefined };
      shared = undefined;
      const release = (): void => {
        if (instance.held !== kept.page.tag) return;
        instance.held = undefined;
        if (instance.maxLength === sharedBytes) spare.push(instance);
      };
      return { ...kept, release };
    },
    receive: ({ table, facts }) => corePage(table, facts, () => undefined),
    parseText(html, options = {}) {
      const limits = resolveLimits(options.limits);
      const { hashKey = zeroKey, id, url } = options;
      return orLeft(limits, () => {
        // Half a pair of surrogates has no bytes.
        if (loneSurrogate.test(html)) return undefined;
        const bytes = encoder.encode(html);
        const started = begin(bytes, limits, hashKey)!;
        finish(started, '');
        return parsedOf(
          started,
          { url, id, encoding: '', hashKey },
          () => begin(bytes, limits, hashKey, { opensNoscript: true })!,
        );
      })?.page;
    },
    unescape(line, start) {
      const length = line.length - start;
      if (length > SHARED_BYTES) return undefined;
      const instance = instanceFor(length);
      const { exports, memory } = instance;
      instance.held = undefined;
      instance.source = undefined;
      memory.set(line.subarray(start), exports.escapedAt());
      const meant = exports.unescape(length);
      if (meant === -1) return undefined;
      const at = exports.sourceAt();
      const bytes = memory.slice(at, at + meant);
      instance.source = bytes;
      return { bytes, end: start + exports.unescapedEnd() };
    },
    sightSegments(outline, seen) {
      const instance = instanceFor(0);
      return sightSegments(instance, createOrFailed(instance, dropTrapped), outline, seen);
    },
    countText(text, classes) {
      const instance = instanceFor(0);
      return createOrFailed(instance, dropTrapped)(() => countText(instance, text, classes));
    },
    escape(text) {
      const instance = instanceFor(0);
      return createOrFailed(instance, dropTrapped)(() => escapeText(instance, text));
    },
    read(bytes, hashKey = zeroKey) {
      const started = begin(bytes, defaultPageLimits, hashKey);
      if (started === undefined) return 0;
      finish(started, 'UTF-8');
      return started.instance.exports.nodeCount();
    },
    get leftPages() {
      return leftPages;
    },
    get trappedPages() {
      return trappedPages;
    },
  };
}

function countText(
  instance: Instance,
  text: string | Uint8Array,
  classes: Uint8Array,
): TextCounts | undefined {
  const { exports, memory } = instance;
  if (instance.unitClasses !== classes) memory.set(classes, exports.unitClassesAt());
  instance.unitClasses = classes;
  const length = putText(instance, text);
  if (length === undefined) return undefined;
  exports.count(length);
  return { chars: exports.countedChars(), words: exports.countedWords(), tokens: exports.countedTokens() };
}

function escapeText(instance: Instance, text: Uint8Array): Uint8Array | undefined {
  const { exports, memory } = instance;
  if (putText(instance, text) === undefined) return undefined;
  const length = exports.toJson(text.length);
  const at = exports.jsonAt(text.length);
  return length === -1 ? undefined : memory.subarray(at, at + length);
}

/**
 * Where the text of the page that was read last would be written; that page can still be asked for it. Returns the number
 * of bytes; undefined if there is no room for them.
 */
function putText(instance: Instance, text: string | Uint8Array): number | undefined {
  const { exports, memory } = instance;
  // What came out of a line may reach as far.
  instance.source = undefined;
  const room = memory.subarray(exports.textAt(), memory.length - PADDING);
  if (typeof text === 'string') {
    const { read, written } = encoder.encodeInto(text, room);
    return read < text.length ? undefined : written;
  }
  if (text.length > room.length) return undefined;
  room.set(text);
  return text.length;
}

/** Carries the code of the core to whoever can make an error of it. */
class CoreStop extends Error {
  readonly code: number;
  constructor(code: number) {
    super('the core stopped');
    this.code = code;
  }
}

/** The error that the page deserves; undefined if the other parser has to decide. */
function refusalOf(code: number, { maxNodes, maxDepth }: PageLimits): DehuskError | undefined {
  if (code === Stop.tooManyNodes && maxNodes <= MAX_NODES)
    return new DehuskError('PAGE_TOO_MANY_NODES', { limit: maxNodes });
  if (code === Stop.tooDeep && maxDepth <= MAX_DEPTH)
    return new DehuskError('PAGE_TOO_DEEP', { limit: maxDepth });
  return code === Stop.tooManyNames
    ? new DehuskError('PAGE_TOO_MANY_NAMES', { limit: MAX_NAMES })
    : undefined;
}

/** Pages are made of pages by copying fields: only the one that was parsed is in the core. */
function isSame(asked: FullPage, page: FullPage): boolean {
  return (
    asked.tag === page.tag &&
    asked.flags === page.flags &&
    asked.chars === page.chars &&
    asked.textHashLow === page.textHashLow &&
    asked.segments === page.segments &&
    asked.classList === page.classList &&
    asked.source === page.source &&
    asked.attributes === page.attributes
  );
}

/** How most transports say it. */
const saidUtf8 = /^[^;]*; *charset=utf-8$/i;

/** Where the transport says it, nothing that knows other encodings has to be loaded. */
function charsetOf({ bytes, contentType }: Pick<RawPage, 'bytes' | 'contentType'>): Charset {
  // The byte order mark of another encoding, which counts more than the transport, begins with one of these.
  const mayBeMarked = bytes[0] === 0xfe || bytes[0] === 0xff;
  if (!mayBeMarked && contentType !== undefined && saidUtf8.test(contentType))
    return { encoding: 'UTF-8', tentative: false };
  return detectCharset(bytes, contentType);
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const noNumbers = new Int32Array();
const noBytes = new Uint8Array();

/** Copies what a Page is made of out of the core. */
function tableOf({ instance: { exports, memory }, bytes }: Read): CoreTable {
  const { buffer } = exports.memory;
  // A small page has none of most things, and each array costs as much as a hundred bytes of it.
  const numbers = (at: number, count: number): Int32Array =>
    count === 0 ? noNumbers : new Int32Array(buffer.slice(at, at + 4 * count));
  const pairs = (first: number, second: number, count: number): Int32Array => {
    if (count === 0) return noNumbers;
    const both = new Int32Array(2 * count);
    both.set(new Int32Array(buffer, first, count));
    both.set(new Int32Array(buffer, second, count), count);
    return both;
  };
  const spillAt = exports.sourceAt() + bytes.length;
  const tableAt = exports.table();
  const tableBytes = exports.tableBytes();
  const attributeCount = exports.attributeCount();
  const columns = new ArrayBuffer(tableBytes + 10 * attributeCount);
  new Uint8Array(columns).set(memory.subarray(tableAt, tableAt + tableBytes));
  copyAttributes(exports, attributeColumns(columns, attributeCount));
  return {
    bytes,
    spill: exports.spillLength() === 0 ? noBytes : memory.slice(spillAt, spillAt + exports.spillLength()),
    nodeCount: exports.nodeCount(),
    segmentCount: exports.segmentCount(),
    stride: exports.stride(),
    columns,
    attributeCount,
    rawContent: numbers(exports.rawContentAt(), exports.rawContentCount() * 3),
    gaps: numbers(exports.gapsAt(), exports.gapCount() * 3),
    isMoved: exports.moved() === 1,
    classRanges: pairs(exports.classStarts(), exports.classEnds(), exports.classCount()),
    telling: numbers(exports.tellingAt(), exports.tellingCount()),
    ownTags: pairs(exports.ownNameStarts(), exports.ownNameLengths(), exports.ownNameCount()),
    ownAttributes: pairs(
      exports.ownAttributeStarts(),
      exports.ownAttributeLengths(),
      exports.ownAttributeCount(),
    ),
  };
}

function copyAttributes(exports: Instance['exports'], { name, start, end }: FullPage['attributes']): void {
  const { buffer } = exports.memory;
  start.set(new Int32Array(buffer, exports.attributeStarts(), start.length));
  end.set(new Int32Array(buffer, exports.attributeEnds(), end.length));
  name.set(new Uint16Array(buffer, exports.attributeNames(), name.length));
}
