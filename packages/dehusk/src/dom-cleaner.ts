/**
 * The engine for live documents: no HTML parser, one method. `dehusk/dom` is its face; the extension hands in what
 * explains verdicts, which it loads only when somebody asks why, and writes texts and records only when they are wanted.
 */
import { createAdaptiveDetector, type Explainer } from './detect/adaptive/adaptive.ts';
import { adaptiveDescription } from './detect/adaptive/method.ts';
import type { StreamMethod } from './detect/method.ts';
import type { CleanerParts, PageWriters } from './engine/cleaner.ts';
import { createOverrides } from './engine/overrides.ts';
import type { SiteKey } from './engine/site-key.ts';
import { DehuskError } from './errors.ts';
import { checkedPage } from './page/page.ts';
import { createDomSelector } from './page/select-dom.ts';

export interface DomParts {
  readonly writers: PageWriters;
  readonly createSiteKey: (siteBy: string) => SiteKey;
  readonly openParking: CleanerParts['openParking'];
  /** Records can be explained where there is one. */
  readonly explainer?: Explainer;
}

export function domCleanerParts({ writers, explainer, createSiteKey, openParking }: DomParts): CleanerParts {
  /** The one method that is inside, so that a bundle is one file. */
  const method: StreamMethod = {
    ...adaptiveDescription,
    load:
      async ({ explain = false, words } = {}) =>
      (options, setting) =>
        createAdaptiveDetector({ ...options, ...setting }, explain ? explainer : undefined, words),
  };
  return {
    defaultMethod: method.name,
    findMethod: (name) => {
      if (name === method.name) return method;
      throw new DehuskError('METHOD_UNKNOWN', { method: name, known: method.name });
    },
    toPage: (source, { hashKey }) => {
      if ('page' in source) return checkedPage(source.page, hashKey);
      throw new DehuskError('PAGE_INPUT_BAD', { found: 'HTML, and there is no parser here (fromDom)' });
    },
    writers,
    createOverrides: (overrides) => createOverrides(overrides, createDomSelector),
    openParking,
    checkSiteBy: createSiteKey,
    loadSiteKey: async (siteBy) => createSiteKey(siteBy),
  };
}
