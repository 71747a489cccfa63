/**
 * SHA-1 (FIPS 180-4), synchronous and without the platform: WARC digests and version 5 UUIDs are defined by it.
 * It names content here and protects nothing.
 */
const BLOCK_BYTES = 64;

export function sha1(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Uint32Array(80);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  addBlocks(state, words, bytes.subarray(0, whole));
  addBlocks(state, words, paddedEnd(bytes, whole));
  const digest = new Uint8Array(20);
  const view = new DataView(digest.buffer);
  for (const [index, word] of state.entries()) view.setUint32(index * 4, word);
  return digest;
}

/** The rest, a one bit, zeros, and the length in bits. */
function paddedEnd(bytes: Uint8Array, whole: number): Uint8Array {
  const rest = bytes.subarray(whole);
  const end = new Uint8Array(rest.length + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  end.set(rest);
  end[rest.length] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(end.length - 4, (bytes.length * 8) >>> 0);
  return end;
}

function addBlocks(state: Uint32Array, words: Uint32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < bytes.length; offset += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4);
    for (let i = 16; i < 80; i++) {
      const mixed = words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!;
      words[i] = (mixed << 1) | (mixed >>> 31);
    }
    addBlock(state, words);
  }
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let i = 0; i < 80; i++) {
    let mixed: number;
    if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else mixed = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + mixed + e + words[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
}
