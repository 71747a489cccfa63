/** Floors in a file that is committed: JSON with a line for each, so that a change of one is a change of a line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DehuskError } from 'dehusk/parts';
import { groupNames } from '../corpus/read-corpus.ts';
import { goldNames } from '../score/site-score.ts';
import { type Floor, placeKey } from './floor.ts';

/** The formatter of this project breaks what is longer. */
const LINE_WIDTH = 110;

export function readFloors(file: string): readonly Floor[] {
  if (!existsSync(file)) throw new DehuskError('INPUT_NOT_FOUND', { file });
  const bad = (reason: string, cause?: unknown): DehuskError =>
    new DehuskError('EVAL_FLOORS_BAD', { file, reason }, { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw bad('no JSON', error);
  }
  if (!Array.isArray(parsed)) throw bad('no list');
  const wrong = parsed.findIndex((entry) => !isFloor(entry));
  if (wrong !== -1) throw bad(`entry ${wrong + 1} is no floor`);
  const floors = parsed as Floor[];
  const keys = floors.map(placeKey);
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice !== undefined) throw bad(`two floors for ${twice}`);
  return floors;
}

function isFloor(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { method, group, gold, floor, reason } = entry as Record<string, unknown>;
  const isKnown = groupNames.some((name) => name === group) && goldNames.some((name) => name === gold);
  const isExplained = reason === undefined || typeof reason === 'string';
  return typeof method === 'string' && isKnown && typeof floor === 'number' && isExplained;
}

export function writeFloors(file: string, floors: readonly Floor[]): void {
  const sorted = floors.toSorted((a, b) => a.method.localeCompare(b.method, 'en') || order(a) - order(b));
  try {
    writeFileSync(file, `[\n${sorted.map(entryText).join(',\n')}\n]\n`);
  } catch (error) {
    throw new DehuskError('OUTPUT_UNWRITABLE', { file, reason: String(error) }, { cause: error });
  }
}

function order({ group, gold }: Floor): number {
  return groupNames.indexOf(group) * goldNames.length + goldNames.indexOf(gold);
}

function entryText(floor: Floor): string {
  const fields = Object.entries(floor).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const line = `  { ${fields.join(', ')} }`;
  return line.length < LINE_WIDTH ? line : `  {\n    ${fields.join(',\n    ')}\n  }`;
}
