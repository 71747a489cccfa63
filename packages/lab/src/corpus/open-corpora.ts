/** The sites that a run is about: of folders, and generated ones. */
import { existsSync } from 'node:fs';
import { DehuskError } from 'dehusk/parts';
import { type CorpusSite, readCorpus } from './read-corpus.ts';
import { syntheticCorpus } from './synthetic-corpus.ts';
import { readTeco } from './teco-corpus.ts';

/** Throws for a folder without sites, and for two sites of one name: results are told apart by it. */
export function openCorpora(folders: readonly string[], syntheticSites: number = 0): readonly CorpusSite[] {
  const sites = [...folders.flatMap(openCorpus), ...syntheticCorpus(syntheticSites)];
  const names = sites.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new DehuskError('EVAL_SITE_TWICE', { site: twice });
  return sites;
}

function openCorpus(folder: string): readonly CorpusSite[] {
  if (!existsSync(folder)) throw new DehuskError('INPUT_NOT_FOUND', { file: folder });
  try {
    const sites = readCorpus(folder);
    const found = sites.length > 0 ? sites : readTeco(folder);
    if (found.length > 0) return found;
  } catch (error) {
    throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason: String(error) }, { cause: error });
  }
  const reason = 'no folder in it has a pages.jsonl.gz, and no page the class notTemplate';
  throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason });
}
