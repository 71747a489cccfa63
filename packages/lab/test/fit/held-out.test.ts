import { termNames } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import type { GroupName } from '../../src/corpus/corpus.ts';
import { crossValidate, foldsOf, type SampledSite, scoreWithoutGroup } from '../../src/fit/held-out.ts';
import { generateObservations } from './generated-observations.ts';

const model = { bias: -0.5, weights: termNames.map((_, term) => 10 ** term) };

function sampledSite(number: number, group: GroupName = 'real'): SampledSite {
  const sample = generateObservations(model, 400, number);
  const terms = Float32Array.from(sample.rows);
  const site = {
    name: `site ${number}`,
    group,
    pageStart: Uint32Array.of(0, 400),
    tokens: new Float64Array(400).fill(1),
    golds: { read: new Uint8Array(400), lenient: new Uint8Array(400), strict: new Uint8Array(400) },
    terms: { stream: terms, 'two-pass': terms },
    readPages: new Map(),
  };
  return { site, sample };
}

/** The same site with labels that say the opposite. */
function turned({ site, sample }: SampledSite): SampledSite {
  return { site, sample: { ...sample, positive: sample.positive.map((label) => 1 - label) } };
}

describe('holding sites out', () => {
  it('puts each site into one of five folds', () => {
    expect(foldsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([
      ['a', 'f'],
      ['b', 'g'],
      ['c'],
      ['d'],
      ['e'],
    ]);
    expect(foldsOf(['a', 'b'])).toEqual([['a'], ['b']]);
  });

  it('scores a site without having seen its labels, nor those of its fold', () => {
    const sites = Array.from({ length: 7 }, (_, i) => sampledSite(i));
    const before = crossValidate(sites);
    const after = crossValidate(sites.map((site, i) => (i === 5 ? turned(site) : site)));
    expect([...before.keys()].sort()).toEqual(sites.map(({ site }) => site.name));
    const isSame = sites.map(
      ({ site }) => before.get(site.name)!.stream[0] === after.get(site.name)!.stream[0],
    );
    expect(isSame).toEqual([true, false, false, false, false, true, false]);
  });

  it('scores a group by all others', () => {
    const sites = [sampledSite(0, 'doc'), sampledSite(1, 'doc'), sampledSite(2), sampledSite(3)];
    const scores = scoreWithoutGroup(sites, 'doc');
    expect([...scores.keys()]).toEqual(['site 0', 'site 1']);
    const others = scoreWithoutGroup(
      sites.map((site, i) => (i < 2 ? turned(site) : site)),
      'doc',
    );
    expect(others).toEqual(scores);
  });
});
