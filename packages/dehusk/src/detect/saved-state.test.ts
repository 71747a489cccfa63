import { describe, expect, it } from 'vitest';
import { packState, unpackState } from './saved-state.ts';

const payload = Uint8Array.of(1, 2, 3);
const options = { ratio: 0.7, path: 'tags' };
const state = packState('shingle', options, payload);

describe('a saved state', () => {
  it('gives back what was put in', () => {
    expect([...unpackState('shingle', options, state)]).toEqual([1, 2, 3]);
  });

  it('of another method, or of other options, is refused by name', () => {
    expect(() => unpackState('none', {}, state)).toThrow('saved by method shingle, not by none');
    expect(() => unpackState('shingle', { ratio: 0.8 }, state)).toThrow('saved with ratio 0.7, not with 0.8');
    expect(() => unpackState('shingle', { fresh: true }, state)).toThrow(
      'saved with fresh nothing, not with true',
    );
  });

  it.each([
    ['nothing', []],
    ['a length alone', [200, 0, 0, 0]],
    ['a head that is no JSON', [1, 0, 0, 0, 0x7b]],
    ['a head that is null', [4, 0, 0, 0, ...Buffer.from('null')]],
    ['a head without a method', [2, 0, 0, 0, ...Buffer.from('{}')]],
    ['bytes that are no text', [2, 0, 0, 0, 0xff, 0xff]],
  ])('that is %s is damaged', (_, bytes) => {
    expect(() => unpackState('shingle', {}, Uint8Array.from(bytes))).toThrow('damaged: it names no method');
  });
});
