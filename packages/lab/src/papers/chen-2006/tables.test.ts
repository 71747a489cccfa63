import { expect, it } from 'vitest';
import type { SiteDetection } from './detection.ts';
import { byContender, type ContenderName } from './detection.ts';
import { savedTime, sharedMs, timeTable } from './tables.ts';

const detectMs: Readonly<Record<ContenderName, number>> = {
  'index-time': 30,
  shingle: 40,
  'style-tree': 60,
  'style-tree, sampled': 50,
};
const accuracy = {
  score: 1,
  blocks: { recall: 1, precision: 1, f1: 1 },
  words: { recall: 1, precision: 1, f1: 1 },
};
const site: SiteDetection = {
  site: 'bees',
  pages: 10,
  parseMs: 100,
  wordsMs: 60,
  methods: byContender((name) => ({
    accuracy: { lenient: accuracy, strict: accuracy },
    detectMs: detectMs[name],
  })),
};

it('time saved is told of detection alone, and with what all have to do', () => {
  expect(savedTime([site, site], 'shingle')).toBe(1 - 60 / 80);
  expect(savedTime([site], 'shingle', sharedMs)).toBe(1 - 190 / 200);
  expect(savedTime([site], 'style-tree', sharedMs)).toBeCloseTo(1 - 190 / 220, 12);
});

it('times are told a page, beside what the paper says', () => {
  const { rows } = timeTable([site]);
  const [ofSite, all, paper] = rows;
  expect(ofSite!.slice(0, 4)).toEqual(['bees', '10.000', '6.000', '3.000']);
  expect(ofSite!.slice(-4)).toEqual(['25.0 %', '5.0 %', '50.0 %', '13.6 %']);
  expect(all!.slice(1)).toEqual(ofSite!.slice(1));
  expect(paper!.filter((cell) => cell !== '')).toEqual(['the paper', '20 to 40 %', '20 to 40 %']);
});
