import { expect, it } from 'vitest';
import { wantsColor } from './color.ts';

it.each([
  ['a terminal', {}, true, true, true],
  ['no terminal', {}, false, true, false],
  ['--no-color', { FORCE_COLOR: '1' }, true, false, false],
  ['NO_COLOR', { NO_COLOR: '1' }, true, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true, true],
  ['NO_COLOR over FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, true, false],
  ['FORCE_COLOR without a terminal', { FORCE_COLOR: '1' }, false, true, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, true, false],
  ['FORCE_COLOR over TERM=dumb', { FORCE_COLOR: '1', TERM: 'dumb' }, false, true, true],
  ['TERM=dumb', { TERM: 'dumb' }, true, true, false],
])('%s', (_, env, isTerminal, flag, colored) => {
  expect(wantsColor(flag, { env, isTerminal })).toBe(colored);
});
