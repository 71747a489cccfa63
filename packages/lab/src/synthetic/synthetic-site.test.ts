import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { themeNames } from './design.ts';
import type { Label } from './html-writer.ts';
import { languageNames } from './language.ts';
import { floorSeeds, tuningSeeds } from './random.ts';
import { createSite, type SyntheticPage, type SyntheticSite, soakPageBytes } from './synthetic-site.ts';

const smallPages = { min: 2_000, max: 8_000 };

function allPages(site: SyntheticSite): SyntheticPage[] {
  return Array.from({ length: site.pages }, (_, order) => site.page(order));
}

function textWith(page: SyntheticPage, label: string): string {
  return page.texts.flatMap((text) => (text.label === label ? text.text : [])).join('\n');
}

function linksOf(html: string): Set<string> {
  const links = [...html.matchAll(/href="?([^">\s]+)/gi)].map((match) => match[1]!.replaceAll('&amp;', '&'));
  return new Set(links);
}

/** Links that at least nine in ten pages of a site have: its menus. */
function menuLinks(pages: readonly SyntheticPage[]): string[] {
  const counts = new Map<string, number>();
  for (const { html } of pages)
    for (const link of linksOf(html)) counts.set(link, (counts.get(link) ?? 0) + 1);
  return [...counts].flatMap(([link, count]) => (count >= 0.9 * pages.length ? link : []));
}

/** On how many pages each text with a label stands. */
function textCounts(pages: readonly SyntheticPage[], wanted: Label): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { texts } of pages)
    for (const text of new Set(
      texts.filter(({ label }) => label === wanted).map((entry) => entry.text.trim()),
    ))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function sizeBytes(page: SyntheticPage): number {
  return new TextEncoder().encode(page.html).length;
}

