import { describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../test/error-code-of.ts';
import { jsonSection, readSections, writeSections } from './sections.ts';

const sections = [
  jsonSection('facts', 3, { name: 'é', count: 7 }),
  { name: 'empty', version: 1, bytes: new Uint8Array() },
  { name: ':column', version: 2, bytes: Uint8Array.of(1, 2, 3) },
];
const bytes = writeSections(sections);

describe('sections', () => {
  it('are read by name, wherever they lie', () => {
    for (const each of [bytes, Buffer.concat([Buffer.alloc(3), bytes]).subarray(3)]) {
      const read = readSections(each);
      expect(read.json('facts', 3)).toEqual({ name: 'é', count: 7 });
      expect([...read.bytes('empty', 1)]).toEqual([]);
      expect([...read.bytes(':column', 2)]).toEqual([1, 2, 3]);
    }
  });

  it('are damaged with any bit changed, with an end too early or too late', () => {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(errorCodeOf(() => readSections(changed))).toBe('STATE_DAMAGED');
    }
    for (let length = 0; length < bytes.length; length++)
      expect(errorCodeOf(() => readSections(bytes.subarray(0, length)))).toBe('STATE_DAMAGED');
    expect(errorCodeOf(() => readSections(Uint8Array.of(...bytes, 0)))).toBe('STATE_DAMAGED');
  });

  it('are damaged where one is missing, or is no JSON', () => {
    expect(errorCodeOf(() => readSections(bytes).bytes('other', 1))).toBe('STATE_DAMAGED');
    expect(errorCodeOf(() => readSections(bytes).json(':column', 2))).toBe('STATE_DAMAGED');
  });

  it('of another version are refused', () => {
    expect(errorCodeOf(() => readSections(bytes).bytes('facts', 2))).toBe('STATE_NEWER');
    expect(errorCodeOf(() => readSections(bytes).bytes('facts', 4))).toBe('STATE_OLDER');
  });

  it('of the versions that had none are said to be older', () => {
    const first = Buffer.concat([Buffer.from([11, 0, 0, 0]), Buffer.from('{"method":1'), Buffer.alloc(40)]);
    const second = Buffer.concat([Buffer.from('dhds'), Buffer.alloc(40)]);
    for (const older of [first, second]) expect(errorCodeOf(() => readSections(older))).toBe('STATE_OLDER');
  });
});
