import { expect, it } from 'vitest';
import { createSite } from '../../../lab/src/synthetic/synthetic-site.ts';
import { parseText } from '../page/parse.ts';
import { createAdaptiveDetector } from './adaptive/adaptive.ts';
import type { Detector } from './detector.ts';
import { createIncrementalDetector } from './incremental/incremental.ts';

const detectors: readonly (readonly [string, () => Detector])[] = [
  ['adaptive', createAdaptiveDetector],
  ['incremental', createIncrementalDetector],
];

/** Menus with an active item, classes that differ from page to page: paths that are cut down after they were shared. */
it.each(detectors)('what %s knows of a template does not depend on when it was saved', (_, create) => {
  for (const seed of [85, 88, 91]) {
    const site = createSite({ seed, pages: 25, pageBytes: { min: 5_000, max: 25_000 } });
    const straight = create();
    let resumed = create();
    for (let order = 0; order < site.pages; order++) {
      const { url, html } = site.page(order);
      const page = parseText(html, { url, id: url });
      straight.observe(page);
      resumed.observe(page);
      if (order % 8 !== 0) continue;
      const loaded = create();
      loaded.load(resumed.save());
      resumed = loaded;
    }
    expect(resumed.templateSegments()).toEqual(straight.templateSegments());
    expect(resumed.save()).toEqual(straight.save());
  }
});
