/**
 * Every failure the program can raise: code → message. What a user of the library can meet states facts, and names the
 * option to change; the command puts the flag in its place (`cli/flag-hints.ts`). What only the command or the lab can
 * raise may speak of their flags.
 *
 * `{name}` stands for a fact that the raiser must supply, and the compiler checks that it does. docs/ERRORS.md lists
 * the same codes and messages, and a test keeps them in step.
 */
export const libraryMessages = {
  // A page that is refused: it fails alone and the run goes on.
  PAGE_TOO_LARGE:
    'page of {sizeBytes} bytes is over the limit of {limitBytes} bytes (maxBytes, or maxPageBytes of an input)',
  PAGE_TOO_MANY_NODES: 'page has more than {limit} nodes (maxNodes)',
  PAGE_TOO_DEEP: 'page is nested deeper than {limit} levels (maxDepth)',
  PAGE_TOO_MANY_ATTRIBUTES: 'page has more than {limit} attributes (maxAttributes)',
  PAGE_TOO_MANY_NAMES: 'page uses more than {limit} different tag or attribute names',

  // Inputs: a damaged one yields what is whole, then one of these.
  INPUT_NOT_FOUND: 'no such file or folder: {file}',
  INPUT_NO_MATCH:
    'no page found for {pattern}: names end in .html, .htm, .xhtml, .jsonl, .ndjson, .warc or .wacz, also with .gz or .zst',
  INPUT_IS_ADDRESS:
    '{address} is an address, and inputs are files: nothing is fetched here; dehusk watch visits addresses, and a crawler saves sites as WARC',
  INPUT_NOT_PAGES:
    '{file} holds no pages but {what}: HTML, JSON Lines, WARC and WACZ are read, also packed with gzip or zstd',
  INPUT_UNREADABLE: 'cannot read {file}: {reason}',
  INPUT_CUT: 'the input ends too early, at byte {offset}: {reason}',
  INPUT_DAMAGED: 'damaged at byte {offset}: {reason}',
  INPUT_LINE_BAD: 'line {line} holds no page: {reason}',
  INPUT_LINE_TOO_LONG: 'line {line} is longer than {limitBytes} bytes (maxPageBytes)',
  INPUT_RECORD_BAD: 'the record at byte {offset} holds no readable page: {reason}',
  INPUT_DIGEST_WRONG:
    'the record at byte {offset} is not what was archived: its {what} digest should be {expected} and is {found} (digests)',
  INPUT_WACZ_BAD: '{file} cannot be read as WACZ: {reason}',
  INPUT_STDIN_CONSUMED: 'standard input can be read only once',
  INPUT_BASE_URL_BAD: '{baseUrl} is not an absolute URL (baseUrl)',
  CRAWLEE_CONTEXT_BAD: 'a Crawlee context needs a body, $ or page',
  PAGE_INFLATES_TOO_LARGE: 'page inflates to more than {limitBytes} bytes (maxPageBytes)',
  PAGE_ENCODING_UNKNOWN: 'cannot undo the content encoding {encoding}',
  PAGE_ENCODING_DAMAGED: 'the page is damaged inside its encoding {encoding}: {reason}',

  // Pages from the network: each costs its page alone.
  HTTP_URL_REFUSED: '{url} is not fetched: {rule}',
  HTTP_ADDRESS_REFUSED: '{url} is not fetched: {host} is at {address}, which is {rule} (allowPrivate)',
  HTTP_ROBOTS: '{url} is not fetched: {rule} (obeyRobots)',
  HTTP_REDIRECTS: '{url} leads to no page: {rule}',
  HTTP_STATUS: '{url} answers {status}',
  HTTP_RETRY_LATER:
    '{url} is not fetched now: {host} asks for {seconds} s of rest, and at most {limitSeconds} s are waited for',
  HTTP_TIMEOUT: '{url} takes longer than {limitMs} ms {phase}',
  HTTP_UNREACHABLE: 'cannot fetch {url}: {reason}',
  HTTP_TOO_LARGE: '{url} is larger than {limitBytes} bytes {form}',
  HTTP_ENCODING: '{url} cannot be read: {reason}',
  HTTP_NOT_HTML: '{url} is no HTML but {contentType}',
  HTTP_CLOSED: 'the fetcher is closed',

  // Pages that the library is handed.
  PAGE_INPUT_BAD: 'a page is an object with html or bytes, or a parsed page; this is {found}',
  PAGE_OF_OTHER_KEY: 'the page was parsed with another hash key than that of the cleaner (hashKey)',
  PAGES_READ_ONCE: 'these pages can be read only once, and two passes read them twice (twoPass)',

  // Options and methods: what is wrong whatever the pages are.
  OPTION_BAD: "{option} takes {expected}, not '{value}'",
  OPTION_UNKNOWN: "there is no option '{option}'{hint}; there are {known}",
  METHOD_UNKNOWN: "no method is called '{method}'; there are {known}",
  METHOD_OPTION_UNKNOWN: "the method {method} has no option '{option}'; it has {known}",
  METHOD_NEEDS_BATCH: 'the method {method} judges many pages at once: it cannot take them one by one',
  METHOD_OPTION_BAD: 'the option {option} of the method {method} takes {expected}, not {value}',
  SELECTOR_BAD: "'{selector}' is no CSS selector: {reason}",
  SITE_BY_NO_ADDRESS: 'sites cannot be told by {siteBy}: no page of the input has an address (siteBy)',
  SITE_BY_BAD: "a site is told by host, domain or prefix:N, not by '{siteBy}' (siteBy)",

  // Saved state: never taken for an empty one.
  STATE_OF_OTHER_METHOD: 'the state was saved by method {found}, not by {expected} (method)',
  STATE_OF_OTHER_OPTIONS: 'the state was saved with {name} {found}, not with {expected}',
  STATE_OF_OTHER_MODE: 'the state was learned {found}, not {expected}',
  STATE_OLDER:
    '{file} was written by an older version, whose states cannot be read: name a new file and learn again',
  STATE_NEWER: 'the state is of version {found}; this program reads up to version {known}',
  STATE_RUN_DONE: 'this run is done, and its output {file} is gone (freeze writes it again)',
  STATE_INPUT_CHANGED: 'this run was stopped, and what it had read has changed since: {what} (restart)',
  STATE_REPAIRED: 'this run was stopped, and a repair has dropped sites of the state since (restart)',
  STATE_OVERTAKEN: 'another process has gone on with the run {run}: this one stops',
  STATE_NOT_FOUND: 'no such state file: {file}',
  STATE_DAMAGED: 'the saved state is damaged: {reason}',
  STATE_FOREIGN: '{file} is not a state file of dehusk: {reason}',
  STATE_IN_USE: '{file} is in use by another run',
  STATE_UNWRITABLE: 'cannot use {file} for state: {reason}',
  STATE_READ_ONLY: '{folder} was made by a fold and can only be read (freeze)',
  STATE_SHARD_MISSING: 'shard {number} of {count} is not in {folder}: fold it first',
  STATE_SHARDS_MIXED: '{folder} has states in {counts} shards: keep each in a folder of its own',
  STATE_OTHER_SITES: 'the states were learned with sites by {found}, not by {expected} (siteBy)',

  // Lessons: what pages have taught, on its way to a state.
  LESSONS_MISSING: 'no lessons in {folder}: make them with dehusk learn',
  LESSONS_DAMAGED: '{file} has no lessons that can be read: {reason}; learn its input again',
  LESSONS_PART_MISSING: 'part {number} of {count} of the lessons in {folder} is not done: learn it first',
  LESSONS_OTHER_SETTING: 'the lessons of {file} were made with {name} {found}, not with {expected}',
  LESSONS_TWO_STATES: '{one} and {other} both have states: a fold begins with one of them',

  // Output: ends the run.
  USAGE_OUTPUT_IS_INPUT: 'the input {file} lies in the output {output}: write elsewhere',
  USAGE_OUTPUT_EXISTS: '{output} is there already, and is not of this run (force)',
  OUTPUT_UNWRITABLE: 'cannot write {file}: {reason}',
  OUTPUT_SHORTER:
    '{file} has {sizeBytes} bytes, but {expectedBytes} were written by the run that is to go on (restart)',
  OUTPUT_CHANGED: '{file} has changed since the run that is to go on has written it (restart)',
  OUTPUT_LINK: '{file} is a link, and links inside the output folder are not followed',

  // Mappings of two pages.
  MAPPING_BUDGET: 'mapping the two pages takes more than {limit} {what}',
  MAPPING_CHILD_PAIRS:
    'two nodes have {pairs} pairs of children that differ, and {limit} are compared at most',
  MAPPING_HASH_KEYS: 'the two pages were parsed with different hash keys: their texts cannot be compared',

  // The template of one page.
  TEMPLATE_NO_URL: 'the page has no address, so its links lead nowhere',
  TEMPLATE_NO_PAGES: 'none of the {links} links of {page} leads to a page of its site that could be had',

  // Full-text indexes, and what is looked for in them.
  INDEX_NOT_FOUND: 'no such index file: {file}',
  INDEX_FOREIGN: '{file} is not an index of dehusk: {reason}',
  INDEX_OLDER: '{file} was written by an older version, whose indexes cannot be read: build it again',
  INDEX_NEWER: 'the index {file} is of version {found}; this program reads up to version {known}',
  INDEX_DAMAGED: 'the index {file} is damaged: {reason}',
  INDEX_IN_USE: '{file} is in use by another run',
  INDEX_UNUSABLE: 'cannot use {file} as an index: {reason}',
  // A log of pages that many workers share.
  LOG_ADDRESS_BAD:
    'no log can be at {address}: name one as redis://HOST:PORT/DATABASE or postgres://USER@HOST/DATABASE',
  LOG_NAME_BAD: "a log is named by small letters, digits and _, not by '{name}'",
  LOG_CLIENT_MISSING: 'this log needs the package {client}, which is not installed: npm install {client}',
  LOG_UNREACHABLE: 'cannot reach the log {log}: {reason}',
  LOG_LOGIN_REFUSED: 'the log {log} refuses the user or the password: {reason}',
  LOG_SERVER_OLD: 'the server of the log {log} is of version {found}; at least {oldest} is needed',
  LOG_EVICTS:
    'the server of the log {log} may drop pages: its maxmemory-policy is {policy}, and must be noeviction',
  LOG_FULL: 'the log {log} takes nothing more: {reason}',
  LOG_EMPTY: 'there is no log at {log} yet: whoever appends the first page makes it',
  LOG_NEWER: 'the log {log} is of version {found}; this program reads version {known}',
  LOG_OTHER_SETTING: 'the log {log} was begun with {name} {found}, not with {expected}',
  LOG_INPUT_CHANGED:
    'the input was appended to the log {log} before, and has changed since: {what} (producer)',
  LOG_FELL_BACK: 'the log {log} has lost pages that it had taken, and the input cannot be read again: {what}',
  LOG_DRAIN_BEGUN:
    '{drain} takes what comes out of the log {log}, and is not done: finish that one first (takeOver)',
  LOG_OUTPUT_OTHER:
    'what comes out of the log {log} is not what {file} has of it already: page {number} of partition {partition}',
  LOG_ARCHIVE_MISSING: 'the log refers to pages in {file}, and its folder is not on this machine',
  LOG_PAGE_CHANGED: 'the page that the log refers to in {file} is not what it was',
  PAGE_KILLS_WORKER: 'the page was begun {attempts} times, and its worker did not live to finish it',
  INDEX_OTHER_WORDS:
    'the index {file} has words of version {found}, and this program looks for those of version {known}',
  INDEX_OTHER_SETTING: 'the index {file} was built with {name} {found}, not with {expected}',
  QUERY_EMPTY: 'the query holds no word to look for',
  QUERY_WRONG: "the query '{query}' is wrong at character {position}: {reason}",
  QUERY_TOO_LONG: 'the query has {words} words, and at most {limit} are looked for',

  // A fault of the program: it costs the page it met, and is told apart from every other failure.
  INTERNAL: 'internal error, please report it: {reason}',
} as const;

