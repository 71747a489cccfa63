/** The results in sentences, made from the figures so that they cannot say anything else; bad news included. */
import type { GroupName } from '../corpus/corpus.ts';
import { methods as ours } from '../methods/detect.ts';
import { bestOf, emptyPagesOf, type MethodResult, type Results } from '../results/results.ts';
import { decimals, interval } from './table.ts';

export function sentencesOf(results: Results): readonly string[] {
  const best = bestOf(results.methods);
  if (best === undefined) return ['Nothing is scored on the read gold.'];
  return [
    bestSentence(best),
    ...comparisonSentences(results),
    ...peerSentences(results.methods),
    groupSentence(results.methods),
    ...coldStartSentences(results.methods),
    leakSentence(results.methods),
    ...defaultSentences(results.methods),
    ...blockSentences(results.methods),
    emptySentence(results.methods),
  ];
}

const named = (methods: readonly { readonly method: string }[]): string =>
  methods.length === 0 ? 'none' : methods.map(({ method }) => `\`${method}\``).join(', ');

const isOurs = ({ method }: MethodResult): boolean => ours.some(({ name }) => name === method);

const readF1 = ({ all }: MethodResult): number => all.read.figures.f1 ?? 0;

function bestSentence(best: MethodResult): string {
  const { read, lenient, strict } = best.all;
  const zone = `${decimals(lenient.figures.f1)} lenient, ${decimals(strict.figures.f1)} strict`;
  return `Best on the read gold is \`${best.method}\` with an F1 of ${decimals(read.figures.f1)} (95 %: ${interval(read.interval)}); on the zone gold it has ${zone}.`;
}

function comparisonSentences({ comparison }: Results): readonly string[] {
  if (comparison === undefined) return [];
  const told = comparison.differences.filter(({ golds }) => golds.read !== undefined);
  const real = told.filter(({ golds }) => golds.read!.isReal);
  const open = told.filter(({ golds }) => !golds.read!.isReal);
  const worse = real.filter(({ golds }) => golds.read!.difference < 0);
  const better = real.filter(({ golds }) => golds.read!.difference > 0);
  const ahead = better.length === 0 ? '' : `; really better: ${named(better)}`;
  return [
    `On the read gold these cannot be told from \`${comparison.against}\` with so many sites: ${named(open)}. Really worse: ${named(worse)}${ahead}.`,
  ];
}

/** What people use today is the bar: a method below the best peer is named. */
function peerSentences(methods: readonly MethodResult[]): readonly string[] {
  const peer = bestOf(methods.filter((method) => !isOurs(method)));
  if (peer === undefined) return [];
  const below = methods.filter((method) => isOurs(method) && readF1(method) < readF1(peer));
  return [
    `The best peer is \`${peer.method}\` with ${decimals(readF1(peer))} (read). Of our methods these score below it: ${named(below)}.`,
  ];
}

function groupSentence(methods: readonly MethodResult[]): string {
  const groups = [...new Set(methods.flatMap(({ groups: found }) => Object.keys(found)))];
  const parts = groups.flatMap((group) => {
    const best = bestBy(methods, ({ groups: found }) => found[group as GroupName]?.read.figures.f1);
    return best === undefined ? [] : [`${group} \`${best.method}\` ${decimals(best.value)}`];
  });
  return `Best by group on the read gold: ${parts.join('; ')}.`;
}

/** Nothing where the first pages of sites have no gold. */
function coldStartSentences(methods: readonly MethodResult[]): readonly string[] {
  const first = bestBy(methods, ({ all }) => all.lenient.figures.f1Pages1To5);
  if (first === undefined) return [];
  const arriving = methods.filter(({ method }) => method === 'adaptive' || method === 'incremental');
  const own = arriving.map(({ method, all }) => {
    const { f1Pages1To5, f1Pages21On } = all.lenient.figures;
    return `; \`${method}\`, which must judge them when they arrive, has ${decimals(f1Pages1To5)}, and ${decimals(f1Pages21On)} from page 21 on`;
  });
  return [
    `On the first five pages of a site (lenient zone gold) the best is \`${first.method}\` with ${decimals(first.value)}${own.join('')}. Methods that see the whole site before they judge have no cold start, but hold every page back.`,
  ];
}

/** The method with the highest figure; undefined where none has it. */
function bestBy(
  methods: readonly MethodResult[],
  figure: (method: MethodResult) => number | undefined,
): { readonly method: string; readonly value: number } | undefined {
  const known = methods.flatMap((result) => {
    const value = figure(result);
    return value === undefined ? [] : [{ method: result.method, value }];
  });
  return known.toSorted((a, b) => b.value - a.value)[0];
}

function leakSentence(methods: readonly MethodResult[]): string {
  const leak = ({ all }: MethodResult): number => all.read.figures.leak ?? 1;
  const removing = methods.filter(({ method }) => method !== 'none').toSorted((a, b) => leak(a) - leak(b));
  const [least] = removing;
  const most = removing.at(-1);
  if (least === undefined || most === undefined) return 'No method removes anything.';
  const recall = (method: MethodResult): string => decimals(method.all.read.figures.recall);
  return `Least template is left by \`${least.method}\` (leak ${decimals(leak(least))}, recall of content ${recall(least)}), most by \`${most.method}\` (leak ${decimals(leak(most))}, recall ${recall(most)}).`;
}

/** Of the method that users have unless they name another: can its text be trusted? */
function defaultSentences(methods: readonly MethodResult[]): readonly string[] {
  const percent = (share: number | undefined): string =>
    share === undefined ? '-' : `${decimals(100 * share, 1)} %`;
  return methods
    .filter(({ method }) => method === 'adaptive' || method === 'adaptive-two-pass')
    .map(({ method, all, consistency }) => {
      const { cutLines, lostLines, cutPages } = all.read.figures;
      const { mixedShare, mixedShareFrom11 } = consistency.all ?? {};
      const mixed =
        method === 'adaptive' ? `${percent(mixedShareFrom11)} from page 11 on` : percent(mixedShare);
      return `\`${method}\` cuts ${percent(cutLines)} of the lines of content, on ${percent(cutPages)} of the pages, and loses ${percent(lostLines)} (read); on its five worst sites it has an F1 of ${decimals(all.read.worstFiveF1)}; of the lines that stand on nine tenths of a site's pages, those with mixed verdicts are ${mixed}.`;
    });
}

/** W's figure, and whose scores can be believed; nothing where no method judges segments. */
function blockSentences(methods: readonly MethodResult[]): readonly string[] {
  const most = bestBy(methods, ({ all }) => all.read.figures.blockRecallAt98);
  const truest = bestBy(methods, ({ all }) => all.read.calibration && -all.read.calibration.error);
  const found =
    most &&
    `Most template blocks at a precision of 98 % are found by \`${most.method}\` (recall ${decimals(most.value)} on the read gold).`;
  const scored =
    truest &&
    `The scores of \`${truest.method}\` are nearest to probabilities: expected calibration error ${decimals(-truest.value)} (read).`;
  return [found, scored].filter((sentence) => sentence !== undefined);
}

function emptySentence(methods: readonly MethodResult[]): string {
  const emptying = methods.filter(({ all }) => emptyPagesOf(all) > 0);
  const told = emptying.map(({ method, all }) => `\`${method}\` ${emptyPagesOf(all)}`).join(', ');
  return `Pages that came out empty though gold has content: ${told === '' ? 'none' : told}. Our methods have the empty guard of \`dehusk clean\`, but for \`hyperlink\`; peers have none.`;
}
