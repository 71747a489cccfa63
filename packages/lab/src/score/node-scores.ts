/** How well a verdict agrees with gold on all nodes of a page, as Alarte 2014 counts them: Table 5.1. */
import type { Verdict } from 'dehusk';
import { GoldLabel } from '../corpus/gold.ts';
import type { NodeLabels } from '../corpus/node-gold.ts';
import type { Counts } from './statistics.ts';

/** Template nodes by gold, by the verdict, and by both; what gold ignores is left out. */
export function countNodes(labels: NodeLabels, { template }: Pick<Verdict, 'template'>): Counts {
  const counts = { right: 0, said: 0, gold: 0 };
  for (let node = 0; node < labels.length; node++) {
    if (labels[node] === GoldLabel.ignored) continue;
    const isGold = labels[node] === GoldLabel.template;
    if (isGold) counts.gold++;
    if (template[node] === 1) counts.said++;
    if (isGold && template[node] === 1) counts.right++;
  }
  return counts;
}
