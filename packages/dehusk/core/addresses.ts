/**
 * Where links lead, as `page/link-address.ts` says it: joined to the address of the page, which the loader hands over.
 *
 *     at LINK_BASE   i32 how long the host is, the path, and where links within the page lead; then all three
 */
import { LINK_BASE } from './columns';
import { findIn, isLetter } from './scan';
import { Source } from './source';
import { decode, hash, Normal, normalise } from './text';

const TEXTS: usize = LINK_BASE + 12;

@inline
function lengthOf(part: i32): usize {
  return <usize>load<i32>(LINK_BASE + ((<usize>part) << 2));
}

/** Where the address is put together, and its end. */
class Address {
  static at: usize = 0;
  static end: usize = 0;
}

@inline
function add(from: usize, length: usize): void {
  memory.copy(Address.end, from, length);
  Address.end += length;
}

/** Leaves the hash of where a link with this `href` leads in `Normal`. */
export function hashAddress(href: usize, hrefEnd: usize): void {
  let from = href;
  let to = hrefEnd;
  Address.at = Source.scratch;
  if (findIn(from, to, 0x26) < to) {
    to = decode(from, to, Source.scratch, false, true);
    from = Source.scratch;
    Address.at = to;
  }
  to = findIn(from, to, 0x23);
  while (from < to && load<u8>(from) <= 0x20) from++;
  while (to > from && load<u8>(to - 1) <= 0x20) to--;
  Address.end = Address.at;
  if (from == to) add(TEXTS + lengthOf(0) + lengthOf(1), lengthOf(2));
  else if (join(from, to)) dropVariants();
  normalise(Address.at, Address.end, Address.end, true);
  hash(Address.end, Normal.length, Normal.hasHighBytes);
}

/** Returns whether it leads to a page: `mailto:` and the like stay as they are. */
function join(from: usize, to: usize): bool {
  const host = lengthOf(0);
  const path = TEXTS + host;
  const first = load<u8>(from);
  const behindScheme = endOfScheme(from, to);
  if (behindScheme != 0) {
    const isWeb = saysHttp(from, behindScheme) && startsWithSlashes(behindScheme, to);
    const start = isWeb ? behindScheme + 2 : from;
    add(start, to - start);
    return isWeb;
  }
  if (startsWithSlashes(from, to)) add(from + 2, to - from - 2);
  else if (first == 0x2f) {
    add(TEXTS, host);
    add(from, to - from);
  } else if (first == 0x3f) {
    add(TEXTS, host + lengthOf(1));
    add(from, to - from);
  } else {
    let folder = behindLastSlash(path, lengthOf(1));
    let rest = from;
    while (rest < to && load<u8>(rest) == 0x2e) {
      if (rest + 1 < to && load<u8>(rest, 1) == 0x2f) rest += 2;
      else if (rest + 2 < to && load<u8>(rest, 1) == 0x2e && load<u8>(rest, 2) == 0x2f) {
        rest += 3;
        if (folder > 1) folder = behindLastSlash(path, folder - 1);
      } else break;
    }
    add(TEXTS, host + folder);
    add(rest, to - rest);
  }
  return true;
}

/** How much of a text is up to its last slash, with it; 0 where there is none. */
function behindLastSlash(path: usize, length: usize): usize {
  let end = length;
  while (end > 0 && load<u8>(path + end - 1) != 0x2f) end--;
  return end;
}

/** Behind the colon; 0 where there is none. */
function endOfScheme(from: usize, to: usize): usize {
  if (!isLetter(<i32>load<u8>(from))) return 0;
  for (let at = from + 1; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (byte == 0x3a) return at + 1;
    if (!isLetter(byte) && !isDigit(byte) && byte != 0x2b && byte != 0x2e && byte != 0x2d) return 0;
  }
  return 0;
}

@inline
function isDigit(byte: i32): bool {
  return <u32>(byte - 0x30) < 10;
}

/** `http:` or `https:` */
function saysHttp(from: usize, to: usize): bool {
  if ((load<u32>(from) | 0x20202020) != 0x70747468) return false;
  return to - from == 5 || (to - from == 6 && (load<u8>(from, 4) | 0x20) == 0x73);
}

@inline
function startsWithSlashes(from: usize, to: usize): bool {
  return to - from >= 2 && load<u16>(from) == 0x2f2f;
}

/** `www.` at its beginning; a last slash, or `index` and its ending behind one, before the query. */
function dropVariants(): void {
  if (Address.end - Address.at >= 4 && load<u32>(Address.at) == 0x2e777777) Address.at += 4;
  const query = findIn(Address.at, Address.end, 0x3f);
  const pathEnd = endOfPath(Address.at, query);
  if (pathEnd == query) return;
  const queryLength = Address.end - query;
  memory.copy(pathEnd, query, queryLength);
  Address.end = pathEnd + queryLength;
}

function endOfPath(from: usize, to: usize): usize {
  const slash = from + behindLastSlash(from, to - from);
  if (slash == from) return to;
  return slash == to || isIndex(slash, to) ? slash - 1 : to;
}

/** `index.` and letters, digits or `_` */
function isIndex(from: usize, to: usize): bool {
  if (to - from < 7 || load<u32>(from) != 0x65646e69 || load<u16>(from, 4) != 0x2e78) return false;
  for (let at = from + 6; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (!isLetter(byte) && !isDigit(byte) && byte != 0x5f) return false;
  }
  return true;
}
