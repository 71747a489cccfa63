/**
 * The template of one page (Alarte 2014): the few pages that share it are found by the page's links, the page is
 * mapped to each of them, and what enough of them have too is template. It works on the first page of a site, when
 * a method that learns from page to page knows nothing yet.
 *
 * Cost: the loads, and a mapping for each page that was loaded.
 */
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { findSiblings, type LoadPage, type Siblings } from './find-siblings.ts';
import { judgeMappings, type VotedTemplate } from './judge-mappings.ts';
import { createKeyMapping } from './key-mapping.ts';
import { type TemplateOptions, templateDefaults } from './options.ts';

export interface PageTemplate extends VotedTemplate {
  /** How the pages were found. */
  readonly siblings: Siblings;
}

/** `load` gets the addresses of links; see `LoadPage`. Throws if no linked page could be had at all. */
export async function extractTemplate(
  page: Page,
  load: LoadPage,
  given: Partial<TemplateOptions> = {},
): Promise<PageTemplate> {
  const options = { ...templateDefaults, ...given };
  const url = page.url;
  if (url === undefined) throw new DehuskError('TEMPLATE_NO_URL', {});
  const siblings = await findSiblings({ page, url, map: createKeyMapping(page, options) }, load, options);
  const { found } = siblings;
  if (found.length === 0)
    throw new DehuskError('TEMPLATE_NO_PAGES', { page: url, links: siblings.links.length });
  const mappings = found.map(({ mapping }) => mapping);
  return { siblings, ...judgeMappings(page, mappings, options) };
}
