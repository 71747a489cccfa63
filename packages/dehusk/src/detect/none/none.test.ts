import { describe, expect, it } from 'vitest';
import { describeDetector } from '../../../../../test/contracts/detector-contract.ts';
import { parseText } from '../../page/parse.ts';
import { packState } from '../saved-state.ts';
import { createNoneDetector } from './none.ts';

describeDetector('none', createNoneDetector);

describe('none', () => {
  it('says that a text on every page is content', () => {
    const detector = createNoneDetector();
    const page = parseText('<nav>Home</nav><p>News</p>');
    for (let i = 0; i < 50; i++) detector.learn(page);
    const { template, score, seen, of, version } = detector.observe(page);
    expect([...template, ...score, ...seen, of, version].every((value) => value === 0)).toBe(true);
  });

  it('refuses the state of another method by both names', () => {
    const load = () =>
      createNoneDetector().load(packState({ method: 'shingle', options: {} }, { facts: {}, columns: {} }));
    expect(load).toThrow('the state was saved by method shingle, not by none');
  });
});
