/**
 * How good is the template of a page, on any site? Nothing is fetched: what is at hand are the pages of the site's sample.
 *
 *   dehusk-lab bench template [KEY_PAGES_PER_SITE [sites=PATTERN] [SETTING...]]
 *
 * Key pages are spread over the file of a site, five by default; a page without an answer counts as 0. Scored against
 * the lenient zone gold: elements whose text is all of one kind, all nodes, and pictures of the content that were called
 * template. Means over the key pages of a site, then over sites. `clean` stands beside it: its verdict in two passes over
 * all pages of the site, read as a template. CPU time is that of the template, its pages parsed, over that of parsing alone.
 *
 * SETTING is one of `settings` below, or option=value of the method; each that is named is measured beside the default.
 */

import { createCleaner, DehuskError, extractTemplate, type Page, type PageTemplate, parseText } from 'dehusk';
import {
  hyperlink,
  normalUrl,
  readAttribute,
  TEXT,
  type TemplateOptions,
  tagName,
  thesisOptions,
  withoutIndex,
} from 'dehusk/parts';
import { type CorpusPage, type CorpusSite, type GroupName, groupOf, readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import { GoldLabel, type GoldLabels, siteGold } from '../corpus/gold.ts';
import { createNodeGold, type NodeLabels } from '../corpus/node-gold.ts';
import type { Output } from '../experiment.ts';
import { spread } from '../papers/paper.ts';
import { cpuMs } from '../run/measure.ts';
import { countNodes } from '../score/node-scores.ts';
import { mean, rates } from '../score/statistics.ts';
import { countElements, elementsByText } from '../score/tree-scores.ts';
import { reportAims } from './measure.ts';

const settings: Readonly<Record<string, Partial<TemplateOptions>>> = {
  votes: { evidence: 'votes' },
  'links-only': { nearby: false },
  thesis: thesisOptions,
};

interface Judge {
  readonly name: string;
  /** Undefined where there is no answer. */
  judge(key: Page, site: TemplateSite): Promise<Uint8Array | undefined>;
}

/** Of one template: of all of it, and of parsing its pages. */
interface Cost {
  readonly ms: number;
  readonly parseMs: number;
}

interface KeyResult {
  readonly site: string;
  readonly textF1: number;
  readonly precision: number;
  readonly recall: number;
  readonly nodeF1: number;
  readonly failed: number;
  /** Pictures of the content, and those of them that were called template. */
  readonly pictures: number;
  readonly wrongPictures: number;
}

export async function run([keyPages = '5', ...others]: readonly string[], out: Output): Promise<number> {
  const isWanted = new RegExp(others.find((arg) => arg.startsWith('sites='))?.slice(6) ?? '');
  const named = others.filter((arg) => !arg.startsWith('sites='));
  const costs: Cost[] = [];
  const judges: readonly Judge[] = [
    { name: 'clean', judge: async (key, site) => site.cleaned(key) },
    { name: 'template', judge: (key, site) => site.template(key, {}, costs) },
    ...named.map((name) => ({
      name,
      judge: (key: Page, site: TemplateSite) => site.template(key, settingOf(name)),
    })),
  ];
  const results = new Map<string, KeyResult[]>(judges.map(({ name }) => [name, []]));
  for (const corpusSite of readCorpus(corpusFolder)) {
    if (!isWanted.test(corpusSite.name)) continue;
    const site = await openTemplateSite(corpusSite, Number(keyPages));
    for (const { name, judge } of judges) {
      const found = await scoreKeys(site, (key) => judge(key, site));
      results.get(name)!.push(...found);
    }
    out.progress(corpusSite.name);
  }
  tellSites(results, out);
  const groups: readonly (readonly [string, readonly GroupName[]])[] = [
    ['real and new', ['real', 'new']],
    ['doc', ['doc']],
    ['swde', ['swde']],
    ['all', ['real', 'new', 'doc', 'swde']],
  ];
  for (const [title, members] of groups) {
    out.line(`\n${title}`);
    for (const [name, found] of results)
      out.line(
        `  ${name.padEnd(12)} ${groupLine(found.filter(({ site }) => members.includes(groupOf(site))))}`,
      );
  }
  const total = (name: keyof Cost): number => costs.reduce((sum, cost) => sum + cost[name], 0);
  const cost = total('ms') / total('parseMs');
  // The first ones also pay for the compiling of the program.
  const ratios = costs.map(({ ms, parseMs }) => ms / parseMs);
  out.line(
    `\ntemplate / parsing its pages: all ${cost.toFixed(2)}, mean ${mean(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}`,
  );
  const found = results.get('template')!;
  const textF1 = (name: string, members: readonly GroupName[]): number =>
    meanOf(
      results.get(name)!.filter(({ site }) => members.includes(groupOf(site))),
      (result) => result.textF1,
    );
  const of = (members: readonly GroupName[]): number => textF1('template', members);
  return reportAims(
    [
      { what: 'F1 of text elements, real sites', measured: of(['real', 'new']), atLeast: 0.95 },
      { what: 'F1 of text elements, documentation', measured: of(['doc']), atLeast: 0.85 },
      { what: 'F1 of text elements, swde', measured: of(['swde']), atLeast: 0.85 },
      ...groups.map(([title, members]) => ({
        what: `F1 of text elements above that of clean, ${title}`,
        measured: of(members) - textF1('clean', members),
        atLeast: 0,
      })),
      { what: 'content pictures called template', measured: wrongPart(found), atMost: 0.05 },
      {
        what: 'key pages without an answer',
        measured: found.filter(({ failed }) => failed).length,
        atMost: 0,
      },
      { what: 'CPU time of all templates / parsing their pages', measured: cost, atMost: 3 },
    ],
    out,
  );
}

function settingOf(name: string): Partial<TemplateOptions> {
  if (settings[name] !== undefined) return settings[name];
  const given = name.split(',').map((part) => {
    const [option = '', value = ''] = part.split('=');
    const { default: like } = hyperlink.options[option]!;
    return [
      option,
      typeof like === 'number' ? Number(value) : typeof like === 'boolean' ? value === 'true' : value,
    ];
  });
  return Object.fromEntries(given);
}

/** Worst sites first. */
function tellSites(results: ReadonlyMap<string, readonly KeyResult[]>, out: Output): void {
  const sites = [...new Set(results.get('template')!.map(({ site }) => site))];
  const ofSite = (name: string, site: string): readonly KeyResult[] =>
    results.get(name)!.filter((result) => result.site === site);
  const rows = sites.map((site) => ({ site, f1: meanOf(ofSite('template', site), ({ textF1 }) => textF1) }));
  for (const { site } of rows.sort((a, b) => a.f1 - b.f1)) {
    const cells = [...results.keys()].map((name) => `${name} ${groupLine(ofSite(name, site))}`);
    out.line(`${site.padEnd(30)} ${cells.join(' | ')}`);
  }
}

function groupLine(found: readonly KeyResult[]): string {
  if (found.length === 0) return 'no site';
  const [text, nodes, precision, recall] = (['textF1', 'nodeF1', 'precision', 'recall'] as const).map(
    (name) => meanOf(found, (result) => result[name]).toFixed(4),
  );
  const failed = found.reduce((sum, result) => sum + result.failed, 0);
  const pictures = found.reduce((sum, result) => sum + result.pictures, 0);
  const wrong = found.reduce((sum, { wrongPictures }) => sum + wrongPictures, 0);
  return `text ${text} (P ${precision} R ${recall}) nodes ${nodes} pictures ${wrong}/${pictures}${failed ? ` failed ${failed}` : ''}`;
}

function wrongPart(found: readonly KeyResult[]): number {
  const sum = (value: (result: KeyResult) => number): number =>
    found.reduce((total, result) => total + value(result), 0);
  return (
    sum(({ wrongPictures }) => wrongPictures) /
    Math.max(
      1,
      sum(({ pictures }) => pictures),
    )
  );
}

function meanOf(found: readonly KeyResult[], value: (result: KeyResult) => number): number {
  const sites = new Map<string, number[]>();
  for (const result of found) sites.set(result.site, [...(sites.get(result.site) ?? []), value(result)]);
  return mean([...sites.values()].map(mean));
}

// The key pages of a site with their gold, and what judges them.

interface Key {
  readonly page: Page;
  readonly texts: GoldLabels;
  readonly nodes: NodeLabels;
  /** Pictures in the content that the content of other pages does not show as often as a label. */
  readonly pictures: readonly number[];
}

interface TemplateSite {
  readonly name: string;
  readonly keys: readonly Key[];
  template(key: Page, options: Partial<TemplateOptions>, costs?: Cost[]): Promise<Uint8Array | undefined>;
  /** By the verdict of `clean` on the texts: an element is template if all of its texts are. */
  cleaned(key: Page): Uint8Array;
}

async function openTemplateSite(site: CorpusSite, count: number): Promise<TemplateSite> {
  const sources = new Map<string, CorpusPage>();
  const pages: Page[] = [];
  for (const source of site.pages()) {
    try {
      pages.push(parseText(source.html, { url: source.url }));
      sources.set(addressOf(source.url), source);
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
    }
  }
  const keys = spread(pages, count);
  const cleaned = await cleanedTexts(pages, keys);
  return {
    name: site.name,
    keys: keysWithGold(site, pages, keys),
    template: async (key, options, costs) => {
      let parseMs = 0;
      const parse = (url: string): Page | undefined => {
        const source = sources.get(addressOf(url));
        if (source === undefined) return undefined;
        const start = cpuMs();
        const page = parseText(source.html, { url: source.url });
        parseMs += cpuMs() - start;
        return page;
      };
      const start = cpuMs();
      const found = await templateOf(parse(key.url!)!, parse, [...sources.keys()], options);
      costs?.push({ ms: cpuMs() - start, parseMs });
      return found?.verdict.template;
    },
    cleaned: (key) => {
      const kept = Uint8Array.from(key.segments, (node) => 1 - cleaned.get(key)![node]!);
      return elementsByText(key, kept);
    },
  };
}

const addressOf = (url: string): string => withoutIndex(normalUrl(url));

async function templateOf(
  key: Page,
  parse: (url: string) => Page | undefined,
  urls: readonly string[],
  options: Partial<TemplateOptions>,
): Promise<PageTemplate | undefined> {
  const source = { load: async (url: string) => parse(url), urls };
  try {
    return await extractTemplate(key, source, { ...options, links: { identity: withoutIndex } });
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_NO_PAGES') return undefined;
    throw error;
  }
}

/** The verdicts of two passes over all pages, for the key pages. */
async function cleanedTexts(
  pages: readonly Page[],
  keys: readonly Page[],
): Promise<ReadonlyMap<Page, Uint8Array>> {
  const cleaner = createCleaner({ hashKey: [0, 0], forgetting: false });
  for (const page of pages) await cleaner.learn(page);
  const verdicts = new Map<Page, Uint8Array>();
  for (const key of keys) {
    const result = await cleaner.judge(key);
    if (result.error !== undefined) throw result.error;
    verdicts.set(key, result.verdict.template);
  }
  return verdicts;
}

function keysWithGold(site: CorpusSite, pages: readonly Page[], keys: readonly Page[]): readonly Key[] {
  const { lenient } = siteGold(site, pages, ['lenient']).labels;
  const nodeGold = createNodeGold(site);
  const often = pictureCounts(pages);
  const enough = Math.max(5, pages.length / 5);
  return keys.flatMap((page) => {
    const texts = lenient[pages.indexOf(page)];
    const nodes = texts && nodeGold(page, texts);
    if (nodes === undefined) return [];
    const pictures = picturesOf(page).filter(
      ([node, address]) => nodes[node] === GoldLabel.content && (often.get(address) ?? 0) < enough,
    );
    return [{ page, texts: texts!, nodes, pictures: pictures.map(([node]) => node) }];
  });
}

function picturesOf(page: Page): readonly (readonly [number, string])[] {
  const pictures: [number, string][] = [];
  for (let node = 1; node < page.nodeCount; node++)
    if (page.tag[node] !== TEXT && tagName(page, node) === 'img')
      pictures.push([node, readAttribute(page, node, 'data-src') ?? readAttribute(page, node, 'src') ?? '']);
  return pictures;
}

function pictureCounts(pages: readonly Page[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const address of new Set(picturesOf(page).map(([, shown]) => shown)))
      counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

/** Key pages without template by gold are left out. */
async function scoreKeys(
  { name, keys }: TemplateSite,
  judge: (key: Page) => Promise<Uint8Array | undefined>,
): Promise<readonly KeyResult[]> {
  const results: KeyResult[] = [];
  for (const { page, texts, nodes, pictures } of keys) {
    const said = await judge(page);
    const template = said ?? new Uint8Array(page.nodeCount);
    const elements = countElements(page, texts, { template });
    if (elements.gold === 0) continue;
    const { f1, precision, recall } = rates(elements);
    results.push({
      site: name,
      textF1: f1,
      precision,
      recall,
      nodeF1: rates(countNodes(nodes, { template })).f1,
      failed: said === undefined ? 1 : 0,
      pictures: pictures.length,
      wrongPictures: pictures.filter((node) => template[node] === 1).length,
    });
  }
  return results;
}
