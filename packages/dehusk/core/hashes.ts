/**
 * Hashes of many texts of ASCII, four side by side: the rounds of one hash wait for each other, those of four do not. The
 * texts are taken in the order of their lengths, so that four that stand together end at about the same time.
 */
import { HASHES, I32Column } from './columns';
import { hash, Normal } from './text';

/** Longer ones are hashed by themselves. */
const MOST_LENGTH: i32 = 511;
/** Fewer are not worth the order. */
const FEWEST_JOBS: i32 = 24;
/** So many wait at most. */
const MOST_JOBS: i32 = 0x1000;

// Texts that wait: where they begin, their lengths, where the high halves of their hashes go; then their order.
const jobFrom = changetype<I32Column>(HASHES);
const jobLength = changetype<I32Column>(HASHES + 0x4000);
const jobTo = changetype<I32Column>(HASHES + 0x8000);
const ordered = changetype<I32Column>(HASHES + 0xc000);
/** By words (of two units of UTF-16): how many texts have so many, then where the next of them goes. */
const BY_WORDS: usize = HASHES + 0x10000;
const byWords = changetype<I32Column>(BY_WORDS);
/** The words of four texts, those of each in a lane of its own. */
const LANES: usize = HASHES + 0x11000;

class Jobs {
  static count: i32 = 0;
  /** From the high half of a hash to its low half. */
  static distance: usize = 0;
}

/** Before the first text of some whose hashes go into two columns. */
export function beginHashes(high: usize, low: usize): void {
  Jobs.count = 0;
  Jobs.distance = low - high;
}

/** The text must stay until `writeHashes`. The high half of its hash goes to `to`. */
export function addHash(from: usize, length: i32, to: usize, hasHighBytes: bool): void {
  if (hasHighBytes || length > MOST_LENGTH) {
    hashOne(from, length, to, hasHighBytes);
    return;
  }
  if (Jobs.count == MOST_JOBS) writeHashes();
  const job = Jobs.count++;
  jobFrom[job] = <i32>from;
  jobLength[job] = length;
  jobTo[job] = <i32>to;
}

function hashOne(from: usize, length: i32, to: usize, hasHighBytes: bool): void {
  hash(from, length, hasHighBytes);
  store<u32>(to, Normal.hashHigh);
  store<u32>(to + Jobs.distance, Normal.hashLow);
}

export function writeHashes(): void {
  const count = Jobs.count;
  if (count == 0) return;
  Jobs.count = 0;
  if (count < FEWEST_JOBS) {
    for (let job = 0; job < count; job++) hashOne(<usize>jobFrom[job], jobLength[job], <usize>jobTo[job], false);
    return;
  }
  sortJobs(count);
  const last = count - 1;
  for (let i = 0; i < count; i += 4)
    hashFour(ordered[i], ordered[min(i + 1, last)], ordered[min(i + 2, last)], ordered[min(i + 3, last)]);
}

function sortJobs(count: i32): void {
  const classes = (MOST_LENGTH >> 1) + 1;
  memory.fill(BY_WORDS, 0, <usize>classes << 2);
  let most = 0;
  for (let job = 0; job < count; job++) {
    const words = jobLength[job] >> 1;
    byWords[words] = byWords[words] + 1;
    most = max(most, words);
  }
  let before = 0;
  for (let words = 0; words <= most; words++) {
    const own = byWords[words];
    byWords[words] = before;
    before += own;
  }
  for (let job = 0; job < count; job++) {
    const words = jobLength[job] >> 1;
    ordered[byWords[words]] = job;
    byWords[words] = byWords[words] + 1;
  }
}

/** The last word: a left-over unit, and on top the length. */
@inline
function lastWord(job: i32): u32 {
  const length = jobLength[job];
  const unit = (length & 1) != 0 ? <u32>load<u8>(<usize>(jobFrom[job] + length - 1)) : 0;
  return unit | (<u32>length << 25);
}

@inline
function rotated(x: v128, by: i32): v128 {
  return v128.or(i32x4.shl(x, by), i32x4.shr_u(x, 32 - by));
}

