import { expect, it } from 'vitest';
import { createIncrementalDetector } from './incremental.ts';
import { incrementalDefaults } from './method.ts';
import { readIncrementalOptions } from './saved-options.ts';

it('reads from a state all options that it was saved with', () => {
  const options = {
    ...incrementalDefaults,
    templatePages: 7,
    templateRatio: 0.5,
    pathIdentity: 'tags+class',
    forgetting: false,
    hashKey: [5, 6],
  } as const;
  expect(readIncrementalOptions(createIncrementalDetector(options).save())).toEqual(options);
});
