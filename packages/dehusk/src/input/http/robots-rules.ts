/**
 * The rules of robots.txt by RFC 9309. Our own reader, because robots-parser 3.0.1 gives another verdict in 19 of the 236 cases of
 * `test/http/robots-cases.ts`: it does not decode percent-encoded octets before it compares them (2.2.2), does not
 * know `%2A` and `%24` (2.2.3), lets other records end a group (2.2.4), passes over a group without rules (2.2.1), and
 * forbids /robots.txt itself.
 */

interface Rule extends PathPattern {
  readonly allow: boolean;
  /** Line in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The rules that hold for us, of one robots.txt. */
export interface RobotsRules {
  /** The most specific rule on top. */
  readonly rules: readonly Rule[];
  /** What is asked for between two requests; no part of the RFC. */
  readonly crawlDelayMs: number;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number;
}

/** 2.2.1: the groups that name `token` count together; where there is none, those of `*`. */
export function parseRobots(bytes: Uint8Array, token: string): RobotsRules {
  const groups = readGroups(new TextDecoder().decode(bytes), token.toLowerCase());
  const { rules, crawlDelayMs } = groups.own ?? groups.any ?? { rules: [], crawlDelayMs: 0 };
  // 2.2.2: the most octets win, and allow wins where they are equal.
  const byRank = rules.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return { rules: byRank, crawlDelayMs };
}

/** The rule that forbids the address, as the file has it; undefined where it may be fetched. */
export function ruleAgainst({ rules }: RobotsRules, url: URL): Rule | undefined {
  if (url.pathname === '/robots.txt') return undefined;
  const path = pathToMatch(url);
  const rule = rules.find((each) => matchesPath(each, path));
  return rule?.allow ? undefined : rule;
}

interface Groups {
  own?: Group;
  any?: Group;
}

function readGroups(text: string, token: string): Groups {
  const groups: Groups = {};
  // The groups that the rules of the current lines belong to; a user agent behind a rule starts anew.
  let current = new Set<Group>();
  let isNaming = true;
  for (const [index, record] of text.split(/\r\n|\r|\n/).entries()) {
    const { key, value } = readRecord(record);
    if (key === 'user-agent') {
      if (!isNaming) current = new Set();
      isNaming = true;
      const owner = ownerOf(value, token);
      if (owner !== undefined) current.add(groupOf(groups, owner));
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      addRule(current, { allow: key === 'allow', value, line: index + 1 });
    } else if (key === 'crawl-delay') setDelay(current, value);
  }
  return groups;
}

function groupOf(groups: Groups, owner: keyof Groups): Group {
  groups[owner] ??= { rules: [], crawlDelayMs: 0 };
  return groups[owner];
}

/** Comment and white space gone; a line that is no record has no key. */
function readRecord(line: string): { key: string; value: string } {
  const [, key = '', value = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
  return { key: key.trim().toLowerCase(), value: value.trim() };
}

/** Sites write `User-agent: dehusk/1.0` although a token it should be; what stands behind the slash is left out. */
function ownerOf(value: string, token: string): keyof Groups | undefined {
  const [name = ''] = value.toLowerCase().split(/[\s/]/, 1);
  if (name === '*') return 'any';
  return name === token ? 'own' : undefined;
}

/** A rule without a path says nothing, and ends the naming of user agents all the same. */
function addRule(current: ReadonlySet<Group>, rule: { allow: boolean; value: string; line: number }): void {
  const { allow, value, line } = rule;
  if (value === '' || current.size === 0) return;
  const pattern = parsePattern(value);
  const text = `${allow ? 'Allow' : 'Disallow'}: ${pattern.pieces.join('*')}${pattern.anchored ? '$' : ''}`;
  for (const group of current) group.rules.push({ ...pattern, allow, line, text });
}

function setDelay(current: ReadonlySet<Group>, value: string): void {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value)) return;
  for (const group of current) group.crawlDelayMs = Math.max(group.crawlDelayMs, Number(value) * 1000);
}

/**
 * Paths and patterns of robots.txt, in one spelling, and whether they match (RFC 9309, 2.2.2 and 2.2.3).
 *
 * One spelling: what URLs cannot hold is percent-encoded, unreserved characters are not, hex digits are upper case.
 * `*` and `$` of an address are encoded too, so that `%2A` of a pattern means the character and `*` means anything.
 */
interface PathPattern {
  /** What stands between the stars. */
  readonly pieces: readonly string[];
  /** Whether a `$` ends it. */
  readonly anchored: boolean;
  /** Octets: of two patterns that match, the longer one is more specific. */
  readonly length: number;
}

function parsePattern(text: string): PathPattern {
  const anchored = text.endsWith('$');
  const pieces = (anchored ? text.slice(0, -1) : text).split('*').map(oneSpelling);
  const length = pieces.reduce((sum, piece) => sum + piece.length + 1, anchored ? 0 : -1);
  return { pieces, anchored, length };
}

/** Path and query of an address, as `matchesPath` takes them. */
function pathToMatch({ pathname, search }: URL): string {
  return oneSpelling(`${pathname}${search}`);
}

/** Each piece is sought behind the last one: the leftmost place leaves the most room for the rest. */
function matchesPath({ pieces, anchored }: PathPattern, path: string): boolean {
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
