/** What is said on standard error, as text for people or as JSON Lines for programs. The one place that says it. */
import pc from 'picocolors';
import type { CleanFailure, DehuskError } from '../index.ts';
import { type Terminal, visible } from './terminal.ts';

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
    this.#say('error', error.message, { event: 'error', code: error.code });
    this.#stackOf(error);
  }

  /** A page that failed; `nth` of its code. */
  failure(failure: CleanFailure, nth: number): void {
    const { error, provenance, url } = failure;
    const { code, message } = error;
    if (nth > namedFailures && !this.#options.verbose) return;
    const { file, line, offset } = provenance;
    const facts = { event: 'failure', code, file, line, offset, url };
    this.#say('warning', placed(failure), facts, message);
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

/** `crawl.jsonl:3: …`, `crawl.warc.gz byte 1234 (https://…): …`; a message that names the file is not told twice. */
function placed({ error, provenance, url }: CleanFailure): string {
  const { file, line, offset } = provenance;
  const at = line !== undefined ? `:${line}` : offset !== undefined ? ` byte ${offset}` : '';
  const place = `${file}${at}${url === undefined ? '' : ` (${url})`}`;
  const isTold = place === file && error.message.includes(file);
  return `${isTold ? '' : `${place}: `}${error.message} [${error.code}]`;
}
