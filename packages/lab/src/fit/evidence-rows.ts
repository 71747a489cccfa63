/** The evidence on the pieces of a site's pages, in the ways in which the method meets them. */
import {
  adaptiveDefaults,
  adaptiveModel,
  type Model,
  type Outline,
  SiteMemory,
  sightPage,
  type WeighedPieces,
} from 'dehusk/parts';
import type { LabelledPage } from './labelled-site.ts';

/** Pages judged as they come, or all of them learned first. */
export const modeNames = ['stream', 'two-pass'] as const;
export type ModeName = (typeof modeNames)[number];

export interface PageRows {
  /** The first segment of each piece, and the number of segments. */
  readonly pieces: Uint32Array;
  readonly rows: Float32Array;
}

export function siteRows(pages: readonly LabelledPage[]): Readonly<Record<ModeName, readonly PageRows[]>> {
  return replaySite(pages, adaptiveModel, ({ pieces, rows }) => ({ pieces, rows: rows.slice() }));
}

/** What a model makes of the pages of a site; `take` says what is wanted of each. */
export function replaySite<Taken>(
  pages: readonly LabelledPage[],
  model: Model,
  take: (judged: WeighedPieces) => Taken,
): Readonly<Record<ModeName, readonly Taken[]>> {
  return { stream: streamOf(pages, model, take), 'two-pass': twoPassOf(pages, model, take) };
}

/** Each page is asked about before it is learned. */
function streamOf<Taken>(
  pages: readonly LabelledPage[],
  model: Model,
  take: (judged: WeighedPieces) => Taken,
): readonly Taken[] {
  const memory = new SiteMemory(adaptiveDefaults);
  return pages.map(({ outline }, page) => take(learnPage(memory, outline, page + 1, model)));
}

/** Every page was learned, so what it has taught itself is taken off. */
function twoPassOf<Taken>(
  pages: readonly LabelledPage[],
  model: Model,
  take: (judged: WeighedPieces) => Taken,
): readonly Taken[] {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting: false });
  for (const [page, { outline }] of pages.entries()) learnPage(memory, outline, page + 1, model);
  return pages.map(({ outline }, page) => {
    const { sight, said } = memory.look(outline, page + 1, sightPage);
    return take(sight.judge(said, model));
  });
}

function learnPage(memory: SiteMemory, outline: Outline, identity: number, model: Model): WeighedPieces {
  const look = memory.look(outline, identity, sightPage);
  const judged = look.sight.judge(look.said, model);
  memory.learn(identity, look, { segments: judged.mains, logOdds: judged.own });
  return judged;
}

/** The page as the first of its site. */
export function firstPageRows({ outline }: LabelledPage): PageRows {
  const { sight, said } = new SiteMemory(adaptiveDefaults).look(outline, 1, sightPage);
  const { pieces, rows } = sight.judge(said);
  return { pieces, rows: rows.slice() };
}
