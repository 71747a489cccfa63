/**
 * Pages without their sites, each with its main content as text: a collection in the form in which we have WCXB, the
 * Web Content eXtraction Benchmark of M. Foley (CC BY 4.0). Right in its folder is `pages.jsonl.gz`, a line
 * `{"id","url","kind","title","content","with","without","html"}` for each page; not every page has a title.
 */
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { DehuskError } from 'dehusk';

export interface SinglePage {
  /** Two pages may have one address. */
  readonly id: string;
  readonly url: string;
  /** What sort of page it is: article, product, forum … */
  readonly kind: string;
  readonly html: string;
  /** As people have written it down. */
  readonly title?: string | null;
  /** The main content, as text. */
  readonly content: string;
  /** Snippets that should be in the output, and that should not. */
  readonly with: readonly string[];
  readonly without: readonly string[];
}

export interface SinglePages {
  /** Of its folder. */
  readonly name: string;
  /** Throws EVAL_CORPUS_BAD for what is no such page. */
  pages(): AsyncIterable<SinglePage>;
}

const FILE = 'pages.jsonl.gz';

export function hasSinglePages(folder: string): boolean {
  return existsSync(path.join(folder, FILE));
}

export function openSinglePages(folder: string): SinglePages {
  return { name: path.basename(path.resolve(folder)), pages: () => readPages(folder) };
}

async function* readPages(folder: string): AsyncGenerator<SinglePage> {
  const unpacked = createReadStream(path.join(folder, FILE)).pipe(createGunzip());
  let number = 0;
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line !== '') yield parsePage(line);
    }
  } catch (error) {
    const reason = `line ${number} of ${FILE}: ${error instanceof Error ? error.message : String(error)}`;
    throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason }, { cause: error });
  }
}

function parsePage(line: string): SinglePage {
  const page = JSON.parse(line) as Record<string, unknown>;
  for (const name of ['id', 'url', 'kind', 'content', 'html'])
    if (typeof page[name] !== 'string') throw new TypeError(`${name} is no string`);
  for (const name of ['with', 'without'])
    if (!Array.isArray(page[name])) throw new TypeError(`${name} is no list`);
  return page as unknown as SinglePage;
}
