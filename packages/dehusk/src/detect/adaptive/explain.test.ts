import { describe, expect, it } from 'vitest';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { parseText } from '../../page/parse.ts';
import type { Reason } from '../detector.ts';
import { createAdaptiveDetector } from './adaptive.ts';
import * as explainer from './explain.ts';
import { Fact } from './facts.ts';
import { adaptive } from './method.ts';

const site = createSite({ seed: 5, pages: 12 });
const pages = Array.from({ length: 12 }, (_, i) => parseText(site.page(i).html, { id: site.page(i).url }));

const logOdds = (score: number): number => Math.log(score / (1 - score));
const sum = (reasons: readonly Reason[]): number =>
  reasons.reduce((total, { weight, for: side }) => total + (side === 'template' ? weight : -weight), 0);

describe('why a text was judged so', () => {
  it('is all that its score is made of, on first pages and on later ones', () => {
    const detector = createAdaptiveDetector({}, { explainer });
    let texts = 0;
    for (const page of pages) {
      const { why, score } = detector.observe(page);
      for (const node of page.segments) {
        // Weights are told in thousandths, and scores in single precision.
        if (score[node]! < 0.001 || score[node]! > 0.999) continue;
        expect(Math.abs(sum(why!(node)) - logOdds(score[node]!))).toBeLessThan(0.05);
        texts++;
      }
    }
    expect(texts).toBeGreaterThan(300);
  });

  it('begins with what counted most, and says something else of a menu than of an article', () => {
    const detector = createAdaptiveDetector({}, { explainer });
    for (const page of pages.slice(0, 11)) detector.observe(page);
    const page = pages[11]!;
    const { why, template } = detector.observe(page);
    const menu = page.segments.find((node) => template[node] === 1)!;
    const prose = [...page.segments].sort((one, other) => page.chars[other]! - page.chars[one]!)[0]!;
    for (const node of [menu, prose]) {
      const weights = why!(node).map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((one, other) => other - one));
    }
    expect(why!(menu).find(({ for: side }) => side === 'template')!.fact).toMatch(
      /^on \d+ % of the (other pages|pages that have its place)$/,
    );
    expect(why!(prose)).toContainEqual({
      fact: expect.stringMatching(/^new (on the site|in its place)$/),
      for: 'content',
      weight: expect.any(Number),
    });
  });

  it('is said after the detector has learned more, and of what the judgement was made on', () => {
    const detector = createAdaptiveDetector({}, { explainer });
    const { why } = detector.observe(pages[0]!);
    const node = pages[0]!.segments[0]!;
    const before = why!(node);
    for (const page of pages.slice(1)) detector.observe(page);
    expect(why!(node)).toEqual(before);
    expect(why!(0)).toEqual([]);
  });

  it('names what another method has found', () => {
    const page = pages[0]!;
    const known = new Uint8Array(page.nodeCount);
    const node = page.segments.at(-1)!;
    known[node] = 1;
    const detector = createAdaptiveDetector({}, { explainer });
    const { why, template } = detector.observe(page, detector.lesson(page, known));
    expect(template[node]).toBe(1);
    expect(why!(node)[0]).toMatchObject({ fact: 'found on pages that the first page links to' });
  });

  it('has words for every fact, once', () => {
    const named = explainer.wordings.flatMap(({ facts }) => facts);
    expect([...named].sort()).toEqual(Object.keys(Fact).sort());
  });

  it('is there only for those who ask', async () => {
    const setting = { hashKey: [0, 0], forgetting: true } as const;
    const silent = (await adaptive.loadDetector())({}, setting);
    expect(silent.observe(pages[0]!)).not.toHaveProperty('why');
    const talking = (await adaptive.loadDetector({ explain: true }))({}, setting);
    expect(talking.observe(pages[0]!).why).toBeTypeOf('function');
    expect(talking.judge(pages[1]!).why).toBeTypeOf('function');
  });
});
