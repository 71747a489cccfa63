/**
 * Which flag to turn. The library's errors name its options, where there is one, in brackets at the end; who uses the
 * command knows flags. This table says what the command puts there, or says in other words.
 */
import type { DehuskError, ErrorCode, ErrorFacts } from '../errors.ts';

/** What stands in place of the brackets, with facts as `{name}`; or how the message reads. */
type Hint<Code extends ErrorCode> = string | ((facts: ErrorFacts<Code>) => string);

export const flagHints: { readonly [Code in ErrorCode]?: Hint<Code> } = {
  PAGE_TOO_LARGE: ' (--max-page-bytes)',
  PAGE_TOO_MANY_NODES: ' (--max-page-nodes)',
  PAGE_TOO_DEEP: ' (--max-page-depth)',
  PAGE_TOO_MANY_ATTRIBUTES: ' (--max-page-attributes)',
  PAGE_INFLATES_TOO_LARGE: ' (--max-page-bytes)',
  INPUT_LINE_TOO_LONG: ' (--max-page-bytes)',
  INPUT_BASE_URL_BAD: ' (--base-url)',
  INPUT_DIGEST_WRONG: ' (--no-digests)',
  HTTP_ADDRESS_REFUSED: ' (--allow-private)',
  HTTP_ROBOTS: ' (--no-robots)',
  SITE_BY_BAD: ' (--site-by)',
  SITE_BY_NO_ADDRESS: ' (--site-by)',
  STATE_OF_OTHER_METHOD: ' (--method {found})',
  STATE_RUN_DONE: ': --freeze writes it again from what was learned',
  STATE_INPUT_CHANGED: ' (--restart begins it again)',
  STATE_REPAIRED: ' (--restart begins it again)',
  LOG_INPUT_CHANGED: ' (--producer NAME appends it as another)',
  LOG_DRAIN_BEGUN: ' (--take-over)',
  OUTPUT_SHORTER: ' (--restart begins it again)',
  OUTPUT_CHANGED: ' (--restart begins it again)',
  USAGE_OUTPUT_EXISTS: ' (--force writes over it)',
  STATE_READ_ONLY: ' (say --freeze)',
  STATE_OTHER_SITES: ' (--site-by {found})',
  STATE_OF_OTHER_MODE: ({ found }) =>
    found === 'page by page'
      ? 'the state was learned with --stream, or from standard input: say --stream, or name another state file'
      : 'the state was learned without --stream: only clean over files, without --stream, goes on with it; else name another state file',
  OPTION_BAD: ({ option, expected, value }) => `${flagOf(option)} takes ${expected}, not '${value}'`,
  LOG_OTHER_SETTING: ({ log, name, found, expected }) =>
    `the log ${log} was begun with ${flagOfLog(String(name))} ${found}, not with ${expected}`,
  INDEX_OTHER_SETTING: ({ file, name, found, expected }) =>
    `the index ${file} was built with ${flagOf(name)} ${found}, not with ${expected}`,
};

/** Options that are named by a fact. */
const flags: Readonly<Record<string, string>> = {
  contact: '--contact',
  delayMs: '--delay',
  totalMs: '--timeout',
  method: '--method',
  methodOptions: '--set',
  guard: 'the guard (--no-guard)',
  template: '--keep-template',
};

function flagOf(option: string | number): string {
  return flags[option] ?? String(option);
}

/** Of what all who use a log must do in the same way. */
const logFlags: Readonly<Record<string, string>> = {
  partitions: '--partitions',
  siteBy: '--site-by',
  method: '--method',
  template: '--template',
  guard: flags.guard!,
  rules: 'rules (--keep, --drop, --config) of digest',
  'encode.linkStyle': '--links',
  'encode.links': '--list-links',
};

/** `encode.frontMatter` is `--front-matter`, `limits.maxNodes` `--max-page-nodes`, `methodOptions.threshold` `--set threshold`. */
function flagOfLog(name: string): string {
  const named = logFlags[name];
  if (named !== undefined || !name.includes('.')) return named ?? name;
  if (name.startsWith('methodOptions.')) return name.replace('methodOptions.', '--set ');
  const option = name.replace('limits.max', 'maxPage').replace('encode.', '');
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What the command says of an error. */
export function commandMessage({ code, message, facts }: DehuskError): string {
  const hint = flagHints[code] as Hint<never> | undefined;
  if (hint === undefined) return message;
  if (typeof hint === 'function') return hint(facts as never);
  const values: Readonly<Record<string, string | number>> = facts;
  const words = hint.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return message.endsWith(words) ? message : message.replace(/ \([^()]*\)$/, '') + words;
}
