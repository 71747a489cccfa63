/** Where two versions of a text differ, word by word at the ends; what is between is not looked into. */

export interface CutText {
  readonly text: string;
  /** The range of it that is changed. */
  readonly changed: readonly [from: number, to: number];
}

/** How much of the unchanged ends is shown. */
const mostUnchanged = 60;

/** A text cut down to what differs from the other, and some words around. */
export function cutAround(text: string, other: string): CutText {
  const [from, to] = differing(text, other);
  const start = from > mostUnchanged ? wordStart(text, from - mostUnchanged) : 0;
  const end = text.length - to > mostUnchanged ? wordEnd(text, to + mostUnchanged) : text.length;
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  const shown = `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return { text: shown, changed: [from + shift, to + shift] };
}

/** The range of a text behind the beginning and before the end that it shares with the other, by whole words. */
function differing(text: string, other: string): readonly [from: number, to: number] {
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  while (from > 0 && from < text.length && !isBoundary(text, from)) from--;
  let end = 0;
  while (end < most - from && text.at(-1 - end) === other.at(-1 - end)) end++;
  while (end > 0 && !isBoundary(text, text.length - end)) end--;
  return [from, Math.max(from, text.length - end)];
}

/** Between two words; between letters of scripts that write no spaces a word may begin anywhere. */
function isBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const isWord = (char: string): boolean => /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(char) && !isSpaceless(char);
  return !(isWord(text[at - 1]!) && isWord(text[at]!));
}

function isSpaceless(char: string): boolean {
  return /[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff]/.test(char);
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start < text.length && !isBoundary(text, start)) start++;
  return text[start] === ' ' ? start + 1 : start;
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && !isBoundary(text, end)) end--;
  return end;
}
