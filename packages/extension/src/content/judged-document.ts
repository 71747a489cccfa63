/** The document as it was sent to the background to be judged, and what came back. */
import { type CopiedDocument, copyWhole } from '../copy/copy-document.ts';
import {
  askUntilAnswered,
  type ContentAsk,
  type FoundTemplate,
  type JudgedAnswer,
  type OpenedSite,
  Problem,
  type Rule,
  type SentPage,
} from '../protocol.ts';
import { inSlices } from '../slices.ts';
import { isOwnElement } from './own-element.ts';

export interface JudgedDocument extends CopiedDocument {
  readonly answer: JudgedAnswer;
}

export interface ReadDocument extends CopiedDocument {
  readonly sent: SentPage;
}

/** The document as it stands, to be sent. It is read while the background still looks up the site. */
export async function readDocument(opened: Promise<OpenedSite>): Promise<ReadDocument> {
  const copied = await inSlices(copyWhole(document, isOwnElement));
  const { rules } = await opened;
  const matches = await inSlices(matchSteps(rules, copied.nodes));
  return { ...copied, sent: { copy: copied.copy, matches } };
}

export async function judgeDocument(
  opened: Promise<OpenedSite>,
  how: { readonly isVisit: boolean; readonly found: FoundTemplate | undefined },
): Promise<JudgedDocument> {
  const { sent, ...copied } = await readDocument(opened);
  const answer = await askUntilAnswered<JudgedAnswer>({ type: 'judge', page: sent, ...how });
  return { ...copied, answer };
}

/** The document itself matches selectors. Rules that were imported may be anything: what is no selector is left out. */
function* matchSteps(rules: readonly Rule[], nodes: readonly Node[]): Generator<void, SentPage['matches']> {
  if (rules.length === 0) return [];
  const entries = new Map(nodes.map((node, entry) => [node, entry]));
  const matches: [string, readonly number[]][] = [];
  for (const { selector } of rules) {
    yield;
    const found = elementsOf(selector);
    if (found !== undefined) matches.push([selector, found.flatMap((element) => entries.get(element) ?? [])]);
  }
  return matches;
}

function elementsOf(selector: string): readonly Element[] | undefined {
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    return undefined;
  }
}

/** The background has forgotten the page: it was put to sleep since, or has judged many others. */
export function isForgotten(error: unknown): boolean {
  return error instanceof Problem && error.messageName === 'problemForgotten';
}

/** Asks something of a judged document. */
export type AskOfJudged = (judged: JudgedDocument) => ContentAsk;
