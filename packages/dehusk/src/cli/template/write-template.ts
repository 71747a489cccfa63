/** The template of a page in the forms that `dehusk template` gives it. */
import {
  onlyMainContent,
  type Page,
  readNormalText,
  slotNodes,
  TEXT,
  tagName,
  toHtml,
  toMarkedHtml,
  toTemplateHtml,
  type Verdict,
} from '../../index.ts';
import type { TemplateFlags } from './template-flags.ts';

type FormFlags = Pick<TemplateFlags, 'format' | 'slots' | 'content'>;

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
