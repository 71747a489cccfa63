/** What `--explain` tells: the links in order, what became of each, the pages that were found, and their votes. */
import type { PageTemplate } from '../../index.ts';
import type { Messages } from '../messages.ts';

export function explainTemplate(
  { siblings, verdict, votesAsked }: PageTemplate,
  nameOf: (url: string) => string,
  messages: Messages,
): void {
  const loads = new Map(siblings.loads.map((load) => [load.url, load]));
  for (const [i, { url, hyperlinkDistance, domDistance }] of siblings.links.entries()) {
    const { outcome = 'not followed', reason } = loads.get(url) ?? {};
    const told = `link ${i + 1}: ${nameOf(url)}: hyperlink distance ${signed(hyperlinkDistance)}, DOM distance ${domDistance}: ${outcome}`;
    messages.info('link', reason === undefined ? told : `${told} (${reason})`, {
      nth: i + 1,
      url,
      hyperlinkDistance,
      domDistance,
      outcome,
      reason,
    });
  }
  for (const { url, mapping } of siblings.found) {
    const told = `compared with ${nameOf(url)}: ${mapping.size} nodes in common`;
    messages.info('compared', told, { url, nodes: mapping.size });
  }
  for (const [votes, nodes] of countByVotes(verdict.seen)) {
    const told = `${votes} of ${verdict.of - 1} votes: ${nodes} nodes${votes >= votesAsked ? ', template' : ''}`;
    messages.info('votes', told, { votes, nodes, template: votes >= votesAsked });
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
