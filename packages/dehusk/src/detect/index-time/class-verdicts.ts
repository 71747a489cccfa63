/** Which classes of a batch's blocks are template, with the evidence. */
import type { BatchParts, ClassWords } from './class-words.ts';
import { NO_CLUSTER } from './feature-clusters.ts';
import { judgeWords, type ThresholdOptions, wordThresholds } from './judge-words.ts';

/** By class. */
export interface ClassVerdicts {
  readonly template: Uint8Array;
  /** TWR: template words over words; of a class that was given up, what was found until then. */
  readonly score: Float32Array;
  /** Of a template, the pages of the template word that stands on the fewest; else the pages of the class itself. */
  readonly seen: Uint32Array;
  /** By feature cluster: 1 if template words of a template are in it. */
  readonly templateClusters: Uint8Array;
}

interface JudgeOptions extends ThresholdOptions {
  readonly templatePages: number;
}

export function judgeClasses(
  { classes, features }: BatchParts,
  words: ClassWords,
  { templatePages, ...ratios }: JudgeOptions,
): ClassVerdicts {
  const template = new Uint8Array(classes.count);
  const score = new Float32Array(classes.count);
  const seen = classes.pages.slice(0, classes.count);
  const templateClusters = new Uint8Array(features.size);
  for (let number = 0; number < classes.count; number++) {
    const first = words.start[number]!;
    const count = words.count[number]!;
    let fewest = Number.POSITIVE_INFINITY;
    const isTemplateWord = (place: number): boolean => {
      const cluster = words.clusters[first + place]!;
      const pages = cluster === NO_CLUSTER ? 0 : features.pages[cluster]!;
      if (pages < templatePages) return false;
      fewest = Math.min(fewest, pages);
      return true;
    };
    const judgement = judgeWords(count, isTemplateWord, wordThresholds(count, ratios));
    score[number] = judgement.ratio;
    if (!judgement.template) continue;
    template[number] = 1;
    seen[number] = fewest;
    for (let i = first; i < first + count; i++) {
      const cluster = words.clusters[i]!;
      if (cluster !== NO_CLUSTER && features.pages[cluster]! >= templatePages) templateClusters[cluster] = 1;
    }
  }
  return { template, score, seen, templateClusters };
}