/** What only the command raises. */
const commandMessages = {
  // Usage: what was asked for cannot be done, whatever the pages are.
  USAGE_ARGUMENTS_BAD: '{reason}',
  USAGE_INPUT_MISSING: 'no INPUT given: name files, folders or patterns, or - for standard input',
  USAGE_VALUE_BAD: "{flag} takes {expected}, not '{value}'{hint}",
  USAGE_FLAG_NEEDS: '{flag} needs {needed}',
  USAGE_FLAG_CONFLICT: '{flag} cannot be used with {other}',
  USAGE_OUTPUT_UNCLEAR: 'cannot tell what to write into {output}: end its name in {endings}, or say --to',
  USAGE_EVAL_MOVED: 'evaluation moved to the package dehusk-lab: run dehusk-lab eval',
  CONFIG_UNREADABLE: 'cannot read the configuration {file}: {reason} (--config)',
  CONFIG_BAD: 'the configuration {file} is wrong: {reason}',

  // Pages and sites that are named and not there.
  SITE_UNKNOWN: "the state knows no site '{site}'{hint}",
  SITE_PAGES_MISSING: 'none of the pages to try selectors on is of the site {site} (--check)',
  TEMPLATE_INPUT_ONCE: 'the input is read twice, and standard input can be read only once: name a file',
  TEMPLATE_PAGE_UNKNOWN: 'no page {page} in the input{hint}',

  // Versions to compare: none, or more than can be meant.
  DIFF_INPUTS:
    'nothing to compare: name two versions of a page, or one archive that holds two captures of it',
  DIFF_NO_PAGE: '{file} holds no page',
  DIFF_SEVERAL_PAGES: '{file} holds several pages: say which one with --url',
  DIFF_URL_UNKNOWN: '{file} holds no page at {url}{hint}',
  DIFF_ONE_CAPTURE: '{file} holds one capture only of {page}: name the other version too',
  DIFF_NO_CAPTURE: '{file} holds no capture up to {time}',

  // Pages that are visited again and again.
  WATCH_ADDRESS_BAD: "line {line} of {file} is no address: '{text}'",
  WATCH_NOT_KEPT: '{url} is not kept as a version: {reason}',
  MCP_MISSING:
    'dehusk mcp needs the package @modelcontextprotocol/sdk, which is not installed: npm install @modelcontextprotocol/sdk',
} as const;

