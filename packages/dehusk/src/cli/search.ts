/** `dehusk search`: the pages of an index that match a query. Its exit codes are those of grep(1). */
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { DehuskError } from '../errors.ts';
import { writeText } from '../output/files/write.ts';
import type { JudgedLink } from '../page/links.ts';
import {
  openIndex,
  type Ranking,
  rankings,
  type SearchHit,
  type SearchResult,
} from '../search/index-reader.ts';
import { defaultWeights, type Weights } from '../search/ranking.ts';
import type { MarkedText } from '../search/snippet.ts';
import { explain } from './exit.ts';
import { count, countOrNone } from './flag-values.ts';
import { addMessageFlags, checkMessageFlags, chosen } from './flags.ts';
import { badValue, createMessages, type MessageFlags, needs, visible, wantsColor } from './messages.ts';
import { formatCount, grouped } from './progress.ts';

/** Whatever goes wrong is trouble: 1 must mean that nothing was found. */
const SearchExit = { found: 0, nothing: 1, trouble: 2 } as const;

const help = `
Queries:
  walk dog          pages with both words
  "walk the dog"    the words side by side
  walk*             words that begin so
  dog OR cat        one of the two
  -cat              not pages with this word (write -- before a query that begins so)
Case, accents and punctuation do not matter. Chinese and Japanese words are
found inside longer runs of characters.

Examples:
    dehusk search crawl.index contact form
    dehusk search crawl.index '"contact form" -spam*' --site example.com
    dehusk search crawl.index 東京 --limit 3 --format json | jq -r .url

Exit codes: 0 pages were found, 1 none was, 2 trouble.
`;

export function defineSearch(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] FILE QUERY...')
    .argument('<FILE>', 'what dehusk index has written')
    .argument('<QUERY...>', 'words to look for')
    .addHelpText('after', help)
    .action(async (file: string, words: string[], flags: SearchFlags) =>
      exit(await search(file, words.join(' '), flags)),
    );
  addSearchFlags(command);
}

async function search(file: string, query: string, flags: SearchFlags): Promise<number> {
  const messages = createMessages(flags);
  try {
    checkSearchFlags(flags);
    const { output, total, shown, isSiteThere } = find(file, query, flags);
    await writeText(output);
    if (!isSiteThere)
      messages.info('site', `no page of ${flags.site} is in ${file} (--site)`, { site: flags.site });
    if (shown < total) {
      const text = `${grouped(shown)} of ${formatCount(total, 'hit')} (--limit, --offset)`;
      messages.info('hits', text, { total, shown });
    }
    return total === 0 ? SearchExit.nothing : SearchExit.found;
  } catch (error) {
    explain(error, messages);
    return SearchExit.trouble;
  }
}

interface Found {
  readonly output: string;
  readonly total: number;
  readonly shown: number;
  /** False where --site names one that the index does not have. */
  readonly isSiteThere: boolean;
}

function find(file: string, query: string, flags: SearchFlags): Found {
  using index = openIndex(file);
  const { total, hits }: SearchResult = index.search(query, flags);
  const style = hitStyle(
    wantsColor(flags.color, { env: process.env, isTerminal: process.stdout.isTTY === true }),
  );
  const output = hits.map((hit, i) => {
    const number = flags.offset + i + 1;
    if (flags.format === 'text') return hitText(hit, number, style);
    return hitRecord(hit, number, flags.listLinks ? index.links(hit.id) : undefined);
  });
  const isSiteThere = total > 0 || flags.site === undefined || index.hasSite(flags.site);
  return { output: output.join(flags.format === 'text' ? '\n' : ''), total, shown: hits.length, isSiteThere };
}

interface SearchFlags extends MessageFlags {
  readonly site?: string;
  readonly limit: number;
  readonly offset: number;
  readonly rank: Ranking;
  readonly weights?: Partial<Weights>;
  readonly listLinks?: boolean;
  readonly format: 'text' | 'json';
}

