/**
 * Paths and patterns of robots.txt, in one spelling, and whether they match (RFC 9309, 2.2.2 and 2.2.3).
 *
 * One spelling: what URLs cannot hold is percent-encoded, unreserved characters are not, hex digits are upper case.
 * `*` and `$` of an address are encoded too, so that `%2A` of a pattern means the character and `*` means anything.
 */
export interface PathPattern {
  /** What stands between the stars. */
  readonly pieces: readonly string[];
  /** Whether a `$` ends it. */
  readonly anchored: boolean;
  /** Octets: of two patterns that match, the longer one is more specific. */
  readonly length: number;
}

export function parsePattern(text: string): PathPattern {
  const anchored = text.endsWith('$');
  const pieces = (anchored ? text.slice(0, -1) : text).split('*').map(oneSpelling);
  const length = pieces.reduce((sum, piece) => sum + piece.length + 1, anchored ? 0 : -1);
  return { pieces, anchored, length };
}

/** Path and query of an address, as `matchesPath` takes them. */
export function pathToMatch({ pathname, search }: URL): string {
  return oneSpelling(`${pathname}${search}`);
}

/** Each piece is sought behind the last one: the leftmost place leaves the most room for the rest. */
export function matchesPath({ pieces, anchored }: PathPattern, path: string): boolean {
  const [first, ...rest] = pieces;
  const last = anchored ? rest.pop() : undefined;
  if (!path.startsWith(first!)) return false;
  let at = first!.length;
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** All but unreserved and reserved characters; and the two that are signs in a pattern. */
const toRespell = /%[0-9a-fA-F]{2}|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]/gu;

function oneSpelling(text: string): string {
  return text.replace(toRespell, (part) => {
    if (part.length === 3) return respell(part);
    return part === '*' ? '%2A' : encodeURIComponent(part);
  });
}

/** An encoded octet: itself where it is unreserved, else in upper case. */
function respell(encoded: string): string {
  const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9\-._~]/.test(char) ? char : encoded.toUpperCase();
}