/** What only the lab raises. */
const labMessages = {
  // Evaluation: what cannot be run or scored.
  EVAL_CORPUS_BAD: '{folder} is no corpus that can be read: {reason}',
  EVAL_LABELS_BAD: 'the labels of {file} cannot be added: {reason}',
  EVAL_SITE_TWICE: 'two sites of the corpora are called {site}',
  EVAL_LINE_BAD: 'line {line} of {file} is no result of a method: {reason}',
  EVAL_PEER_MISSING: 'the peer {peer} needs the package {package}, which is not installed',
  EVAL_FLOORS_BAD: '{file} is no file of floors for this run: {reason}',
  EVAL_FLOOR_MISSED: '{metric} of {method} is {got} on {where}, below its floor of {bound}',
  EVAL_CEILING_BROKEN: '{metric} of {method} is {got} on {where}, above its ceiling of {bound}',
} as const;

export const errorMessages: typeof libraryMessages & typeof commandMessages & typeof labMessages = {
  ...libraryMessages,
  ...commandMessages,
  ...labMessages,
};

/** The codes of `DehuskError`; docs/ERRORS.md tells what each means. */
export type ErrorCode = keyof typeof errorMessages;

type FactNames<Message> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | FactNames<Rest>
  : never;

export type ErrorFacts<Code extends ErrorCode> = {
  readonly [Name in FactNames<(typeof errorMessages)[Code]>]: string | number;
};

