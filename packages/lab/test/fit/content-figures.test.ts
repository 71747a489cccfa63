import { expect, it } from 'vitest';
import { GoldLabel } from '../../src/corpus/gold.ts';
import { contentFigures } from '../../src/fit/content-figures.ts';
import { type LabelledSite, UNLABELLED } from '../../src/fit/labelled-site.ts';

const { template, content, ignored } = GoldLabel;

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
