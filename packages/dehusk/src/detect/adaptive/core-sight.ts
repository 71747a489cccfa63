/** A page's score by the core: from the same sources as `score.ts`, in columns that the core keeps. */
import { type SightedSegments, type SightSegments, sightSegments } from '../../page/segment-judge.ts';
import type { Outline, SchemaView, Sightings } from './columns.ts';
import { adaptiveModel } from './model.ts';
import { recall } from './recall.ts';
import {
  type JudgedPieces,
  type LaidOutPage,
  type PageSight,
  type Said,
  type SightPage,
  sightPage,
} from './score.ts';

/** By us where there is no core, or no room in it. */
export const sightInCore: SightPage = (outline, sightings) =>
  coreSight(sightSegments, outline, sightings) ?? sightPage(outline, sightings);

export function coreSight(
  sight: SightSegments,
  outline: Outline,
  sightings: Sightings,
): PageSight | undefined {
  const sighted = sight(outline, sightings);
  return sighted && new CoreSight(outline, sightings, sighted);
}

class CoreSight implements PageSight {
  readonly page: LaidOutPage;
  readonly view: SchemaView;
  readonly #judge: SightedSegments['judge'];

  constructor(outline: Outline, sightings: Sightings, { regions, sums, view, judge }: SightedSegments) {
    this.page = { outline, sightings, regions, sums };
    this.view = view;
    this.#judge = judge;
  }

  judge(said: Said): JudgedPieces {
    const judged = this.#judge(adaptiveModel);
    if (judged === undefined) return this.#judgeHere(said);
    const { pieces, mains, own, logOdds, shares } = judged;
    recall(logOdds, mains, (piece) => shares[piece]!, this.page.sightings, said);
    return { pieces, mains, own, logOdds, scores: judged.score() };
  }

  /** A page of more pieces than there is room for. */
  #judgeHere(said: Said): JudgedPieces {
    const { page, view } = this;
    const sight = sightPage(page.outline, page.sightings);
    for (const name of Object.keys(view) as (keyof SchemaView)[]) sight.view[name].set(view[name]);
    return sight.judge(said);
  }
}
