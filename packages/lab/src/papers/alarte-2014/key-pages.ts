/** The key pages of a site, with their gold and the pages behind their links, as far as the site's sample has them. */
import {
  DehuskError,
  extractTemplate,
  type LoadPage,
  normalUrl,
  type Page,
  type PageTemplate,
  parseText,
  type TemplateOptions,
  withoutIndex,
} from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import type { GoldLabels } from '../../gold/gold-labels.ts';
import { readGoldLabels } from '../../gold/read-gold.ts';
import { createZoneGold } from '../../gold/zone-gold.ts';
import { cpuMs } from '../../run/cpu-ms.ts';
import { spread } from '../spread.ts';

export interface KeyPage {
  readonly page: Page;
  readonly gold: GoldLabels;
}

export interface KeyPages {
  readonly keys: readonly KeyPage[];
  /** As `extractTemplate`; undefined where no linked page is in the sample. */
  template(key: Page, options: Partial<TemplateOptions>): Promise<PageTemplate | undefined>;
  /** A page of the sample by its address. */
  at(url: string): Page | undefined;
  /** What a page of the sample was parsed from, and the CPU time that it took. */
  html(page: Page): string;
  parseMs(page: Page): number;
}

/** Spread evenly over the pages that have gold, of which the first is the most linked one. */
export function openKeyPages(site: CorpusSite, count: number): KeyPages {
  const pages = new SitePages(site);
  const zoneGold = site.zones && createZoneGold(site.zones);
  const labelled = zoneGold ? pages.urls : pages.urls.filter((url) => site.readLabels.has(url));
  const keys = spread(labelled, count).flatMap((url) => {
    const page = pages.at(url);
    if (page === undefined) return [];
    return [{ page, gold: zoneGold?.(page) ?? readGoldLabels(page, site.readLabels.get(url)!) }];
  });
  return {
    keys,
    at: (url) => pages.at(url),
    template: (key, options) => templateOf(key, async (url) => pages.at(url), options),
    html: (page) => pages.parsed.get(page)!.html,
    parseMs: (page) => pages.parsed.get(page)!.ms,
  };
}

/** Pages are parsed when they are asked for, and kept: most of a sample is behind no link. */
class SitePages {
  readonly parsed: Map<Page, { readonly html: string; readonly ms: number }> = new Map();
  readonly urls: readonly string[];
  readonly #raw = new Map<string, { readonly url: string; readonly html: string }>();
  readonly #byAddress = new Map<string, Page | undefined>();

  constructor(site: CorpusSite) {
    const pages = site.pages();
    this.urls = pages.map(({ url }) => url);
    for (const page of pages) this.#raw.set(placeOf(page.url), page);
  }

  /** Undefined for a page that is not in the sample, or cannot be parsed. */
  at(url: string): Page | undefined {
    const place = placeOf(url);
    if (!this.#byAddress.has(place)) this.#byAddress.set(place, this.#parse(place));
    return this.#byAddress.get(place);
  }

  #parse(place: string): Page | undefined {
    const raw = this.#raw.get(place);
    if (raw === undefined) return undefined;
    const start = cpuMs();
    try {
      const page = parseText(raw.html, { url: raw.url });
      this.parsed.set(page, { html: raw.html, ms: cpuMs() - start });
      return page;
    } catch (error) {
      if (error instanceof DehuskError) return undefined;
      throw error;
    }
  }
}

const placeOf = (url: string): string => withoutIndex(normalUrl(url));

async function templateOf(
  key: Page,
  load: LoadPage,
  options: Partial<TemplateOptions>,
): Promise<PageTemplate | undefined> {
  try {
    return await extractTemplate(key, load, { ...options, links: { identity: withoutIndex } });
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_NO_PAGES') return undefined;
    throw error;
  }
}