describe('a synthetic site', () => {
  it('is the same for the same seed and another for another', () => {
    const [first, again, other] = [7, 7, 8].map((seed) => allPages(createSite({ seed, pages: 30 })));
    expect(again).toEqual(first);
    expect(other!.some(({ html }, order) => html === first![order]!.html)).toBe(false);
  });

  it('gives a page that does not depend on which were asked for before', () => {
    const forwards = allPages(createSite({ seed: 9, pages: 40 }));
    const site = createSite({ seed: 9, pages: 40 });
    for (let order = site.pages - 1; order >= 0; order--) expect(site.page(order)).toEqual(forwards[order]);
  });

  it('makes a page of a very large site at once', () => {
    const site = createSite({ seed: 3, pages: 1_000_000 });
    const urls = Array.from({ length: 200 }, (_, index) => site.page(999_999 - index * 4_999).url);
    expect(new Set(urls).size).toBe(200);
  });

  it.each([-1, 30, 1.5, Number.NaN])('of 30 pages has no page %d', (order) => {
    expect(() => createSite({ seed: 1, pages: 30 }).page(order)).toThrow(RangeError);
  });

  it.each([1, 2, 3, 11, 12, 13, 25])(
    'may have as few as %d pages, each with an address of its own',
    (pages) => {
      const site = createSite({ seed: 21, pages });
      expect(new Set(allPages(site).map(({ url }) => url)).size).toBe(pages);
    },
  );

  it('never says the same on two of its 300 pages', () => {
    const pages = allPages(createSite({ seed: 31, pages: 300, pageBytes: smallPages }));
    expect(new Set(pages.map((page) => textWith(page, 'content'))).size).toBe(300);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(300);
  });

  it('repeats field labels and now and then a paragraph, in the content of its articles', () => {
    const pages = allPages(createSite({ seed: 33, pages: 300, language: 'english', profile: 'magazine' }));
    // Lists are left out, because they repeat each other's teasers, and so are titles, which have no full stop.
    const articles = pages.filter(({ html }) => /rel="?tag/i.test(html));
    const counts = textCounts(articles, 'content');
    const paragraphs = [...counts].filter(
      ([text, count]) => text.length > 60 && text.endsWith('.') && count > 1,
    );
    expect(paragraphs.length).toBeGreaterThan(3);
    for (const [, count] of paragraphs) expect(count).toBeLessThan(15);
    expect(Math.max(...counts.values())).toBeGreaterThan(100);
  });

  it.each(themeNames)('has menus whose targets are pages of the site and link to each other: %s', (theme) => {
    const site = createSite({ seed: 41, pages: 120, theme, pageBytes: smallPages });
    const pages = allPages(site);
    const byUrl = new Map(pages.map((page) => [page.url, page]));
    const base = site.gold().baseUrl.slice(0, -1);
    const menu = menuLinks(pages).filter(
      (link) => link.startsWith(base) && !/\/(assets|login|register)/.test(link),
    );
    expect(menu.length).toBeGreaterThan(5);
    for (const from of menu) {
      expect(byUrl.has(from), from).toBe(true);
      const links = linksOf(byUrl.get(from)!.html);
      for (const to of menu) expect(from === to || links.has(to), `${from} to ${to}`).toBe(true);
    }
  });

  it('can be walked from the home page to every page', () => {
    const site = createSite({ seed: 43, pages: 150, pageBytes: smallPages });
    const byUrl = new Map(allPages(site).map((page) => [page.url, page]));
    const reached = new Set([site.page(0).url]);
    for (const url of reached)
      for (const link of linksOf(byUrl.get(url)!.html)) if (byUrl.has(link)) reached.add(link);
    expect(reached.size).toBe(150);
  });

  it('changes its template, and not what the pages say, when it is redesigned', () => {
    const options = { seed: 51, pages: 80, theme: 'blog' } as const;
    const [old, redesigned] = [createSite(options), createSite({ ...options, redesignAt: 30 })];
    const bodies = (site: SyntheticSite, order: number): string =>
      /<body[^>]*>/i.exec(site.page(order).html)![0];
    for (let order = 0; order < 80; order++) {
      const same = redesigned.page(order).html === old.page(order).html;
      const isBare = bodies(old, order).includes('margin:2em');
      expect(same || isBare, `page ${order}`).toBe(order < 30 || isBare);
      expect(redesigned.page(order).url).toBe(old.page(order).url);
      expect(textWith(redesigned.page(order), 'content').slice(0, 60)).toBe(
        textWith(old.page(order), 'content').slice(0, 60),
      );
    }
  });

  it('has some pages without a template', () => {
    const pages = allPages(createSite({ seed: 53, pages: 400, pageBytes: smallPages }));
    const without = pages.filter(
      ({ labels }) =>
        !labels.includes('template') || labels.filter((label) => label === 'template').length < 3,
    );
    expect(without.length).toBeGreaterThan(0);
    expect(without.length).toBeLessThan(40);
  });

  // Whether a site has counters is drawn (six in ten): so this looks at many seeds and not at one that was picked.
  it('prints dates and counters afresh on each page of many sites, and rotates advertisements', () => {
    const sites = Array.from({ length: 10 }, (_, number) =>
      createSite({ seed: 50 + number, pages: 40, theme: 'portal', pageBytes: smallPages }),
    );
    const counts = sites.map((site) => [...textCounts(allPages(site), 'template').values()]);
    const changing = counts.filter((seen) => seen.filter((count) => count === 1).length > 40);
    expect(changing.length).toBeGreaterThan(2);
    expect(changing.length).toBeLessThan(10);
    // The theme has one advertisement at least, from a pool of fourteen.
    for (const seen of counts)
      expect(seen.filter((count) => count > 1 && count < 20).length).toBeGreaterThan(5);
  });

  it('keeps to the sizes it is asked for', () => {
    const usual = allPages(createSite({ seed: 61, pages: 200 }))
      .map(sizeBytes)
      .sort((a, b) => a - b);
    expect(usual[100]).toBeGreaterThan(8_000);
    expect(usual[100]).toBeLessThan(40_000);
    expect(usual[199]).toBeLessThan(100_000);
    const soak = allPages(createSite({ seed: 61, pages: 60, pageBytes: soakPageBytes }))
      .map(sizeBytes)
      .sort((a, b) => a - b);
    expect(soak[20]).toBeGreaterThan(55_000);
    expect(soak[59]).toBeLessThan(140_000);
  });

  it('labels a page as a reader would', () => {
    const site = createSite({
      seed: 5,
      pages: 60,
      theme: 'semantic',
      language: 'english',
      profile: 'magazine',
    });
    const page = allPages(site).find(({ html }) => html.includes('rel="tag"') && html.includes('<header'))!;
    const labelOf = (pattern: RegExp): string | undefined =>
      page.texts.find(({ text }) => pattern.test(text))?.label;
    expect(labelOf(/^(Published on|Posted|Updated|\w+ \d+, \d{4}$)/)).toBe('ignored');
    expect(labelOf(/^(Author:|Written by|Text:)$/)).toBe('content');
    expect(labelOf(/^(Tags:|Filed under|Keywords:)/)).toBe('ignored');
    expect(labelOf(/^© 1998/)).toBe('template');
    expect(labelOf(/^(Skip|Jump) to/)).toBe('template');
  });

  it('has seeds for floors that nothing is tuned on', () => {
    expect(floorSeeds.filter((seed) => tuningSeeds.includes(seed))).toEqual([]);
    expect(new Set([...floorSeeds, ...tuningSeeds]).size).toBe(floorSeeds.length + tuningSeeds.length);
  });
});

/** What trees of parse5 and of linkedom have in common. */
interface TreeNode {
  readonly nodeName: string;
  readonly parentNode?: TreeNode | null;
  readonly childNodes?: Iterable<TreeNode>;
  readonly value?: string;
  readonly nodeValue?: string | null;
}

const hidden = new Set('script style noscript template head svg iframe textarea select option'.split(' '));

/** Text nodes by the rule of the corpus. */
function* numberedTexts(node: TreeNode): Generator<TreeNode> {
  if (node.nodeName === '#text' && textOf(node) !== '') yield node;
  if (hidden.has(node.nodeName.toLowerCase())) return;
  for (const child of node.childNodes ?? []) yield* numberedTexts(child);
}

function textOf(node: TreeNode): string {
  return (node.value ?? node.nodeValue ?? '').trim();
}

function countElements(node: TreeNode): number {
  let count = node.nodeName.startsWith('#') ? 0 : 1;
  for (const child of node.childNodes ?? []) count += countElements(child);
  return count;
}

function countStartTags(html: string): number {
  const markup = html.replace(/(<(script|style|noscript)[^>]*>)[\s\S]*?(?=<\/\2>)/gi, '$1');
  return markup.match(/<[a-z][^>]*>/gi)!.length;
}

/** A line per text node: comparing lines is much faster than comparing objects. */
function selectorLabels(site: SyntheticSite, page: SyntheticPage): string {
  const gold = site.gold();
  const { document } = parseHTML(serialize(parse(page.html)));
  // linkedom splits a text at each entity.
  document.documentElement.normalize();
  const marks = new Map<unknown, Label>();
  const mark = (selectors: readonly string[], label: Label): void => {
    for (const selector of selectors)
      for (const element of document.querySelectorAll(selector)) marks.set(element, label);
  };
  mark(gold.contentSelectors, 'content');
  mark(gold.templateSelectors, 'template');
  mark(gold.ignoreSelectors, 'ignored');
  const root = document as unknown as TreeNode;
  return [...numberedTexts(root)].map((node) => `${nearest(node, marks)}: ${textOf(node)}`).join('\n');
}

function nearest(node: TreeNode, marks: ReadonlyMap<unknown, Label>): Label {
  for (let at = node.parentNode; at; at = at.parentNode) {
    const label = marks.get(at);
    if (label !== undefined) return label;
  }
  return 'template';
}

function recorded(page: SyntheticPage): string {
  return page.texts.map(({ text, label }) => `${label}: ${text.trim()}`).join('\n');
}

/** Each theme with each way of writing it that these seeds happen to draw, in all languages. */
const sites = themeNames.flatMap((theme, row) =>
  languageNames.map((language, column) =>
    createSite({
      seed: 100 + row * 10 + column,
      pages: 60,
      theme,
      language,
      redesignAt: 40,
      pageBytes: { min: 4_000, max: 20_000 },
    }),
  ),
);

describe('the labels of synthetic pages', () => {
  it.each(sites)('number the text nodes as a parser finds them: $name', (site) => {
    for (let order = 0; order < site.pages; order += 15) {
      const page = site.page(order);
      const tree = parse(page.html) as TreeNode;
      expect([...numberedTexts(tree)].map(textOf).join('\n')).toBe(
        page.texts.map(({ text }) => text.trim()).join('\n'),
      );
      expect(page.labels).toEqual(page.texts.map(({ label }) => label));
      // Nothing was implied, moved or dropped by the parser, so the tree is the one that was meant.
      expect(countElements(tree)).toBe(countStartTags(page.html));
    }
  });

  it.each(sites)('agree with the selectors of the site: $name', (site) => {
    for (const order of [5, 45]) {
      const page = site.page(order);
      expect(selectorLabels(site, page)).toBe(recorded(page));
    }
  });

  it('has all three labels on pages of every theme', () => {
    for (const site of sites) {
      const labels = new Set(Array.from({ length: 8 }, (_, order) => site.page(order).labels).flat());
      expect([...labels].sort()).toEqual(['content', 'ignored', 'template']);
    }
  });

  it('has content on every page', () => {
    for (const site of sites)
      for (let order = 0; order < site.pages; order += 6)
        expect(site.page(order).labels).toContain('content');
  });
});
