/** The key pages of a site of the corpus, and their templates under various options. */
import type { CorpusSite } from '../src/eval/corpus/read-corpus.ts';
import { goldTokens } from '../src/eval/gold/gold-tokens.ts';
import { createZoneGold } from '../src/eval/gold/zone-gold.ts';
import { scoreElements } from '../src/eval/score/element-score.ts';
import { keptTokens } from '../src/eval/score/site-score.ts';
import { scoreTokens } from '../src/eval/score/token-score.ts';
import {
  DehuskError,
  extractTemplate,
  mappings,
  normalUrl,
  onlyMainContent,
  type Page,
  type PageTemplate,
  parseText,
  type TemplateOptions,
  withoutIndex,
} from '../src/index.ts';
import { scaledVotes } from '../src/mapping/votes.ts';
import { judgeNodes } from '../src/template/template-nodes.ts';
import { cpuMs } from './interleaved.ts';

export interface KeyResult {
  readonly site: string;
  readonly votes: number;
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
  /** Pages that were found, and loads that it took. */
  readonly found: number;
  readonly loads: number;
  readonly ms: number;
  /** F1 of the content tokens: of all that the template leaves, and of its main part. */
  readonly contentF1: number;
  readonly mainF1: number;
}

export interface TemplateSite {
  /** For each key page that has linked pages, and each number of votes. */
  results(options: Partial<TemplateOptions>, votes: readonly number[]): Promise<readonly KeyResult[]>;
  /** By the same options as `extractTemplate`; undefined where no linked page is in the sample. */
  templates(options: Partial<TemplateOptions>): Promise<readonly (readonly [Page, PageTemplate])[]>;
}

export function createTemplateSite(site: CorpusSite, keyPages: number): TemplateSite {
  const pages = site.pages().map(({ url, html }) => parseText(html, { url }));
  const byUrl = new Map(pages.map((page) => [withoutIndex(normalUrl(page.url!)), page]));
  const gold = createZoneGold(site.zones);
  const keys = Array.from({ length: keyPages }, (_, i) => pages[Math.floor((i * pages.length) / keyPages)]!);
  const templates: TemplateSite['templates'] = async (options) => {
    const found: (readonly [Page, PageTemplate])[] = [];
    for (const key of keys) {
      const template = await templateOf(key, byUrl, options);
      if (template !== undefined) found.push([key, template]);
    }
    return found;
  };
  return {
    templates,
    results: async (options, votes) => {
      const found = await templates(options);
      return found.flatMap(([key, template]) =>
        votes.flatMap((asked) => {
          const had = template.siblings.found.length;
          const votesAsked = scaledVotes(asked, { wanted: options.pages ?? 3, had });
          const counts = Uint16Array.from(template.verdict.seen, (seen) => seen - 1);
          const { verdict } = judgeNodes(key, counts, { votesAsked, of: had });
          const score = scoreElements(key, gold(key), verdict);
          const [contentF1, mainF1] = [verdict, onlyMainContent(key, verdict)].map(
            (judged) => scoreTokens(keptTokens(key, judged), goldTokens(key, gold(key)))?.f1 ?? Number.NaN,
          ) as [number, number];
          const loads = template.siblings.loads.filter(({ outcome }) => outcome !== 'absent').length;
          const ms = cpuMs(() =>
            template.siblings.found.map(({ page }) => mappings[options.mapping ?? 'equality'](key, page)),
          );
          return score === undefined
            ? []
            : [{ site: site.name, votes: asked, ...score, found: had, loads, ms, contentF1, mainF1 }];
        }),
      );
    },
  };
}

async function templateOf(
  key: Page,
  byUrl: ReadonlyMap<string, Page>,
  options: Partial<TemplateOptions>,
): Promise<PageTemplate | undefined> {
  try {
    return await extractTemplate(key, async (url) => byUrl.get(url), {
      ...options,
      links: { identity: withoutIndex },
    });
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_NO_PAGES') return undefined;
    throw error;
  }
}

/** For each key page with three pages to compare: CPU time of mapping to them over that of parsing all four. */
export async function mappingCost(site: TemplateSite): Promise<readonly number[]> {
  const found = await site.templates({});
  return found
    .filter(([, { siblings }]) => siblings.found.length === 3)
    .map(([key, { siblings }]) => {
      const others = siblings.found.map(({ page }) => page);
      const parsing = best(() => [key, ...others].map(({ source }) => parseText(source)));
      return best(() => others.map((other) => mappings.equality(key, other))) / parsing;
    });
}

function best(run: () => void): number {
  return Math.min(cpuMs(run), cpuMs(run), cpuMs(run));
}