/** The one error class: `code` for programs, `message` for people, `facts` for both. */
export class DehuskError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly facts: ErrorFacts<Code>;

  constructor(code: Code, facts: ErrorFacts<Code>, options?: ErrorOptions) {
    super(fillMessage(code, facts), options);
    this.name = 'DehuskError';
    this.code = code;
    this.facts = facts;
  }
}

/** Of each option the least whole number that it takes; `any` for those that take something else. */
export type OptionTable<Options> = { readonly [Name in keyof Required<Options>]: number | 'any' };

/**
 * Options as somebody wrote them without a compiler: throws OPTION_UNKNOWN, and OPTION_BAD for a number that is none.
 * `within`: what stands before their names; `hint`: where an option of another place is.
 */
export function checkOptions<Options extends object>(
  given: Options,
  table: OptionTable<Options>,
  { within = '', hint }: { within?: string; hint?: (name: string) => string | undefined } = {},
): void {
  const leastOf: Readonly<Record<string, number | 'any'>> = table;
  const names = Object.keys(leastOf);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const option = within + name;
    if (!Object.hasOwn(leastOf, name)) {
      const meant = hint?.(name) ?? nearest(name, names);
      throw new DehuskError('OPTION_UNKNOWN', { option, hint: hintAt(meant), known: names.join(', ') });
    }
    const least = leastOf[name]!;
    // Infinity is a limit, too: none.
    const isNumber = Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY;
    if (least !== 'any' && !(isNumber && value >= least))
      throw new DehuskError('OPTION_BAD', {
        option,
        expected: `a whole number from ${least} on`,
        value: String(value),
      });
  }
}

