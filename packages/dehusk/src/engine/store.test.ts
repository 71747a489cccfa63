import { expect, it } from 'vitest';
import { describeStore } from '../../../../test/contracts/store-contract.ts';
import { createMemoryStore } from './store.ts';

describeStore('memory', createMemoryStore, async (store) => store);

it('draws another key for each store, unless told', () => {
  expect(createMemoryStore().hashKey).not.toEqual(createMemoryStore().hashKey);
  expect(createMemoryStore([1, 2]).hashKey).toEqual([1, 2]);
});
