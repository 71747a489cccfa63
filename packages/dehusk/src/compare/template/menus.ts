/**
 * The menus of a page (among the future work of Alarte 2014): which items they have, where these lead, on which level
 * they stand, and which one is active.
 *
 * A menu is seen from its links. An item is an element that holds one link, or one link before a menu of its own; a menu
 * is a run of items among the children of an element, all parted by the same: nothing, a line break, a bar. Which runs are
 * menus, and not lists of a page's content, is told by the template. Menus often do not link the page to itself: an item
 * without a link, among items with one, is the page's own.
 */
import type { Verdict } from '../../detect/detector.ts';
import { readBaseUrl } from '../../page/links.ts';
import { Tag } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute, readNormalText, TEXT } from '../../page/page.ts';
import { normalUrl, resolveUrl } from '../../page/raw-page.ts';
import { resolveLinkOptions, withoutIndex } from '../links/link-nodes.ts';

export interface MenuItem {
  readonly text: string;
  /** Where it leads, without fragment; undefined for an item without a link. */
  readonly url: string | undefined;
  /** From 1. */
  readonly level: number;
  /** The page itself; or, where another item is marked as no other of its level is, a section that the page is in. */
  readonly active: 'page' | 'section' | undefined;
  /** The link, or the element that stands in its place. */
  readonly node: number;
}

export interface Menu {
  /** The element that holds the items. */
  readonly node: number;
  /** In document order; those below an item follow it, one level deeper. */
  readonly items: readonly MenuItem[];
}

/** Two links are as often "previous" and "next"; with a third item they are a menu. */
const MIN_ITEMS = 3;
/** Words of a menu are few; a longer text is a teaser. */
const MAX_ITEM_CHARS = 60;
/** In the mean they are fewer still: longer ones are headlines. As in `menuFirst`. */
const MAX_MEAN_CHARS = 24;
/** A menu leads to a page once; a directory of words does not. */
const MIN_DISTINCT_PART = 0.9;
/** Of the links of a menu, so many are template. */
const MIN_TEMPLATE_PART = 0.6;

/** By the verdict on a page: its template, and how often its texts were seen on other pages. */
export function findMenus(page: Page, verdict: Pick<Verdict, 'template' | 'seen'>): readonly Menu[] {
  const search = new MenuSearch(page);
  const menus: Menu[] = [];
  // Where the items of the last menu end: what is in them is below it.
  let end = 0;
  for (let node = 1; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT || node < end) continue;
    for (const entries of search.runsOf(node)) {
      if (!search.isMenu(entries, verdict) || search.isTrail(entries)) continue;
      menus.push({ node, items: search.items(entries) });
      end = Math.max(end, page.subtreeEnd[entries.at(-1)!.node]!);
    }
  }
  return menus;
}

/** An item while it is looked at. */
interface Entry {
  /** The child of the menu. */
  readonly node: number;
  /** The link; undefined for the page's own item. */
  readonly link: number | undefined;
  /** The first of its texts. */
  readonly label: number;
  readonly below: readonly Entry[];
}

const withBelow = (entry: Entry): readonly Entry[] => [entry, ...entry.below.flatMap(withBelow)];

class MenuSearch {
  readonly #page: Page;
  readonly #base: string | undefined;
  /** Links with text, and visible characters, before each node. */
  readonly #links: Int32Array;
  readonly #chars: Int32Array;

  constructor(page: Page) {
    const { nodeCount, tag, chars } = page;
    this.#page = page;
    this.#base = readBaseUrl(page);
    this.#chars = new Int32Array(nodeCount + 1);
    this.#links = new Int32Array(nodeCount + 1);
    for (let node = 0; node < nodeCount; node++) {
      const isShown = tag[node] === TEXT && (page.flags[node]! & NodeFlag.hidden) === 0;
      this.#chars[node + 1] = this.#chars[node]! + (isShown ? chars[node]! : 0);
    }
    for (let node = 0; node < nodeCount; node++)
      this.#links[node + 1] = this.#links[node]! + (this.#isLink(node) ? 1 : 0);
  }