/** ` (did you mean X?)`, where something was. */
export function hintAt(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

/** The candidate that was probably meant: one that begins with the word, or the one with the fewest typing slips. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const begun = candidates.find((candidate) => typed !== '' && candidate.startsWith(typed));
  if (begun !== undefined) return begun;
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: editDistance(typed, candidate) }))
    // More than two slips in five letters is another word; commander draws the line there too.
    .filter(({ candidate, slips }) => slips <= Math.max(typed.length, candidate.length) * 0.4)
    .sort((left, right) => left.slips - right.slips);
  return best?.candidate ?? candidates.find((candidate) => abbreviates(typed, candidate));
}

/** `md` is markdown: its first letter, and some of the others in their order. Longer words are words. */
function abbreviates(typed: string, candidate: string): boolean {
  if (typed.length < 2 || typed.length > 3 || candidate[0] !== typed[0]) return false;
  let at = 0;
  for (const letter of typed) at = candidate.indexOf(letter, at) + 1 || candidate.length + 1;
  return at <= candidate.length;
}

/** Levenshtein distance, a row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}

/** What was saved cannot be what was written; `reason` says why. */
export function damagedState(reason: string, options?: ErrorOptions): DehuskError<'STATE_DAMAGED'> {
  return new DehuskError('STATE_DAMAGED', { reason }, options);
}

/** What the system says when it cannot do something with a file, for somebody who has not written programs. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the device reports an input/output error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'there is not enough memory',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  ESTALE: 'the file server no longer knows it',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a file of that name is in the way',
  ENOTEMPTY: 'a folder of that name is in the way',
  ELOOP: 'its path has too many links',
  ENAMETOOLONG: 'the name is too long',
};

/** Why a call of the system failed, in words; `other` words where the place gives a code another meaning. */
export function systemReason(error: unknown, other: Readonly<Record<string, string>> = {}): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  // Node says `ECODE: words, call 'path'`; what is called and where is said by others.
  return (
    other[code] ?? systemReasons[code] ?? message.replace(/^[A-Z0-9_]+: (.*?)(?:, \w+(?: '.*)?)?$/s, '$1')
  );
}

function fillMessage<Code extends ErrorCode>(code: Code, facts: ErrorFacts<Code>): string {
  const values: Readonly<Record<string, string | number>> = facts;
  return errorMessages[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
