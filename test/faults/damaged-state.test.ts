/** A sample of `dehusk-lab soak damage-state`: whatever happens to a state is noticed, or does no harm. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeStates,
  readStates,
  type TriedStates,
  tryDamage,
} from '../../packages/lab/src/soak/damage-state.ts';

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'dehusk-damage-')));
let states: TriedStates;
beforeAll(async () => {
  await makeStates(base, ['finished', 'stopped, checkpointed']);
  states = await readStates(base);
});
afterAll(() => rmSync(base, { recursive: true }));

it('a damaged state says so, is none the worse, or is that of an earlier commit', async () => {
  const outcomes: string[] = [];
  for (let seed = 1; seed <= 25; seed++) outcomes.push((await tryDamage(base, states, seed)).outcome);
  const good = /^(?:noticed, STATE_\w+|harmless|an earlier commit)$/;
  expect(outcomes.filter((outcome) => !good.test(outcome))).toEqual([]);
  expect(new Set(outcomes.map((outcome) => outcome.split(',')[0]))).toEqual(
    new Set(['noticed', 'harmless', 'an earlier commit']),
  );
});
