/** `dehusk search`: the pages of an index that match a query. Its exit codes are those of grep(1). */
import type { Command } from 'commander';
import { openIndex, type SearchResult } from '../../node.ts';
import { wantsColor } from '../color.ts';
import { explain } from '../explain.ts';
import { formatCount, grouped } from '../number-format.ts';
import { writeText } from '../output/write-text.ts';
import { createMessages } from '../report.ts';
import { hitRecord } from './hit-record.ts';
import { hitStyle, hitText } from './hit-text.ts';
import { addSearchFlags, checkSearchFlags, type SearchFlags } from './search-flags.ts';

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
    .description('Finds the pages of an index that match a query, the best first.')
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
    const { output, total, shown } = find(file, query, flags);
    await writeText(output);
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
    return hitRecord(hit, number, flags.links ? index.links(hit.id) : undefined);
  });
  return { output: output.join(flags.format === 'text' ? '\n' : ''), total, shown: hits.length };
}
