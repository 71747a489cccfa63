/**
 * Why a piece was judged as it was: what each fact has added to its log odds, in words. Nothing of it is guessed
 * afterwards: the weights of all reasons together are the log odds of the score.
 *
 * What a term adds is shared by the facts that it is made of. A tree adds what its leaf says; on the way there each
 * question changes what the leaves below say in the mean, and that change is what its fact has added.
 */
import type { Reason } from '../detector.ts';
import { factNames, termNames } from './fact-names.ts';
import { Fact, factCount, MARKS_FROM } from './facts.ts';
import { earlyShare, FIRST_PAGE_BIAS, mostOfPage, writeTerms } from './judges.ts';
import { adaptiveModel } from './model.ts';
import type { Model, WeighedPieces } from './score.ts';
import { LEAVES, NEVER_ABOVE, QUESTIONS, type Trees } from './trees.ts';

/** What is the same for all texts comes behind the facts. */
const BASE = factCount;

/** The facts that each term is made of. */
const factsOfTerm: Readonly<Record<(typeof termNames)[number], readonly number[]>> = {
  seenBefore: [Fact.shareHere],
  repeatedLink: [Fact.repeated, Fact.link],
  repeatedLinkInMain: [Fact.repeated, Fact.link, Fact.steps, Fact.mixedSteps],
  repeatedProse: [Fact.repeated, Fact.chars],
  repeatedAlone: [Fact.repeated, Fact.blockNew],
  repeatedAround: [Fact.repeated, Fact.new2],
  blockLinks: [Fact.blockLink],
  withinPage: [Fact.within],
  step: [Fact.steps, Fact.mixedSteps],
  stepOnFirstPages: [Fact.steps, Fact.mixedSteps],
};

/** What each fact has added to the log odds of a piece, and last what no fact has. */
export function contributions(rows: Float32Array, piece: number, model: Model = adaptiveModel): Float64Array {
  const at = piece * factCount;
  const added = new Float64Array(factCount + 1);
  const early = earlyShare(rows);
  added[BASE] = early * FIRST_PAGE_BIAS + (1 - early) * model.weights[0]!;
  added[Fact.placeShare]! += early * mostOfPage(rows, piece);
  addTrees(added, model.firstPageTrees, { rows, at, share: early });
  addTrees(added, model.siteTrees, { rows, at, share: 1 - early });
  const terms = new Float64Array(termNames.length);
  writeTerms(rows, piece, terms, 0);
  for (const [i, name] of termNames.entries()) {
    const facts = factsOfTerm[name];
    for (const fact of facts)
      added[fact]! += ((1 - early) * model.weights[i + 1]! * terms[i]!) / facts.length;
  }
  return added;
}

interface WeighedRow {
  readonly rows: Float32Array;
  readonly at: number;
  /** How much the judge has to say. */
  readonly share: number;
}

function addTrees(added: Float64Array, trees: Trees, { rows, at, share }: WeighedRow): void {
  if (share === 0) return;
  for (let tree = 0; tree < trees.count; tree++) {
    const root = tree * QUESTIONS;
    let mean = meanBelow(trees, tree, 0);
    added[BASE]! += share * mean;
    for (let question = 0; question < QUESTIONS; ) {
      const column = trees.columns[root + question]!;
      question = 2 * question + (rows[at + column]! > trees.limits[root + question]! ? 2 : 1);
      const below = meanBelow(trees, tree, question);
      added[column]! += share * (below - mean);
      mean = below;
    }
  }
}

/** What the leaves below a question say in the mean, those apart that nothing leads to. */
function meanBelow(trees: Trees, tree: number, question: number): number {
  if (question >= QUESTIONS) return trees.leaves[tree * LEAVES + question - QUESTIONS]!;
  const first = meanBelow(trees, tree, 2 * question + 1);
  if (trees.limits[tree * QUESTIONS + question]! >= NEVER_ABOVE) return first;
  return (first + meanBelow(trees, tree, 2 * question + 2)) / 2;
}

// In words

type FactName = keyof typeof Fact;

