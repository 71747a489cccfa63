/** How the core judges segments: whatever page they are of, and whatever page it holds. */
import type { Instance } from './core-instance.ts';
import type {
  JudgedSegments,
  JudgeModel,
  QuestionTrees,
  SeenSegments,
  SightedSegments,
} from './segment-judge.ts';
import type { SegmentOutline } from './segment-outline.ts';

/** The numbers are those of `judged.ts` of the core: in which order its columns stand, by what they have entries of. */
const BySegment = {
  seen: 0,
  targets: 1,
  own: 2,
  logOdds: 3,
  scores: 4,
  regionNewness: 5,
  regionProse: 6,
  regionKnown: 7,
};
const ByPlace = {
  chars: 0,
  fresh: 1,
  regionChars: 2,
  regionNewness: 3,
  regionProse: 4,
  presence: 5,
  newness: 6,
  known: 7,
};
const Wide = { chars: 0, pieces: 1, mains: 2 };
const Narrow = { joint: 0, place: 1, jointPlace: 2, regionPlace: 3 };

/** Where the columns of the page stand that was looked at last. */
class Columns {
  readonly #buffer: ArrayBuffer;
  readonly #at: number;
  /** Entries of a column by segment, and by place. */
  readonly #segments: number;
  readonly #places: number;

  constructor({ exports }: Instance) {
    this.#buffer = exports.memory.buffer;
    this.#at = exports.judgedAt();
    this.#segments = exports.judgedSegments();
    this.#places = exports.judgedPlaces();
  }

  bySegment(column: number, length: number): Float64Array {
    return new Float64Array(this.#buffer, this.#at + 8 * this.#segments * column, length);
  }

  byPlace(column: number, length: number): Float64Array {
    return new Float64Array(this.#buffer, this.#wideAt - 8 * this.#places * (8 - column), length);
  }

  wide(column: number, length: number): Uint32Array {
    return new Uint32Array(this.#buffer, this.#wideAt + 4 * this.#segments * column, length);
  }

  marks(length: number): Uint32Array {
    return new Uint32Array(this.#buffer, this.#wideAt + 12 * this.#segments, length);
  }

  narrow(column: number, length: number): Uint16Array {
    return new Uint16Array(this.#buffer, this.#narrowAt + 2 * this.#segments * column, length);
  }

  flags(length: number): Uint8Array {
    return new Uint8Array(this.#buffer, this.#narrowAt + 8 * this.#segments, length);
  }

  get #wideAt(): number {
    return this.#at + 64 * this.#segments + 64 * this.#places;
  }

  get #narrowAt(): number {
    return this.#wideAt + 12 * this.#segments + 4 * this.#places;
  }
}

/** Gives undefined for what the core has no room for. */
type OrFailed = <Result>(act: () => Result) => Result | undefined;

export function sightSegments(
  instance: Instance,
  orFailed: OrFailed,
  outline: SegmentOutline,
  seen: SeenSegments,
): SightedSegments | undefined {
  return orFailed(() => sight(instance, orFailed, outline, seen));
}

function sight(
  instance: Instance,
  orFailed: OrFailed,
  { count, chars, joint, flags, place, jointPlace, places }: SegmentOutline,
  { seen, targets, pages }: SeenSegments,
): SightedSegments {
  const { exports } = instance;
  const placeCount = places.marks.length;
  exports.layOutJudged(count, placeCount);
  const columns = new Columns(instance);
  columns.bySegment(BySegment.seen, count).set(seen);
  columns.bySegment(BySegment.targets, count).set(targets);
  columns.wide(Wide.chars, count).set(chars);
  columns.marks(placeCount).set(places.marks);
  columns.narrow(Narrow.joint, count).set(joint);
  columns.narrow(Narrow.place, count).set(place);
  columns.narrow(Narrow.jointPlace, count).set(jointPlace);
  columns.flags(count).set(flags);
  const regions = exports.sight(pages);
  return {
    regions: { count: regions, place: columns.narrow(Narrow.regionPlace, regions) },
    sums: {
      places: {
        chars: columns.byPlace(ByPlace.chars, placeCount),
        fresh: columns.byPlace(ByPlace.fresh, placeCount),
        regionChars: columns.byPlace(ByPlace.regionChars, placeCount),
        regionNewness: columns.byPlace(ByPlace.regionNewness, placeCount),
        regionProse: columns.byPlace(ByPlace.regionProse, placeCount),
      },
    },
    view: {
      presence: columns.byPlace(ByPlace.presence, placeCount),
      newness: columns.byPlace(ByPlace.newness, placeCount),
      known: columns.byPlace(ByPlace.known, placeCount),
      regionNewness: columns.bySegment(BySegment.regionNewness, regions),
      regionProse: columns.bySegment(BySegment.regionProse, regions),
      regionKnown: columns.bySegment(BySegment.regionKnown, regions),
    },
    judge: (model) => orFailed(() => judge(instance, model)),
  };
}

function judge(instance: Instance, model: JudgeModel): JudgedSegments {
  const { exports, memory } = instance;
  if (instance.model !== model) memory.set(encodeModel(model), exports.modelAt());
  instance.model = model;
  const count = exports.judge();
  const columns = new Columns(instance);
  return {
    pieces: columns.wide(Wide.pieces, count + 1),
    mains: columns.wide(Wide.mains, count),
    own: columns.bySegment(BySegment.own, count),
    logOdds: columns.bySegment(BySegment.logOdds, count),
    shares: new Float32Array(exports.memory.buffer, exports.sharesAt(), count),
    score: () => columns.bySegment(BySegment.scores, exports.score()),
  };
}

const QUESTIONS = 7;
const LEAVES = 8;
const TREE_BYTES = 8 + 4 * QUESTIONS + 4 * LEAVES;
/** What the core has room for. */
const MOST_BYTES = 0x7f00;

/** As `judged.ts` of the core has it: how many trees, the weights, the trees. */
function encodeModel({ weights, firstPageTrees, siteTrees }: JudgeModel): Uint8Array {
  const treesAt = 8 + 8 * weights.length;
  const bytes = new Uint8Array(treesAt + TREE_BYTES * (firstPageTrees.count + siteTrees.count));
  if (bytes.length > MOST_BYTES) throw new RangeError('too many trees');
  const view = new DataView(bytes.buffer);
  view.setInt32(0, firstPageTrees.count, true);
  view.setInt32(4, siteTrees.count, true);
  for (const [i, weight] of weights.entries()) view.setFloat64(8 + 8 * i, weight, true);
  putTrees(bytes, treesAt, firstPageTrees);
  putTrees(bytes, treesAt + TREE_BYTES * firstPageTrees.count, siteTrees);
  return bytes;
}

/** As `trees.ts` of the core has them. */
function putTrees(bytes: Uint8Array, from: number, { count, columns, limits, leaves }: QuestionTrees): void {
  const view = new DataView(bytes.buffer);
  for (let tree = 0; tree < count; tree++) {
    const at = from + TREE_BYTES * tree;
    bytes.set(columns.subarray(QUESTIONS * tree, QUESTIONS * (tree + 1)), at);
    for (let i = 0; i < QUESTIONS; i++) view.setFloat32(at + 8 + 4 * i, limits[QUESTIONS * tree + i]!, true);
    for (let i = 0; i < LEAVES; i++) view.setFloat32(at + 36 + 4 * i, leaves[LEAVES * tree + i]!, true);
  }
}