@inline
function swapped(x: v128): v128 {
  return v128.shuffle<i16>(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
}

/** The texts of four jobs, the shortest first, as `hash` has each of them. */
function hashFour(one: i32, two: i32, three: i32, four: i32): void {
  const least = jobLength[one] >> 1;
  const most = jobLength[four] >> 1;
  fillLanes(<usize>jobFrom[one], <usize>jobFrom[two], <usize>jobFrom[three], <usize>jobFrom[four], most);
  const words = i32x4.shr_u(i32x4(jobLength[one], jobLength[two], jobLength[three], jobLength[four]), 1);
  const last = LANES + ((<usize>most) << 4);
  v128.store(last, i32x4(lastWord(one), lastWord(two), lastWord(three), lastWord(four)));
  // Three rounds for each half of the hash have no word.
  for (let round: usize = 1; round <= 6; round++) v128.store(last + (round << 4), i32x4.splat(0));
  let v0 = i32x4.splat(Normal.key0);
  let v1 = i32x4.splat(Normal.key1 ^ 0xee);
  let v2 = i32x4.splat(0x6c796765 ^ Normal.key0);
  let v3 = i32x4.splat(0x74656462 ^ Normal.key1);
  let low = i32x4.splat(0);
  for (let i = 0; i <= most + 6; i++) {
    const word = v128.load(LANES + ((<usize>i) << 4));
    const before0 = v0;
    const before1 = v1;
    const before2 = v2;
    const before3 = v3;
    v3 = v128.xor(v3, word);
    v0 = i32x4.add(v0, v1);
    v1 = v128.xor(rotated(v1, 5), v0);
    v0 = swapped(v0);
    v2 = i32x4.add(v2, v3);
    v3 = v128.xor(rotated(v3, 8), v2);
    v0 = i32x4.add(v0, v3);
    v3 = v128.xor(rotated(v3, 7), v0);
    v2 = i32x4.add(v2, v1);
    v1 = v128.xor(rotated(v1, 13), v2);
    v2 = swapped(v2);
    v0 = v128.xor(v0, word);
    if (i < least) continue;
    if (i < most) {
      // Shorter texts wait for the others.
      const goesOn = i32x4.gt_s(words, i32x4.splat(i));
      v0 = v128.bitselect(v0, before0, goesOn);
      v1 = v128.bitselect(v1, before1, goesOn);
      v2 = v128.bitselect(v2, before2, goesOn);
      v3 = v128.bitselect(v3, before3, goesOn);
    } else if (i == most) v2 = v128.xor(v2, i32x4.splat(0xee));
    else if (i == most + 3) {
      low = v128.xor(v1, v3);
      v1 = v128.xor(v1, i32x4.splat(0xdd));
    }
  }
  const high = v128.xor(v1, v3);
  put(one, i32x4.extract_lane(high, 0), i32x4.extract_lane(low, 0));
  put(two, i32x4.extract_lane(high, 1), i32x4.extract_lane(low, 1));
  put(three, i32x4.extract_lane(high, 2), i32x4.extract_lane(low, 2));
  put(four, i32x4.extract_lane(high, 3), i32x4.extract_lane(low, 3));
}

@inline
function put(job: i32, high: i32, low: i32): void {
  store<i32>(<usize>jobTo[job], high);
  store<i32>(<usize>jobTo[job] + Jobs.distance, low);
}

/** Four words of each at a time; what is read behind a text counts for nothing. */
@inline
function fillLanes(one: usize, two: usize, three: usize, four: usize, words: i32): void {
  for (let i: usize = 0; i < <usize>words; i += 4) {
    const at = i << 1;
    const first = v128.load8x8_u(one + at);
    const second = v128.load8x8_u(two + at);
    const third = v128.load8x8_u(three + at);
    const fourth = v128.load8x8_u(four + at);
    const lower = v128.shuffle<i32>(first, second, 0, 4, 1, 5);
    const lowerOthers = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
    const upper = v128.shuffle<i32>(first, second, 2, 6, 3, 7);
    const upperOthers = v128.shuffle<i32>(third, fourth, 2, 6, 3, 7);
    const out = LANES + (i << 4);
    v128.store(out, v128.shuffle<i64>(lower, lowerOthers, 0, 2));
    v128.store(out, v128.shuffle<i64>(lower, lowerOthers, 1, 3), 16);
    v128.store(out, v128.shuffle<i64>(upper, upperOthers, 0, 2), 32);
    v128.store(out, v128.shuffle<i64>(upper, upperOthers, 1, 3), 48);
  }
}
