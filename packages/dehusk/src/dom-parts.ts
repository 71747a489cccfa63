/**
 * What the browser extension needs beyond `dehusk/dom`. It runs in a browser and brings no HTML parser; like
 * `dehusk/parts` it is without promise.
 */
export { withoutIndex } from './compare/links/link-nodes.ts';
export type { Siblings } from './compare/template/siblings.ts';
export { compareWithOthers, judgeMappings } from './compare/template/template.ts';
export {
  resolveTemplateOptions,
  type TemplateOptions,
  thesisOptions,
} from './compare/template/template-options.ts';
export { createAdaptiveDetector, type Explainer } from './detect/adaptive/adaptive.ts';
export { explainPiece, reason } from './detect/adaptive/explain.ts';
export { adaptiveDescription } from './detect/adaptive/method.ts';
export type { Reason, Verdict } from './detect/detector.ts';
export { optionDefaults } from './detect/method.ts';
export { domCleanerFunctions } from './dom-cleaner.ts';
export { createSiteKey } from './engine/site-key.ts';
export { Site } from './engine/site-state.ts';
export type { SiteChange, SiteFacts, SiteState } from './engine/store.ts';
export { DehuskError } from './errors.ts';
export { toTemplateHtml } from './output/html.ts';
export { countSegments, mediaTags, omittedMedia, templateRatio } from './output/verdict-view.ts';
export { splitBlocks } from './page/blocks.ts';
export { fromDom } from './page/from-dom.ts';
export { Tag } from './page/names.ts';
export { type Page, TEXT } from './page/page.ts';
