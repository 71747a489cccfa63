/**
 * Hashes of class attributes by what they mean: their names in the order of UTF-16 units, each once, with a space between
 * them and each run of digits as one 0, as `TextScan.scanNames` has it.
 */
import { SORTED_NAMES, fail, I32Column, Stop } from './columns';
import { addHash, beginHashes, writeHashes } from './hashes';
import { ClassValue, classNameEnd, classValue } from './marks';
import { isSpace } from './scan';
import { Source } from './source';
import { Written } from './written';

/** An attribute with more names is not for the core. */
const MOST_NAMES: i32 = 128;

// Where each name begins and ends.
@inline
function nameAt(name: i32): usize {
  assert(<u32>name < <u32>MOST_NAMES);
  return SORTED_NAMES + ((<usize>name) << 3);
}

@inline
function startOf(name: i32): usize {
  return <usize>load<u32>(nameAt(name));
}

@inline
function endOf(name: i32): usize {
  return <usize>load<u32>(nameAt(name), 4);
}

/** By number of the attribute; 0 is that of none, and has no hash. */
export function hashClasses(high: I32Column, low: I32Column): void {
  beginHashes(changetype<usize>(high), changetype<usize>(low));
  high[0] = 0;
  low[0] = 0;
  let out = Source.written;
  for (let list = 0; list < Written.classes; list++) {
    const count = sortNames(classValue(list));
    high[list + 1] = 0;
    low[list + 1] = 0;
    if (count == 0) continue;
    const length = writeNames(count, out);
    addHash(out, length, changetype<usize>(high) + ((<usize>list + 1) << 2), Joined.hasHighBytes);
    out += <usize>length;
  }
  writeHashes();
}

/** Returns how many there are. By insertion: most attributes have three names or fewer. */
function sortNames(from: usize): i32 {
  const end = ClassValue.end;
  let count = 0;
  for (let at = from; at < end; ) {
    while (at < end && isSpace(<i32>load<u8>(at))) at++;
    const first = at;
    at = classNameEnd(at, end);
    if (first == at) break;
    let to = count;
    let order = 1;
    while (to > 0) {
      order = compare(first, at, startOf(to - 1), endOf(to - 1));
      if (order >= 0) break;
      to--;
    }
    if (order == 0) continue;
    if (count == MOST_NAMES) fail(Stop.unusual);
    memory.copy(SORTED_NAMES + ((<usize>to + 1) << 3), SORTED_NAMES + ((<usize>to) << 3), (<usize>(count - to)) << 3);
    store<u32>(nameAt(to), <u32>first);
    store<u32>(nameAt(to), <u32>at, 4);
    count++;
  }
  return count;
}

/** The order of UTF-16 units: that of bytes, but what needs two units comes before U+E000. */
function compare(one: usize, oneEnd: usize, other: usize, otherEnd: usize): i32 {
  while (one < oneEnd && other < otherEnd) {
    const first = <i32>load<u8>(one++);
    const second = <i32>load<u8>(other++);
    if (first != second) return rankOf(first) - rankOf(second);
  }
  return (one < oneEnd ? 1 : 0) - (other < otherEnd ? 1 : 0);
}

@inline
function rankOf(byte: i32): i32 {
  if (byte < 0xee) return byte;
  return byte < 0xf0 ? byte + 0x20 : byte;
}

/** The names that were written last. */
class Joined {
  static hasHighBytes: bool = false;
}

/** Returns the length of what was written at `to`. */
function writeNames(count: i32, to: usize): i32 {
  let out = to;
  let all = 0;
  for (let name = 0; name < count; name++) {
    if (name > 0) store<u8>(out++, 0x20);
    let previous = 0;
    const end = endOf(name);
    for (let at = startOf(name); at < end; at++) {
      let byte = <i32>load<u8>(at);
      if (<u32>(byte - 0x30) < 10) byte = 0x30;
      const isRun = byte == 0x30 && previous == 0x30;
      previous = byte;
      all |= byte;
      if (!isRun && byte != 0) store<u8>(out++, <u8>byte);
    }
  }
  Joined.hasHighBytes = all >= 0x80;
  return <i32>(out - to);
}
