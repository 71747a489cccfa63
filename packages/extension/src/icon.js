/**
 * The icon as a PNG of any size, drawn by rule: a page whose frame is grey, as the template is, and whose content has
 * colour. So no picture is kept that nobody can change.
 */
import { crc32, deflateSync } from 'node:zlib';

const frame = [0x8a, 0x93, 0xa3];
const content = [0xf2, 0xa5, 0x1a];

/** Colour and opacity at a point of the unit square. */
function colourAt(x, y) {
  const inside = (left, top, right, bottom) => x >= left && x < right && y >= top && y < bottom;
  if (inside(0.38, 0.34, 0.92, 0.76)) return [...content, 255];
  const isFrame =
    inside(0.08, 0.08, 0.92, 0.26) || inside(0.08, 0.34, 0.3, 0.76) || inside(0.08, 0.84, 0.92, 0.94);
  return isFrame ? [...frame, 255] : [0, 0, 0, 0];
}

/** Points a side of each pixel that are looked at, so that edges are smooth. */
const SAMPLES = 4;

function pixelAt(column, row, size) {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = (column + ((i % SAMPLES) + 0.5) / SAMPLES) / size;
    const y = (row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) / size;
    const [red, green, blue, alpha] = colourAt(x, y);
    for (const [at, value] of [red * alpha, green * alpha, blue * alpha, alpha].entries()) sums[at] += value;
  }
  const [red, green, blue, alpha] = sums;
  if (alpha === 0) return [0, 0, 0, 0];
  return [red / alpha, green / alpha, blue / alpha, alpha / SAMPLES ** 2].map(Math.round);
}

export function drawIcon(size) {
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      rows.set(pixelAt(column, row, size), row * (1 + 4 * size) + 1 + 4 * column);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, red, green, blue and alpha.
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(rows)), part('IEND')]);
}

function part(name, bytes = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
