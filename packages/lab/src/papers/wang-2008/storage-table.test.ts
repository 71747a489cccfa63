import { describe, expect, it } from 'vitest';
import { mean } from '../../mean.ts';
import { saving, storageTable } from './storage-table.ts';

describe('T-W4: Table 1 of Wang et al.', () => {
  const [ours, shingle, sst] = (['ours', 'shingle', 'sst'] as const).map((method) =>
    mean(storageTable.map((row) => row[method])),
  );

  it('has the means that it prints', () => {
    expect([ours, shingle, sst]).toEqual([224, 3617, 3302].map((printed) => expect.closeTo(printed, 0)));
    expect(sst).toBeCloseTo(3301.6, 10);
  });

  it('has the savings that it prints', () => {
    expect((100 * saving(ours!, shingle!)).toFixed(2)).toBe('93.81');
    expect((100 * saving(ours!, sst!)).toFixed(2)).toBe('93.22');
  });
});
