/** A PNG with the same pixels, packed as tightly as it goes: browsers pack fast instead. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;

export function smallerPng(png: Buffer): Buffer {
  const pixels: Buffer[] = [];
  const out: Buffer[] = [png.subarray(0, SIGNATURE_BYTES)];
  // Each part: its length, its name, its bytes, a checksum.
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const bytes = png.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (name === 'IDAT') pixels.push(bytes);
    if (name === 'IHDR') out.push(part(name, bytes));
  }
  const packed = deflateSync(inflateSync(Buffer.concat(pixels)), { level: 9 });
  return Buffer.concat([...out, part('IDAT', packed), part('IEND', Buffer.alloc(0))]);
}

function part(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
