/** A page's score by whoever holds the page: from the same sources as `score.ts`, in columns that he keeps. */
import { heldPage, type Page } from '../../page/page.ts';
import type { SegmentJudge } from '../../page/segment-judge.ts';
import type { Outline, SchemaView, Sightings } from './columns.ts';
import { adaptiveModel } from './model.ts';
import {
  type JudgedPieces,
  type LaidOutPage,
  type PageSight,
  recall,
  type Said,
  type SightPage,
  sightPage,
} from './score.ts';

/** How this page is looked at: by us where nobody holds it, or has no room for it. */
export function sightHeld(page: Page): SightPage {
  const held = heldPage(page);
  if (held === undefined) return sightPage;
  return (outline, sightings) => coreSight(held, outline, sightings) ?? sightPage(outline, sightings);
}

export function coreSight(held: SegmentJudge, outline: Outline, sightings: Sightings): PageSight | undefined {
  const sighted = held.sightSegments(outline, sightings.seen, sightings.pages);
  if (sighted === undefined) return undefined;
  const { regions, sums, view } = sighted;
  return new CoreSight(held, { outline, sightings, regions, sums }, view);
}

class CoreSight implements PageSight {
  readonly page: LaidOutPage;
  readonly view: SchemaView;
  readonly #held: SegmentJudge;

  constructor(held: SegmentJudge, page: LaidOutPage, view: SchemaView) {
    this.page = page;
    this.view = view;
    this.#held = held;
  }

  judge(said: Said): JudgedPieces {
    const judged = this.#held.judgeSegments(adaptiveModel);
    if (judged === undefined) return this.#judgeHere(said);
    const { pieces, mains, own, logOdds, shares } = judged;
    recall(logOdds, mains, (piece) => shares[piece]!, this.page.sightings, said);
    const scores = this.#held.scoreSegments();
    return scores === undefined ? this.#judgeHere(said) : { pieces, mains, own, logOdds, scores };
  }

  /** A page of more pieces than there is room for. */
  #judgeHere(said: Said): JudgedPieces {
    const { page, view } = this;
    const sight = sightPage(page.outline, page.sightings);
    for (const name of Object.keys(view) as (keyof SchemaView)[]) sight.view[name].set(view[name]);
    return sight.judge(said);
  }
}