  /** The menus among the children of an element. */
  runsOf(node: number): readonly (readonly Entry[])[] {
    if (this.#linksIn(node) < MIN_ITEMS - 1) return [];
    // Links in a paragraph with nothing but space between them are words of a text.
    if (this.#page.tag[node] === Tag.p && !this.#hasSeparator(node)) return [];
    return this.#allRuns(node).filter(
      (run) => run.length >= MIN_ITEMS && run.filter(({ link }) => link === undefined).length <= 1,
    );
  }

  #hasSeparator(parent: number): boolean {
    const { subtreeEnd } = this.#page;
    for (let child = parent + 1; child < subtreeEnd[parent]!; child = subtreeEnd[child]!)
      if (this.#entryOf(child) === undefined) return true;
    return false;
  }

  /** Runs of items that are parted by the same, however short. */
  #allRuns(parent: number): readonly (readonly Entry[])[] {
    const { subtreeEnd } = this.#page;
    const runs: Entry[][] = [];
    // What parts the items of the last run, and what stands behind its last item; undefined where it has ended.
    let parts: string | undefined;
    let behind: string | undefined;
    for (let child = parent + 1; child < subtreeEnd[parent]!; child = subtreeEnd[child]!) {
      const entry = this.#entryOf(child);
      if (entry === undefined) {
        const separator = this.#separatorOf(child);
        behind = separator === undefined || behind === undefined ? undefined : behind + separator;
        continue;
      }
      const run = runs.at(-1);
      const isFirstPart = run?.length === 1;
      if (run === undefined || behind === undefined || (!isFirstPart && behind !== parts)) runs.push([entry]);
      else {
        parts = behind;
        run.push(entry);
      }
      behind = '';
    }
    return runs;
  }

