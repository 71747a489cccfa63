/** An instance of the core: its exports, and what it was told. One page at a time. */

import type { MarkRules } from './element-marks.ts';
import type { HashKey } from './hash.ts';
import type { SampleTables } from './page.ts';
import type { JudgeModel } from './segment-judge.ts';
import type { OutlineRules } from './segment-outline.ts';

/** What `core.ts` of the core exports. */
interface CoreExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** 0 if its memory is too small for pages of this length. */
  prepare(maxLength: number): number;
  setKey(key0: number, key1: number): void;
  sourceAt(): number;
  begin(
    length: number,
    maxNodes: number,
    maxDepth: number,
    maxAttributes: number,
    watchMeta: number,
    opensNoscript: number,
  ): void;
  isValid(): number;
  read(): number;
  markRulesAt(): number;
  mark(): number;
  markedNodesAt(): number;
  marksAt(): number;
  askedAt(): number;
  askedCount(): number;
  touching(mostEmpty: number): number;
  touchingAt(): number;
  outlineRulesAt(): number;
  linkBaseAt(): number;
  outline(): void;
  outlineAt(): number;
  outlineStride(): number;
  placeCount(): number;
  placePathsAt(): number;
  placeMarksAt(): number;
  undecidedAt(): number;
  undecidedCount(): number;
  layOutJudged(segments: number, places: number): void;
  judgedAt(): number;
  judgedSegments(): number;
  judgedPlaces(): number;
  modelAt(): number;
  sight(pages: number): number;
  judge(): number;
  sharesAt(): number;
  score(): number;
  tagKindsAt(): number;
  signsAt(): number;
  omittedAt(): number;
  numbersAt(): number;
  text(): number;
  textAt(): number;
  templateAt(): number;
  scriptsAt(): number;
  lettersAt(): number;
  commonWordsAt(): number;
  sample(units: number): number;
  sampleCountsAt(): number;
  sampleSharesAt(): number;
  sampleWords(): number;
  unitClassesAt(): number;
  count(length: number): void;
  countedChars(): number;
  countedWords(): number;
  countedTokens(): number;
  toJson(length: number): number;
  jsonAt(length: number): number;
  unescape(length: number): number;
  escapedAt(): number;
  unescapedEnd(): number;
  setQuirks(quirks: number): void;
  stopWatching(): void;
  failure(): number;
  declarationStart(): number;
  declarationEnd(): number;
  metaAttributes(): number;
  table(): number;
  tableBytes(): number;
  stride(): number;
  nodeCount(): number;
  segmentCount(): number;
  moved(): number;
  spillLength(): number;
  rawContentAt(): number;
  rawContentCount(): number;
  textInNoscript(): number;
  gapsAt(): number;
  gapCount(): number;
  attributeCount(): number;
  attributeStarts(): number;
  attributeEnds(): number;
  attributeNames(): number;
  classCount(): number;
  classStarts(): number;
  classEnds(): number;
  tellingAt(): number;
  tellingCount(): number;
  ownAttributeCount(): number;
  ownAttributeStarts(): number;
  ownAttributeLengths(): number;
  ownNameCount(): number;
  ownNameStarts(): number;
  ownNameLengths(): number;
}

/** Why the core stopped; the numbers are those of `Stop` there. */
export const Stop = {
  done: 0,
  declaration: 1,
  meta: 2,
  tooManyNodes: 3,
  tooDeep: 4,
  tooManyNames: 5,
  unusual: 6,
} as const;

/** A compiled `WebAssembly.Module`; by another name, because not every project has the types of that one. */
export type CoreModule = object;

export interface Instance {
  readonly exports: CoreExports;
  readonly memory: Uint8Array;
  /** The longest page that it can take. */
  readonly maxLength: number;
  key: HashKey | undefined;
  /**
   * What the instance was told last: the tags of a layout, classes of characters, what tells languages, the rules of marks and of outlines, the
   * model of a judge.
   */
  kinds: Uint8Array | undefined;
  unitClasses: Uint8Array | undefined;
  sampleTables: SampleTables | undefined;
  markRules: MarkRules | undefined;
  outlineRules: OutlineRules | undefined;
  model: JudgeModel | undefined;
  /** What is at the source already, if it came out of a line. */
  source: Uint8Array | undefined;
  /** The tags of the page that is still in its memory. */
  held: Uint16Array | undefined;
}

/** What the core keeps beside a page, and at most for each byte of it (`memoryFor` in the core). */
const FIXED_BYTES = 0x2c00000 + 0x10000;
const BYTES_PER_BYTE = 11.5;
const WASM_PAGE_BYTES = 0x10000;

/**
 * An instance for pages up to this length. Its memory is as large from the beginning: where memory grows, its buffer is
 * replaced, and from then on V8 asks at each access to any typed array whether it is still there.
 */
export function createInstance(module: CoreModule, maxLength: number): Instance {
  const initial = Math.ceil((FIXED_BYTES + BYTES_PER_BYTE * maxLength) / WASM_PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial });
  const { exports } = new WebAssembly.Instance(module as WebAssembly.Module, { env: { memory } });
  const core = exports as unknown as CoreExports;
  if (core.prepare(maxLength) === 0) throw new RangeError(`no memory for a page of ${maxLength} bytes`);
  return {
    exports: core,
    memory: new Uint8Array(memory.buffer),
    maxLength,
    key: undefined,
    kinds: undefined,
    unitClasses: undefined,
    sampleTables: undefined,
    markRules: undefined,
    outlineRules: undefined,
    model: undefined,
    source: undefined,
    held: undefined,
  };
}
