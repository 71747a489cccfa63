import { termNames } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { type LabelledSite, sampleSite, UNLABELLED } from './labelled-site.ts';
import { contentFigures } from './scores.ts';

const { template, content, ignored } = GoldLabel;

interface Labels {
  readonly strict: readonly number[];
  readonly lenient?: readonly number[];
  readonly read?: readonly number[];
}

/** Pages of two segments, of one token each. */
function siteOf({ strict, lenient = strict, read = strict.map(() => UNLABELLED) }: Labels): LabelledSite {
  const count = strict.length;
  const terms = new Float32Array(count * termNames.length).map((_, i) => Math.floor(i / termNames.length));
  return {
    name: 'site',
    group: 'real',
    pageStart: Uint32Array.from({ length: count / 2 + 1 }, (_, page) => 2 * page),
    tokens: new Float64Array(count).fill(1),
    golds: {
      strict: Uint8Array.from(strict),
      lenient: Uint8Array.from(lenient),
      read: Uint8Array.from(read),
    },
    terms: { stream: terms, 'two-pass': terms },
    readPages: new Map(),
  };
}

/** Of the first mode: the weights by the number of the segment, in hundredths. */
function weightsOf(site: LabelledSite): readonly (readonly [segment: number, weight: number])[] {
  const { rows, weights } = sampleSite(site);
  return Array.from(weights.subarray(0, weights.length / 2), (weight, i) => [
    rows[i * termNames.length]!,
    Math.round(weight * 100),
  ]);
}

describe('what of a site is fitted to', () => {
  it('has nearly as much content as template, in both modes', () => {
    const site = siteOf({ strict: [template, template, template, content] });
    expect(weightsOf(site)).toEqual([
      [0, 18],
      [1, 18],
      [2, 18],
      [3, 46],
    ]);
    expect([...sampleSite(site).positive]).toEqual([1, 1, 1, 0, 1, 1, 1, 0]);
  });

  it('leaves out what gold ignores, and pages without gold', () => {
    const site = siteOf({ strict: [template, ignored, content, template, UNLABELLED, UNLABELLED] });
    expect(weightsOf(site).map(([segment]) => segment)).toEqual([0, 2, 3]);
  });

  it('trusts a page that was read a hundred times as much, and believes it', () => {
    const site = siteOf({
      strict: [template, content, content, content],
      read: [UNLABELLED, UNLABELLED, template, content],
    });
    expect([...sampleSite(site).positive.subarray(0, 4)]).toEqual([1, 0, 1, 0]);
    expect(weightsOf(site).map(([, weight]) => weight)).toEqual([0, 0, 50, 50]);
  });

  it('halves what the lenient gold ignores', () => {
    const strict = [template, content, template, content];
    const site = siteOf({ strict, lenient: [template, ignored, template, content] });
    expect(weightsOf(site).map(([, weight]) => weight)).toEqual([26, 16, 26, 33]);
  });

  it('takes 8,000 segments of the zone gold, all that were read, and weighs them for the others', () => {
    // Content stands on the first quarter of the pages, beside template.
    const labels = Array.from({ length: 40_000 }, (_, i) => (i % 2 === 1 && i < 10_000 ? content : template));
    const read = labels.map((label, i) => (i >= 39_000 ? label : UNLABELLED));
    const weighed = weightsOf(siteOf({ strict: labels, read }));
    expect(weighed.length).toBe(9000);
    expect(weighed.filter(([segment]) => segment >= 39_000).length).toBe(1000);
    const { weights, positive } = sampleSite(siteOf({ strict: labels, read }));
    const template1 = weights.filter((_, i) => positive[i] === 1).reduce((sum, weight) => sum + weight, 0);
    // 1,000 read ones count as much as 100,000; the 34,000 others as many as they are, though one in five was taken.
    const [ofTemplate, ofContent] = [134 / 139, 5 / 139].map((share) => share ** 0.15) as [number, number];
    const side = ofTemplate / (ofTemplate + ofContent);
    expect(template1 / 2).toBeCloseTo(side, 2);
    expect(weights[8999]! * 1000).toBeCloseTo(side * (100 / 134), 2);
  });
});

it('scores the worked example of docs/EVALUATION.md, where tokens count where they stand', () => {
  // Home · News today · Honey bees · Bees make honey from nectar · Imprint contact, and a page with too little content.
  const labels = Uint8Array.of(template, template, content, content, template, content, ignored);
  const site: LabelledSite = {
    name: 'bees',
    group: 'real',
    pageStart: Uint32Array.of(0, 5, 7),
    tokens: Float64Array.of(1, 2, 2, 5, 2, 4, 9),
    golds: { read: labels.map(() => UNLABELLED), lenient: labels, strict: labels },
    terms: { stream: new Float32Array(0), 'two-pass': new Float32Array(0) },
    readPages: new Map(),
  };
  const scores = Float32Array.of(0.9, 0.4, 0.6, 0.1, 0.5, 0, 0);
  const both = new Map([['bees', { stream: scores, 'two-pass': scores }]]);
  const { read, lenient, strict } = contentFigures([site], both, 'stream');
  // 5 of 7 kept tokens are content, and 5 of 7 content tokens are kept; 2 of 5 template tokens are.
  expect(strict.f1).toBeCloseTo(5 / 7, 9);
  expect(strict.leak).toBeCloseTo(2 / 5, 9);
  expect(lenient).toEqual(strict);
  expect(read).toEqual({ f1: undefined, leak: undefined });
});
