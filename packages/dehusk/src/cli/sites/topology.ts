/**
 * `dehusk sites STATE --site S --topology --check INPUT...`: the sections of a site and the pages that its menus reach.
 * The state tells what of a page is template, and so which lists of links are menus; the pages tell where they lead.
 */
import { withoutIndex } from '../../compare/links/link-nodes.ts';
import { findMenus, type MenuItem } from '../../compare/template/menus.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl } from '../../page/raw-page.ts';
import type { Messages } from '../messages.ts';
import { formatCount } from '../progress.ts';
import { type Column, tableText } from '../table-text.ts';
import { type ExportFlags, type ExportTask, readTrial } from './export.ts';

/** Links of menus that are kept: a bound for a site that lists everything on every page. */
const MAX_LINKS = 2_000;

/** A page that menus lead to. */
interface MenuLink {
  readonly url: string;
  readonly text: string;
  readonly level: number;
  /** The item above it, by address. */
  readonly above: string | undefined;
  /** On how many of the pages it stands in a menu. */
  pages: number;
}

export async function tellTopology(
  task: ExportTask,
  inputs: readonly string[],
): Promise<{ readonly output: string; readonly failed: number }> {
  const { sample, failed } = await readTrial(task, inputs);
  const topology = new Topology();
  for (const { page, verdict } of sample.items) topology.add(page, findMenus(page, verdict));
  const links = topology.links();
  const reached = sample.items.filter(({ page }) => topology.reaches(page)).length;
  const counts = `${formatCount(links.length, 'link')} in menus; they reach ${reached} of ${formatCount(sample.items.length, 'page')}`;
  task.messages.info('topology', counts, { links: links.length, reached, pages: sample.items.length });
  tellFull(links, task.messages);
  return { output: write(links, sample.items.length, task.flags), failed };
}

function tellFull(links: readonly MenuLink[], messages: Messages): void {
  if (links.length === MAX_LINKS)
    messages.info('topology-full', `the first ${MAX_LINKS} links were kept`, { links: MAX_LINKS });
}

class Topology {
  readonly #links = new Map<string, MenuLink>();

  add(page: Page, menus: readonly { readonly items: readonly MenuItem[] }[]): void {
    const counted = new Set<string>();
    for (const { items } of menus) {
      // The last item of each level: that of the level before is above an item.
      const last: (string | undefined)[] = [];
      for (const item of items) {
        const url = addressOf(item.url ?? page.url);
        last[item.level] = url;
        if (url !== undefined) this.#count({ url, item, above: last[item.level - 1] }, counted);
      }
    }
  }

  reaches({ url }: Page): boolean {
    return this.#links.has(addressOf(url) ?? '');
  }

  /** Those below an item follow it; otherwise the links of most pages first. */
  links(): readonly MenuLink[] {
    const all = [...this.#links.values()].sort((a, b) => b.pages - a.pages);
    const below = (url: string): readonly MenuLink[] =>
      all.filter(({ above, level }) => above === url && level > 1).flatMap(withBelow);
    const withBelow = (link: MenuLink): readonly MenuLink[] => [link, ...below(link.url)];
    return all.filter(({ level }) => level === 1).flatMap(withBelow);
  }

  /** A page that several menus lead to stands where the first one has it, on the level that is least. */
  #count(found: { url: string; item: MenuItem; above: string | undefined }, counted: Set<string>): void {
    const { url, item, above } = found;
    const known = this.#links.get(url);
    if (known === undefined && this.#links.size === MAX_LINKS) return;
    const isLower = known !== undefined && known.level <= item.level;
    const link = isLower
      ? known
      : { url, text: item.text, level: item.level, above, pages: known?.pages ?? 0 };
    if (!counted.has(url)) link.pages++;
    counted.add(url);
    this.#links.set(url, link);
  }
}

function addressOf(url: string | undefined): string | undefined {
  return url && withoutIndex(normalUrl(url));
}

const columns: readonly Column[] = [
  { title: 'ITEM', align: 'left' },
  { title: 'PAGES', align: 'right' },
  { title: 'ADDRESS', align: 'left' },
];

function write(links: readonly MenuLink[], pages: number, { format }: ExportFlags): string {
  if (format === 'json') return links.map((link) => `${JSON.stringify({ ...link, of: pages })}\n`).join('');
  if (links.length === 0) return '';
  const rows = links.map(({ url, text, level, pages: count }) => [
    `${'  '.repeat(level - 1)}${text}`,
    String(count),
    url,
  ]);
  return tableText(columns, rows);
}
