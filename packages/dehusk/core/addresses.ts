/**
 * Where links lead, as `page/link-address.ts` says it: joined to the address of the page, which the loader hands over.
 *
 *     at LINK_BASE   i32 how long the host is, the path, and where links within the page lead; then all three
 */
import { LINK_BASE } from './columns';
import { addHash, beginHashes, writeHashes } from './hashes';
import { copyOver, findIn, isLetter } from './scan';
import { Source } from './source';
import { decode, Normal, normalise } from './text';

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
  copyOver(Address.end, from, length);
  Address.end += length;
}

/** So many bytes of addresses wait for their hashes at most. */
const MOST_WAITING: usize = 0x8000;

class Links {
  /** Behind the addresses that wait. */
  static end: usize = 0;
}

/** Where there is room behind the addresses that wait. */
@inline
export function roomForAddress(): usize {
  return Links.end;
}

/** The high halves of hashes go to one column, the low ones to another. */
export function beginLinks(high: usize, low: usize): void {
  Links.end = Source.scratch;
  beginHashes(high, low);
}

/** Where a link with this `href` leads: its hash goes to `to` with `writeHashes`. Returns whether it leads anywhere. */
export function addLink(href: usize, hrefEnd: usize, to: usize): bool {
  if (Links.end - Source.scratch > MOST_WAITING) {
    writeHashes();
    Links.end = Source.scratch;
  }
  findAddress(href, hrefEnd);
  if (Address.at == Address.end) return false;
  // Most have nothing that their normal form has not.
  if (findOther(Address.at, Address.end) == Address.end) {
    Links.end = Address.end;
    addHash(Address.at, <i32>(Address.end - Address.at), to, false);
    return true;
  }
  normalise(Address.at, Address.end, Address.end, true);
  if (Normal.length == 0) return false;
  Links.end = Address.end + <usize>Normal.length;
  addHash(Address.end, Normal.length, to, Normal.hasHighBytes);
  return true;
}

/** The first byte that is not ASCII beyond the space. */
function findOther(from: usize, to: usize): usize {
  for (let at = from; at < to; at += 16) {
    const hits = i8x16.bitmask(i8x16.lt_s(v128.load(at), i8x16.splat(0x21)));
    if (hits != 0) return min(at + <usize>ctz(hits), to);
  }
  return to;
}

function findAddress(href: usize, hrefEnd: usize): void {
  let from = href;
  let to = hrefEnd;
  Address.at = Links.end;
  if (findIn(from, to, 0x26) < to) {
    to = decode(from, to, Links.end, false, true);
    from = Links.end;
    Address.at = to;
  }
  to = findIn(from, to, 0x23);
  while (from < to && load<u8>(from) <= 0x20) from++;
  while (to > from && load<u8>(to - 1) <= 0x20) to--;
  Address.end = Address.at;
  if (from == to) add(TEXTS + lengthOf(0) + lengthOf(1), lengthOf(2));
  else if (join(from, to)) dropVariants();
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
  copyOver(pathEnd, query, queryLength);
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
