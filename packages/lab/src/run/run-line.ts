/**
 * What joins running and scoring: one JSON line per method and page. Ours have all fields; of a stranger's output
 * `method`, `site`, `url` and `text` are enough.
 */
import { DehuskError } from 'dehusk/parts';
import type { NumberRange } from './packed-verdict.ts';

export interface RunLine extends RunCost {
  readonly method: string;
  readonly site: string;
  readonly url: string;
  /** Of the page in its site, from 1 on, and of how many. */
  readonly position?: number;
  readonly pages?: number;
  /** What the method keeps: segments, or text where it does not know segments. */
  readonly kept?: readonly NumberRange[];
  readonly text?: string;
  /** How surely each segment is template, in hundredths; a byte each, as base64. */
  readonly scores?: string;
  /** The elements that are template, of methods that judge elements. */
  readonly elements?: readonly NumberRange[];
  /** Why there is no text. */
  readonly failed?: string;
}

/** Of the method on the whole site: every line of it has the same. */
export interface RunCost {
  /** CPU time per page: of the method without parsing, and of parsing. A peer that parses has that in its own. */
  readonly ms?: number;
  readonly parse_ms?: number;
  /** Of CPU time, parsing included. */
  readonly pages_per_second?: number;
  /** The largest rise of memory in use that was seen while it ran. */
  readonly peak_bytes?: number;
  /** What is held for the site, where the method tells it. */
  readonly state_bytes?: number;
  /** How many pages it had seen when it first called something template. */
  readonly first_verdict?: number;
}

/** Throws EVAL_LINE_BAD for what is no such line. */
export function parseRunLine(line: string, place: { readonly file: string; readonly line: number }): RunLine {
  const bad = (reason: string): DehuskError => new DehuskError('EVAL_LINE_BAD', { ...place, reason });
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw bad('no JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) throw bad('no object');
  const fields = parsed as Record<string, unknown>;
  for (const name of ['method', 'site', 'url'])
    if (typeof fields[name] !== 'string') throw bad(`${name} is no string`);
  if (typeof fields.text !== 'string' && !isRanges(fields.kept)) throw bad('neither text nor kept segments');
  if (fields.elements !== undefined && !isRanges(fields.elements)) throw bad('elements are no ranges');
  if (fields.scores !== undefined && typeof fields.scores !== 'string') throw bad('scores are no base64');
  return parsed as RunLine;
}

function isRanges(value: unknown): boolean {
  const isRange = (range: unknown): boolean =>
    Array.isArray(range) && range.length === 2 && range.every((end) => Number.isInteger(end) && end >= 0);
  return Array.isArray(value) && value.every(isRange);
}