/** Facts that say one thing to a reader, and how it is said of a row. */
interface Wording {
  readonly facts: readonly FactName[];
  readonly say: (fact: (name: FactName) => number) => string;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** What nothing is known of is below 0. */
const orUnknown = (share: number, say: (share: number) => string, unknown: string): string =>
  share < 0 ? unknown : say(share);
const stepsText = (steps: number): string =>
  steps === 0 ? 'in the main region' : `${steps} ${steps === 1 ? 'step' : 'steps'} from the main region`;
/** Lengths are to the base of two. */
const lengthText = (logarithm: number): string =>
  logarithm < 4.7 ? 'short' : logarithm < 6.7 ? 'of a line or so' : 'long';

export const wordings: readonly Wording[] = [
  {
    facts: ['seen', 'repeated', 'share'],
    say: (fact) => {
      if (fact('pages') === 0) return 'no other page is known';
      return fact('share') === 0
        ? 'new on the site'
        : `on ${percent(Math.min(1, fact('share')))} of the other pages`;
    },
  },
  {
    facts: ['pages'],
    say: (fact) => `other pages known: ${Math.round(fact('pages'))}${fact('pages') >= 10 ? ' or more' : ''}`,
  },
  {
    facts: ['link'],
    say: (fact) => (fact('link') === 0 ? 'no link' : `${percent(fact('link'))} of it is in links`),
  },
  { facts: ['blockLink'], say: (fact) => `${percent(fact('blockLink'))} of its block is in links` },
  {
    facts: ['within'],
    say: (fact) => (fact('within') === 0 ? 'no link within the page' : 'a link within the page'),
  },
  { facts: ['chars'], say: (fact) => `its length: ${lengthText(fact('chars'))}` },
  {
    facts: ['blockNew', 'new1', 'new2', 'new3'],
    say: (fact) => `${percent(fact('new2'))} of what is around it is new`,
  },
  { facts: ['steps'], say: (fact) => stepsText(fact('steps')) },
  {
    facts: ['mixedSteps'],
    say: (fact) => `${stepsText(fact('mixedSteps'))}, by the site’s pages together`,
  },
  {
    facts: ['presence'],
    say: (fact) =>
      orUnknown(
        fact('presence'),
        (share) => `its place is on ${percent(Math.min(1, share))} of the other pages`,
        'its place is not known',
      ),
  },
  {
    facts: ['shareHere'],
    say: (fact) =>
      fact('shareHere') === 0
        ? fact('seen') === 0
          ? 'new in its place'
          : 'seen before'
        : `on ${percent(fact('shareHere'))} of the pages that have its place`,
  },
  {
    facts: ['newness', 'known'],
    say: (fact) =>
      orUnknown(
        fact('newness'),
        (share) => `${percent(share)} of what its place says is new`,
        'what its place says is not known',
      ),
  },
  {
    facts: ['usualNew1', 'usualNew2', 'usualNew3'],
    say: (fact) =>
      orUnknown(
        fact('usualNew1'),
        (share) => `${percent(share)} of what is around it is usually new`,
        'the region around it is not known',
      ),
  },
  {
    facts: ['usualProse1', 'usualProse2', 'usualProse3'],
    say: (fact) =>
      orUnknown(
        fact('usualProse1'),
        (share) => `the region around it usually has ${percent(share)} of the new prose`,
        'what prose is usually around it is not known',
      ),
  },
  {
    facts: ['repeatedAfter'],
    say: (fact) => `what is after it is repeated by ${percent(fact('repeatedAfter'))}`,
  },
  { facts: ['position'], say: (fact) => `${percent(fact('position'))} of the page is before it` },
  {
    facts: ['alike'],
    say: (fact) =>
      fact('alike') < 2 ? 'few texts in places like its own' : 'many texts in places like its own',
  },
  {
    facts: ['placeShare'],
    say: (fact) => `${percent(fact('placeShare'))} of the page is in places like its own`,
  },
  {
    facts: ['knownLinks3'],
    say: (fact) =>
      orUnknown(
        fact('knownLinks3'),
        (share) => `${percent(share)} of the links around it lead where many pages have links`,
        'no links around it',
      ),
  },
  {
    facts: ['control1', 'control2'],
    say: (fact) => `${percent(fact('control2'))} of the texts around it are buttons or labels`,
  },
  { facts: ['link1', 'link2'], say: (fact) => `${percent(fact('link1'))} of what is around it is in links` },
  {
    facts: ['size1'],
    say: (fact) => (fact('size1') < 3 ? 'in a small group of texts' : 'in a large group of texts'),
  },
  {
    facts: ['prose1', 'prose2'],
    say: (fact) => `the region around it has ${percent(fact('prose1'))} of this page’s new prose`,
  },
  {
    facts: ['alone'],
    say: (fact) => `as the first page of a site it would be ${fact('alone') >= 0 ? 'template' : 'content'}`,
  },
  { facts: ['pageRepeated'], say: (fact) => `${percent(fact('pageRepeated'))} of the page is repeated` },
  {
    facts: ['pageLinks'],
    say: (fact) => `${percent(fact('pageLinks'))} of what is new on the page is in links`,
  },
];

/** What elements around a text say of it; each is named as a reader would. */
const markWords: Readonly<Record<string, string>> = {
  nav: 'a navigation',
  aside: 'an aside',
  header: 'a header',
  footer: 'a footer',
  main: 'the main element',
  article: 'an article',
  hidden: 'something hidden',
  itemprop: 'a property of an item',
  heading: 'a heading',
  title: 'the first heading',
  item: 'an item of a list',
  cell: 'a cell',
  preformatted: 'preformatted text',
  control: 'a button or label',
  form: 'a form',
  time: 'a date',
  figure: 'a figure',
  paragraph: 'a paragraph',
};

/** Less than that is no reason. */
const LEAST_WEIGHT = 0.0005;

/** Why a piece has its log odds, the strongest reasons first. */
export function explainPiece({ rows, own, logOdds }: WeighedPieces, piece: number): readonly Reason[] {
  const at = piece * factCount;
  const added = contributions(rows, piece);
  const fact = (name: FactName): number => rows[at + Fact[name]]!;
  const reasons = [
    ...wordings.map(({ facts, say }) =>
      reason(
        say(fact),
        facts.reduce((sum, name) => sum + added[Fact[name]]!, 0),
      ),
    ),
    ...factNames.slice(MARKS_FROM).map((name, i) => {
      const isInside = rows[at + MARKS_FROM + i] === 1;
      return reason(`${isInside ? 'in' : 'not in'} ${markWords[name] ?? name}`, added[MARKS_FROM + i]!);
    }),
    reason(`every text is ${added[BASE]! > 0 ? 'template' : 'content'} at first`, added[BASE]!),
    reason('how it was judged on the pages before', logOdds[piece]! - own[piece]!),
  ];
  return reasons
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((one, other) => other.weight - one.weight);
}

export function reason(fact: string, logOdds: number): Reason {
  return {
    fact,
    for: logOdds > 0 ? 'template' : 'content',
    weight: Math.round(Math.abs(logOdds) * 1000) / 1000,
  };
}
