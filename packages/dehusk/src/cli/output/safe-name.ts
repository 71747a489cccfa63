/**
 * File names made of what strangers wrote: addresses and paths of pages. A name holds letters, digits and some
 * harmless signs of any script, is short, and means nothing special to any system. Where that changed it, a hash of
 * the original keeps it apart from others that come out alike.
 */
import { createHash } from 'node:crypto';

/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** A file system takes 255 bytes; hash, number and ending must fit too. */
const maxNameBytes = 100;

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** One segment of a path; never empty, never `.` or `..`, and the same for the same text. */
export function safeName(text: string): string {
  const slug = toSlug(text);
  return slug === text ? slug : `${slug}-${shortHash(text)}`;
}

export function toSlug(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}._~@+=,()-]+/gu, '-');
  const trimmed = trimEnds(cutToBytes(trimEnds(plain), maxNameBytes));
  if (trimmed === '') return 'page';
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** A dot in front hides a file, a dash makes it look like a flag, dots at the end are dropped by Windows. */
function trimEnds(text: string): string {
  return text.replace(/^[.\p{M}-]+|[.-]+$/gu, '');
}

function cutToBytes(text: string, limitBytes: number): string {
  let bytes = 0;
  let cut = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > limitBytes) break;
    cut += char;
  }
  return cut;
}