  /** Text without a word, or an element without text; undefined for anything else. */
  #separatorOf(node: number): string | undefined {
    const page = this.#page;
    if (page.tag[node] === TEXT) {
      const text = readNormalText(page, node);
      return hasWord(text) ? undefined : text;
    }
    return this.#charsIn(node) === 0
      ? `<${page.tag[node]}>`
      : this.#linksIn(node) === 0 && !hasWord(this.#textOf(node))
        ? this.#textOf(node)
        : undefined;
  }

  /** An item: one link, or one before a menu; or, without a link, a few words in an element of their own. */
  #entryOf(node: number): Entry | undefined {
    const { tag, subtreeEnd } = this.#page;
    if (tag[node] === TEXT || this.#charsIn(node) === 0) return undefined;
    const links = this.#linksIn(node);
    const label = this.#firstText(node);
    if (links === 0)
      return this.#charsIn(node) <= MAX_ITEM_CHARS && hasWord(this.#textOf(node)) && !isHeading(tag[node]!)
        ? { node, link: undefined, label, below: [] }
        : undefined;
    const link = this.#firstLink(node);
    if (links === 1) {
      const isShort = this.#charsIn(link) <= MAX_ITEM_CHARS;
      const isAlone = !hasWord(this.#textBeside(node, link));
      return isShort && isAlone ? { node, link, label: this.#firstText(link), below: [] } : undefined;
    }
    // The menu below an item is the element behind its link that has all other links.
    for (let inner = subtreeEnd[link]!; inner < subtreeEnd[node]!; inner++) {
      if (tag[inner] === TEXT || this.#linksIn(inner) !== links - 1) continue;
      // Below an item, two items and even one are a menu.
      const [below, ...others] = this.#allRuns(inner);
      if (below !== undefined && others.length === 0)
        return { node, link, label: this.#firstText(link), below };
    }
    return undefined;
  }

  /** The site's own pages, each once, and most of it on other pages too: no list of news, nor of the page's content. */
  isMenu(entries: readonly Entry[], { template, seen }: Pick<Verdict, 'template' | 'seen'>): boolean {
    const links = entries.flatMap(withBelow).filter(({ link }) => link !== undefined);
    const known = links.filter(({ label }) => template[label] === 1 && seen[label]! > 1);
    const urls = links.map(({ link }) => this.#urlOf(link!)).filter((url) => url && this.#isOfSite(url));
    const enough = MIN_TEMPLATE_PART * links.length;
    if (known.length < enough || urls.length < enough) return false;
    const chars = links.reduce((sum, { link }) => sum + this.#charsIn(link!), 0);
    return chars <= MAX_MEAN_CHARS * links.length && new Set(urls).size >= MIN_DISTINCT_PART * urls.length;
  }

  #isOfSite(url: string): boolean {
    const { url: pageUrl } = this.#page;
    return pageUrl === undefined || resolveLinkOptions({}).sameSite(url, pageUrl);
  }

  /** A breadcrumb trail: each link leads to a folder of the next, and the last item is the page itself. */
  isTrail(entries: readonly Entry[]): boolean {
    const urls = entries.flatMap(({ link }) => (link === undefined ? [] : [this.#urlOf(link) ?? '']));
    const isNested = urls.every((url, i) => i === 0 || folderOf(url).startsWith(folderOf(urls[i - 1]!)));
    return isNested && entries.at(-1)!.link === undefined && entries.every(({ below }) => below.length === 0);
  }

  items(entries: readonly Entry[]): readonly MenuItem[] {
    // By level, over the whole menu: an item may be the only one below its own.
    const looks: string[][] = [];
    for (let [level, all] = [1, entries]; all.length > 0; level++) {
      looks[level] = all.map((entry) => this.#lookOf(entry));
      all = all.flatMap(({ below }) => below);
    }
    const itemsAt = (level: number, entry: Entry): readonly MenuItem[] => [
      this.#itemOf(entry, level, looks[level]!),
      ...entry.below.flatMap((one) => itemsAt(level + 1, one)),
    ];
    return entries.flatMap((entry) => itemsAt(1, entry));
  }

  #itemOf(entry: Entry, level: number, looks: readonly string[]): MenuItem {
    const node = entry.link ?? entry.node;
    const url = entry.link === undefined ? undefined : this.#urlOf(entry.link);
    const self = this.#page.url && withoutIndex(normalUrl(this.#page.url));
    const isPage = entry.link === undefined || (url !== undefined && withoutIndex(url) === self);
    const active = isPage ? 'page' : isMarked(this.#lookOf(entry), looks) ? 'section' : undefined;
    return { text: this.#textOf(node), url, level, active, node };
  }

  /** How an item is drawn: classes of it and of its link, and what it says of being current. */
  #lookOf({ node, link }: Entry): string {
    const page = this.#page;
    const drawn = [node, link ?? node].map((element) => {
      const classes = page.classLists[page.classList[element]!]!.join(' ');
      return `${page.tag[element]} ${classes} ${readAttribute(page, element, 'aria-current') ?? ''}`;
    });
    return drawn.join('|');
  }

  #urlOf(link: number): string | undefined {
    const href = readAttribute(this.#page, link, 'href');
    const url = href === undefined ? undefined : resolveUrl(href, this.#base)?.href;
    return url && normalUrl(url);
  }

  #isLink(node: number): boolean {
    const { tag, subtreeEnd } = this.#page;
    if (tag[node] !== Tag.a || this.#chars[node] === this.#chars[subtreeEnd[node]!]) return false;
    return readAttribute(this.#page, node, 'href') !== undefined;
  }

  #linksIn(node: number): number {
    return this.#links[this.#page.subtreeEnd[node]!]! - this.#links[node]!;
  }

  #charsIn(node: number): number {
    return this.#chars[this.#page.subtreeEnd[node]!]! - this.#chars[node]!;
  }

  #firstLink(node: number): number {
    let link = node;
    while (this.#links[link] === this.#links[link + 1]) link++;
    return link;
  }

  #firstText(node: number): number {
    let text = node;
    while (this.#chars[text] === this.#chars[text + 1]) text++;
    return text;
  }

  #textOf(node: number): string {
    return this.#textBetween(node, this.#page.subtreeEnd[node]!);
  }

  #textBeside(node: number, link: number): string {
    const { subtreeEnd } = this.#page;
    return `${this.#textBetween(node, link)} ${this.#textBetween(subtreeEnd[link]!, subtreeEnd[node]!)}`;
  }

  #textBetween(from: number, to: number): string {
    const texts: string[] = [];
    for (let node = from; node < to; node++)
      if (this.#chars[node] !== this.#chars[node + 1]) texts.push(readNormalText(this.#page, node));
    return texts.join(' ');
  }
}

/** Separators have none. */
function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function isHeading(tag: number): boolean {
  return (
    tag === Tag.h1 || tag === Tag.h2 || tag === Tag.h3 || tag === Tag.h4 || tag === Tag.h5 || tag === Tag.h6
  );
}

function folderOf(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(/[^/]*\.[^/]*$/, '')
    .replace(/\/?$/, '/');
}

/** Whether an item looks like no other, and most others look alike. */
function isMarked(look: string, looks: readonly string[]): boolean {
  const others = looks.filter((other) => other !== look);
  return others.length === looks.length - 1 && others.length > 1 && new Set(others).size <= 2;
}
