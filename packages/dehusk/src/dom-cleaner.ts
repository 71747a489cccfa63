/**
 * The engine for live documents: no HTML parser, one method. `dehusk/dom` is its face; the extension hands in what
 * explains verdicts, which it loads only when somebody asks why, and writes texts and records only when they are wanted.
 */
import { assembleDetector, type DetectorParts } from './detect/adaptive/adaptive.ts';
import { adaptiveDescription } from './detect/adaptive/method.ts';
import type { StreamMethod } from './detect/method.ts';
import type { CleanerParts, PageWriters } from './engine/cleaner.ts';
import { createStreamEngine } from './engine/engine.ts';
import { createOverrides } from './engine/overrides.ts';
import type { SiteKey } from './engine/site-key.ts';
import { DehuskError } from './errors.ts';
import { checkedPage } from './page/page.ts';
import { createDomSelector } from './page/select-dom.ts';

/** Records can be explained where there is an `explainer`; a state wants exemplars and the codec of facts. */
export interface DomParts extends DetectorParts {
  readonly writers: PageWriters;
  readonly createSiteKey: (siteBy: string) => SiteKey;
  /** Without it there are no states. */
  readonly keeping?: CleanerParts['keeping'];
}

export function domCleanerParts({ writers, createSiteKey, keeping, ...parts }: DomParts): CleanerParts {
  /** The one method that is inside, so that a bundle is one file. */
  const method: StreamMethod = {
    ...adaptiveDescription,
    loadDetector:
      async ({ explain = false, words } = {}) =>
      (options, setting) =>
        assembleDetector(
          { ...options, ...setting },
          {
            explainer: explain ? parts.explainer : undefined,
            createExemplars: words === false ? undefined : parts.createExemplars,
            factsCodec: parts.factsCodec,
          },
        ),
  };
  return {
    defaultMethod: method.name,
    createEngine: (setting) => createStreamEngine({ ...setting, method }),
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
    ...(keeping && { keeping }),
    checkSiteBy: createSiteKey,
    loadSiteKey: async (siteBy) => createSiteKey(siteBy),
  };
}