const weightNames = Object.keys(defaultWeights) as readonly (keyof Weights)[];
const weightsText = weightNames.map((name) => `${name}=${defaultWeights[name]}`).join(',');

function addSearchFlags(command: Command): void {
  command
    .option('--site <name>', 'only pages of this site')
    .addOption(new Option('--limit <count>', 'how many hits to show').default(10).argParser(count('--limit')))
    .addOption(
      new Option('--offset <count>', 'how many of the best to pass over')
        .default(0)
        .argParser(countOrNone('--offset')),
    )
    .addOption(chosen('--rank <formula>', 'what puts hits in order', rankings).default('bm25'))
    .option(
      '--weights <name=number,...>',
      `what a word counts in each part of a page (${weightsText}); parts with 0 are not searched`,
      readWeights,
    )
    .option('--list-links', 'with --format json: the links of each hit, and which of them are template')
    .addOption(
      chosen('--format <how>', 'for people, or one JSON object per line', ['text', 'json']).default('text'),
    );
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever is in the index. */
function checkSearchFlags(flags: SearchFlags): void {
  if (flags.listLinks && flags.format !== 'json') needs('--list-links', '--format json');
  checkMessageFlags(flags);
}

function readWeights(text: string): Partial<Weights> {
  const weights: Partial<Record<keyof Weights, number>> = {};
  for (const pair of text.split(',')) {
    const [, name, number] = /^(\w+)=(\d{1,6}(?:\.\d{1,6})?)$/.exec(pair.trim()) ?? [];
    const part = weightNames.find((one) => one === name);
    if (part === undefined) throw badWeights(text);
    weights[part] = Number(number);
  }
  if (Object.values({ ...defaultWeights, ...weights }).every((weight) => weight === 0))
    throw badWeights(text);
  return weights;
}

function badWeights(value: string): DehuskError {
  const expected = `weights such as ${weightsText}, not all of them 0`;
  return badValue({ flag: '--weights', expected, value });
}

type Paint = (text: string) => string;

interface HitStyle {
  /** What was looked for; without colours it stands between brackets. */
  readonly mark: Paint;
  readonly title: Paint;
  readonly address: Paint;
}

function hitStyle(color: boolean): HitStyle {
  if (!color) return { mark: (text) => `[${text}]`, title: String, address: String };
  const { bold, yellow, cyan } = pc.createColors(true);
  return { mark: (text) => bold(yellow(text)), title: String, address: cyan };
}

/** A hit for people: title, address, and why the page was found. */
function hitText(hit: SearchHit, number: number, style: HitStyle): string {
  const { title, snippet, url, id } = hit;
  const lines = [
    `${number}. ${title.text === '' ? '(no title)' : style.title(marked(title, style.mark))}`,
    `   ${style.address(visible(url ?? id))}`,
    ...(snippet.text === '' ? [] : [`   ${marked(snippet, style.mark)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Text of pages must not steer the terminal, but what was looked for may be shown. */
function marked({ text, ranges }: MarkedText, mark: Paint): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of ranges) {
    shown += visible(text.slice(at, start)) + mark(visible(text.slice(start, end)));
    at = end;
  }
  return shown + visible(text.slice(at));
}

/** A hit as a line of JSON. Ranges are in UTF-16 units, as JavaScript counts. */
function hitRecord(hit: SearchHit, number: number, links: readonly JudgedLink[] | undefined): string {
  const record = {
    rank: number,
    score: Math.round(hit.score * 1e6) / 1e6,
    id: hit.id,
    url: hit.url,
    site: hit.site,
    title: hit.title.text,
    title_ranges: hit.title.ranges,
    snippet: hit.snippet.text,
    snippet_ranges: hit.snippet.ranges,
    words: hit.words,
    template_words: hit.templateWords,
    ...(links !== undefined && { links }),
  };
  return `${JSON.stringify(record)}\n`;
}
