import { describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../test/error-code-of.ts';
import { packState, type SavedParts, unpackState } from './saved-state.ts';

const savedBy = { method: 'shingle', options: { ratio: 0.7, path: 'tags', hashKey: [987_654, 2] } };
const parts: SavedParts = {
  facts: { pages: 12.1, names: ['ä', '€'] },
  columns: {
    small: Uint32Array.of(1, 255),
    middle: Uint32Array.of(256, 0, 65_535),
    large: Uint32Array.of(65_536, 2 ** 32 - 1),
    real: Float32Array.of(0.5, -3),
    none: new Uint32Array(),
  },
};
const state = packState(savedBy, parts);

describe('a saved state', () => {
  it('gives back what was put in, wherever it lies', () => {
    for (const bytes of [state, Buffer.concat([Buffer.alloc(3), state]).subarray(3)]) {
      const { facts, columns } = unpackState(bytes, savedBy);
      expect(facts).toEqual(parts.facts);
      expect(Object.keys(columns)).toEqual(Object.keys(parts.columns));
      for (const [name, column] of Object.entries(parts.columns))
        expect([...columns[name]!]).toEqual([...column]);
    }
  });

  it('gives columns that are nobody else’s', () => {
    const before = state.slice();
    for (const column of Object.values(unpackState(state, savedBy).columns)) column.fill(7);
    expect(state).toEqual(before);
  });

  it('writes whole numbers as narrow as they are', () => {
    const sizeOf = (largest: number): number => {
      const columns = { numbers: new Uint32Array(1000).fill(largest) };
      return Math.floor(packState(savedBy, { facts: {}, columns }).length / 1000);
    };
    expect([255, 256, 65_535, 65_536].map(sizeOf)).toEqual([1, 2, 2, 4]);
  });

  it('of another method, or of other options, is refused by name, but the key is not told', () => {
    const { options } = savedBy;
    expect(() => unpackState(state, { method: 'none', options })).toThrow(
      'saved by method shingle, not by none',
    );
    const open = (other: object) => () =>
      unpackState(state, { ...savedBy, options: { ...options, ...other } });
    expect(open({ ratio: 0.8 })).toThrow('saved with ratio 0.7, not with 0.8');
    expect(open({ fresh: true })).toThrow('saved with fresh nothing, not with true');
    expect(open({ hashKey: [1, 2] })).toThrow(/^(?!.*987).*hashKey another value/);
    expect(open({ fresh: undefined })).not.toThrow();
  });

  it('notices every changed bit', () => {
    for (let bit = 0; bit < state.length * 8; bit++) {
      const changed = state.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(errorCodeOf(() => unpackState(changed, savedBy))).toBe('STATE_DAMAGED');
    }
  });

  it('notices being cut short, or longer than it was', () => {
    for (let length = 0; length < state.length; length++)
      expect(errorCodeOf(() => unpackState(state.slice(0, length), savedBy))).toBe('STATE_DAMAGED');
    expect(errorCodeOf(() => unpackState(Uint8Array.of(...state, 0), savedBy))).toBe('STATE_DAMAGED');
  });
});
