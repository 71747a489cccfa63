import {
  createShingleDetector,
  createStyleTreeDetector,
  type MeasuredBatchDetector,
  parseText,
} from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { createSite } from '../../synthetic/synthetic-site.ts';
import { type BatchMethod, shingle, styleTree } from './try-batches.ts';

const methods: Readonly<
  Record<string, readonly [BatchMethod, (threshold: number) => MeasuredBatchDetector]>
> = {
  shingle: [shingle, (templateShare) => createShingleDetector({ templateShare })],
  'style-tree': [styleTree, (threshold) => createStyleTreeDetector({ threshold })],
};

/** Batches are judged once, and thresholds applied to what the verdict rests on. */
describe.each(Object.entries(methods))('%s with a threshold', (_, [method, create]) => {
  const made = createSite({ seed: 5, pages: 30 });
  const pages = Array.from({ length: made.pages }, (_page, order) => {
    const { url, html } = made.page(order);
    return parseText(html, { url });
  });

  it.each([2, 5, 10, 30])('says in a batch of %i pages what it says itself', (batchPages) => {
    const batch = pages.slice(0, batchPages);
    const judged = method.create().judgeBatch(batch);
    for (const threshold of method.thresholds) {
      const isTemplate = method.isTemplate(threshold);
      for (const [i, own] of create(threshold).judgeBatch(batch).entries()) {
        const { segments } = batch[i]!;
        const derived = Array.from(segments, (node) => (isTemplate(judged[i]!, node) ? 1 : 0));
        expect(derived).toEqual(Array.from(segments, (node) => own.template[node]));
      }
    }
  });
});
