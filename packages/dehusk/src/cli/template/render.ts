/** The template of a page in the forms that `dehusk template` gives it, and how it was found. */
import { onlyMainContent } from '../../compare/template/main-content.ts';
import { findMenus } from '../../compare/template/menus.ts';
import type { Verdict } from '../../detect/detector.ts';
import type { PageTemplate } from '../../engine/page-template.ts';
import { slotNodes, toHtml, toMarkedHtml, toTemplateHtml } from '../../output/html.ts';
import { type Page, readNormalText, TEXT, tagName } from '../../page/page.ts';
import type { Messages } from '../messages.ts';

export interface FormFlags {
  readonly format: 'html' | 'marked-html' | 'json';
  readonly slots?: boolean;
  /** True without a value. */
  readonly content?: true | 'main';
}

/** One line for each menu. */
export function renderMenus(page: Page, verdict: Verdict): string {
  const lines = findMenus(page, verdict).map(({ node, items }) => {
    const shown = items.map(({ text, url, level, active }) => ({ text, url, level, active }));
    return `${JSON.stringify({ menu: node, tag: tagName(page, node), items: shown })}\n`;
  });
  return lines.join('');
}

export function renderTemplate(page: Page, found: Verdict, flags: FormFlags): string {
  const verdict = flags.content === 'main' ? onlyMainContent(page, found) : found;
  if (flags.format === 'json') return votesPerNode(page, verdict);
  if (flags.format === 'marked-html') return `${toMarkedHtml(page, verdict)}\n`;
  if (flags.content !== undefined) return `${toHtml(page, verdict)}\n`;
  return `${toTemplateHtml(page, verdict, { slots: flags.slots === true })}\n`;
}

/** One line for each node of the page. */
function votesPerNode(page: Page, verdict: Verdict): string {
  const slots = new Set(slotNodes(page, verdict));
  let lines = '';
  for (let node = 0; node < page.nodeCount; node++) {
    const isText = page.tag[node] === TEXT;
    const line = {
      node,
      parent: page.parent[node],
      ...(isText ? { text: readNormalText(page, node) } : { tag: tagName(page, node) }),
      // The page itself is one of those it was seen on.
      votes: verdict.seen[node]! - 1,
      of: verdict.of - 1,
      template: verdict.template[node] === 1,
      ...(slots.has(node) && { slot: true }),
    };
    lines += `${JSON.stringify(line)}\n`;
  }
  return lines;
}

/** What `--explain` tells: the links in order, what became of each, the pages that were found, and their votes. */
export function explainTemplate(
  { siblings, verdict, votesAsked, judgedBy }: PageTemplate,
  nameOf: (url: string) => string,
  messages: Messages,
): void {
  const loads = new Map(siblings.loads.map((load) => [load.url, load]));
  for (const [i, { url, hyperlinkDistance, domDistance }] of siblings.links.entries()) {
    const load = loads.get(url);
    const { outcome, reason } = load?.by === 'link' ? load : { outcome: 'not followed', reason: undefined };
    const text = `link ${i + 1}: ${nameOf(url)}: hyperlink distance ${signed(hyperlinkDistance)}, DOM distance ${domDistance}: ${outcome}`;
    messages.info('link', reason === undefined ? text : `${text} (${reason})`, {
      nth: i + 1,
      url,
      hyperlinkDistance,
      domDistance,
      outcome,
      reason,
    });
  }
  for (const { url, by, mapping } of siblings.found) {
    const text = `compared with ${nameOf(url)} (${by === 'link' ? 'linked' : 'of the input'}): ${mapping.size} nodes in common`;
    messages.info('compared', text, { url, by, nodes: mapping.size });
  }
  const pages = siblings.pages.length;
  const judges = {
    votes: `${siblings.found.length} pages that vote`,
    site: `what ${pages} pages of the site repeat`,
    state: 'what the state knows of the site',
  };
  messages.info('judged-by', `judged by ${judges[judgedBy]}`, { judgedBy, pages });
  const isTemplate = (votes: number): boolean => judgedBy === 'votes' && votes >= votesAsked;
  for (const [votes, nodes] of countByVotes(verdict.seen)) {
    const text = `${votes} of ${verdict.of - 1} votes: ${nodes} nodes${isTemplate(votes) ? ', template' : ''}`;
    messages.info('votes', text, { votes, nodes, template: isTemplate(votes) });
  }
}

function signed(distance: number): string {
  return distance > 0 ? `+${distance}` : String(distance);
}

/** Most votes first; `seen` counts the page itself too. */
function countByVotes(seen: Uint32Array): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const pages of seen) counts.set(pages - 1, (counts.get(pages - 1) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => b - a);
}
