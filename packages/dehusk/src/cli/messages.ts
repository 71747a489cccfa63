/**
 * What is said on standard error, as text for people or as JSON Lines for programs; and the words for flags that are
 * used wrongly. The one place that says it.
 */
import pc from 'picocolors';
import type { PageFailure } from '../engine/engine.ts';
import { DehuskError, hintAt } from '../errors.ts';
import { commandMessage } from './flag-hints.ts';

export interface MessageOptions {
  readonly terminal: Pick<Terminal, 'line'>;
  readonly json: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

type Level = 'info' | 'warning' | 'error';
type Facts = Readonly<Record<string, unknown>>;

/** So many failures of one kind are named; a crawl can have a million. The summary counts them all. */
const namedFailures = 20;

export class Messages {
  readonly #options: MessageOptions;
  readonly #paint: Readonly<Record<Level, (text: string) => string>>;

  constructor(options: MessageOptions) {
    const colors = pc.createColors(options.color);
    this.#options = options;
    this.#paint = { info: colors.dim, warning: colors.yellow, error: colors.red };
  }

  /** News of the run; `event` and `facts` are for programs, `text` for people. Nothing when quiet. */
  info(event: string, text: string, facts: Facts = {}): void {
    if (!this.#options.quiet) this.#say('info', text, { event, ...facts });
  }

  /** What ends the run. */
  error(error: DehuskError): void {
    this.#say('error', commandMessage(error), { event: 'error', code: error.code });
    this.#stackOf(error);
  }

  /** A page that failed; `nth` of its code. */
  failure(failure: PageFailure, nth: number): void {
    const { error, provenance, url } = failure;
    const { code } = error;
    if (nth > namedFailures && !this.#options.verbose) return;
    const { file, line, offset } = provenance;
    const facts = { event: 'failure', code, file, line, offset, url };
    this.#say('warning', located(failure), facts, commandMessage(error));
    if (nth === namedFailures && !this.#options.verbose) {
      const more = `further failures with code ${code} are counted only (--verbose names all)`;
      this.#say('warning', more, { event: 'failures-capped', code });
    }
    this.#stackOf(error);
  }

  #say(level: Level, text: string, facts: Facts, message: string = text): void {
    const { terminal, json } = this.#options;
    if (json) {
      terminal.line(JSON.stringify({ time: new Date().toISOString(), level, ...facts, message }));
    } else terminal.line(`${this.#paint[level]('dehusk:')} ${visible(text)}`);
  }

  /** Where a fault of the program happened: only asked for when somebody looks for it. */
  #stackOf({ cause }: Error): void {
    if (!this.#options.verbose || !(cause instanceof Error) || cause.stack === undefined) return;
    if (this.#options.json) this.#say('error', cause.stack, { event: 'stack' });
    else for (const line of cause.stack.split('\n')) this.#options.terminal.line(`  ${visible(line.trim())}`);
  }
}

/** `crawl.jsonl:3: …`, `crawl.warc.gz byte 1234 (https://…): …`; a file or address that the message names is not named twice. */
function located({ error, provenance, url }: PageFailure): string {
  const { file, line, offset } = provenance;
  const at = line !== undefined ? `:${line}` : offset !== undefined ? ` byte ${offset}` : '';
  const location = `${file}${at}${url === undefined || url === file ? '' : ` (${url})`}`;
  const message = commandMessage(error);
  const isNamed = location === '' || (location === file && isWordOf(message, file));
  return `${isNamed ? '' : `${location}: `}${message} [${error.code}]`;
}

/** Not a part of a word: every message that names a flag has a `-` in it. */
function isWordOf(message: string, file: string): boolean {
  const at = ` ${message}`.indexOf(` ${file}`);
  return at !== -1 && /^(?:$|[\s:])/.test(message.slice(at + file.length));
}

export interface MessageFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly progress: 'auto' | 'always' | 'never';
  readonly logFormat: 'text' | 'json';
  readonly color: boolean;
}

interface MessageFlag {
  readonly flags: string;
  readonly help: string;
  /** What it takes, and what it is unless it is given. */
  readonly choices?: readonly string[];
  readonly value?: string;
}

/** The flags of all commands that say something. */
export const messageFlags: readonly MessageFlag[] = [
  { flags: '-q, --quiet', help: 'no progress and no summary; failures are still named' },
  {
    flags: '-v, --verbose',
    help: 'name every failed page, and where a fault of the program happened',
  },
  {
    flags: '--progress <when>',
    help: 'show progress',
    choices: ['auto', 'always', 'never'],
    value: 'auto',
  },
  { flags: '--log-format <kind>', help: 'form of messages', choices: ['text', 'json'], value: 'text' },
  { flags: '--no-color', help: 'no colours (also: NO_COLOR=1)' },
];

export function createMessages(flags: Partial<MessageFlags>, terminal: Terminal = new Terminal()): Messages {
  const { color = true, logFormat = 'text', quiet = false, verbose = false } = flags;
  return new Messages({
    terminal,
    json: logFormat === 'json',
    color: wantsColor(color, terminal.environment),
    quiet,
    verbose,
  });
}

/** What of the process decides how things are shown. */
interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

const clearLine = '\r\x1b[K';

/** Standard error: lines that stay, and below them, on a terminal, one line that is drawn over again. */
export class Terminal {
  #drawn = '';

  get environment(): Environment {
    return { env: process.env, isTerminal: process.stderr.isTTY === true };
  }

  get columns(): number {
    return process.stderr.columns || 80;
  }

  line(text: string): void {
    const below = this.#drawn;
    process.stderr.write(below === '' ? `${text}\n` : `${clearLine}${text}\n${below}`);
  }

  /** Draws the line that is drawn over again; empty text takes it away. */
  draw(text: string): void {
    if (text === '' && this.#drawn === '') return;
    // One column stays free: a full line would wrap and could not be cleared.
    this.#drawn = text.slice(0, this.columns - 1);
    process.stderr.write(clearLine + this.#drawn);
  }
}

/** Text of others (names, addresses) must not steer the terminal: control characters are shown as `\x1b`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/**
 * Whether messages are coloured. In this order: the flag, NO_COLOR, FORCE_COLOR, TERM=dumb, and whether standard
 * error is a terminal (no-color.org, clig.dev). An empty variable counts as not set.
 */
export function wantsColor(flag: boolean, { env, isTerminal }: Environment): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (!flag || NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}

interface BadValue {
  readonly flag: string;
  /** What the flag takes. */
  readonly expected: string;
  readonly value: string | number;
  /** The value that was likely meant. */
  readonly meant?: string | undefined;
}

/** A flag with a value that it does not take. */
export function badValue({ meant, ...facts }: BadValue): DehuskError {
  return new DehuskError('USAGE_VALUE_BAD', { ...facts, hint: hintAt(meant) });
}

export function conflict(flag: string, other: string): never {
  throw new DehuskError('USAGE_FLAG_CONFLICT', { flag, other });
}

export function needs(flag: string, needed: string): never {
  throw new DehuskError('USAGE_FLAG_NEEDS', { flag, needed });
}
