/**
 * `--bootstrap`: what is known of a site before its first page is judged. The template of that page is found by its
 * links (`dehusk template`), from pages of the same input, which is read once more for it, or by fetching them.
 */

import { withoutIndex } from '../../compare/links/link-nodes.ts';
import { ArrivingSiblings } from '../../compare/template/arriving-siblings.ts';
import { DehuskError } from '../../errors.ts';
import type { Input } from '../../input/input.ts';
import type { Page } from '../../page/page.ts';
import { type ParseOptions, parse } from '../../page/parse.ts';
import type { PageLimits, Provenance, RawPage } from '../../page/raw-page.ts';
import { extractTemplate } from '../page-template.ts';
import type { SiteKey } from '../site-key.ts';
import type { RunOptions, RunReport } from './run.ts';

export interface Bootstrap extends AsyncDisposable {
  /** 1 for the nodes of a site's first page that are template; undefined where that cannot be told. */
  knownOf(site: string, firstPage: RawPage): Promise<Uint8Array | undefined>;
}

/** By votes: what is known before the first page is judged should rest on what was compared, node by node. */
const options = { evidence: 'votes', links: { identity: withoutIndex } } as const;

/** Sites that wait for more pages at a time: each holds its first page. The one that waits longest is settled first. */
const MAX_OPEN_SITES = 500;

/** What is kept of a site once its template is settled: where its first page is, and the template's nodes. */
interface SettledSite {
  readonly place: Provenance;
  readonly template: Uint8Array | undefined;
}

/** Reads the whole input. A page that fails here fails again when it is cleaned, and is told of then. */
export async function bootstrapFromInput(
  input: Input,
  siteKey: SiteKey,
  { limits, report }: { readonly limits: Partial<PageLimits>; readonly report: RunReport },
): Promise<Bootstrap> {
  const sites = new FirstPages({ limits });
  for await (const item of input) {
    if (item.kind !== 'page' || item.page.url === undefined) continue;
    const site = orUndefined(() => siteKey(item.page));
    if (site !== undefined) sites.offer(site, item.page);
  }
  const settled = sites.settleAll();
  const known = [...settled.values()].filter(({ template }) => template !== undefined).length;
  const text = `bootstrapped ${known} of ${settled.size} sites`;
  report.messages.info('bootstrap', text, { sites: settled.size, known });
  return {
    knownOf: async (site, { provenance }) => {
      const found = settled.get(site);
      return found && isSame(found.place, provenance) ? found.template : undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The first page of each site, until its template is settled. */
class FirstPages {
  readonly #parsing: ParseOptions;
  readonly #open = new Map<string, { readonly place: Provenance; readonly siblings: ArrivingSiblings }>();
  readonly #settled = new Map<string, SettledSite>();

  constructor(parsing: ParseOptions) {
    this.#parsing = parsing;
  }

  offer(site: string, raw: RawPage): void {
    if (this.#settled.has(site)) return;
    const open = this.#open.get(site);
    if (open === undefined) this.#begin(site, raw);
    else if (open.siblings.wants(raw.url!)) {
      orUndefined(() => open.siblings.offer(parse(raw, this.#parsing)));
      if (open.siblings.isSettled) this.#settle(site);
    }
  }

  settleAll(): ReadonlyMap<string, SettledSite> {
    for (const site of [...this.#open.keys()]) this.#settle(site);
    return this.#settled;
  }

  #begin(site: string, raw: RawPage): void {
    const siblings = orUndefined(() => new ArrivingSiblings(parse(raw, this.#parsing), options));
    if (siblings === undefined) return;
    this.#open.set(site, { place: raw.provenance, siblings });
    if (this.#open.size > MAX_OPEN_SITES) this.#settle(this.#open.keys().next().value!);
  }

  #settle(site: string): void {
    const { place, siblings } = this.#open.get(site)!;
    this.#open.delete(site);
    this.#settled.set(site, { place, template: siblings.template() });
  }
}

/** A page of its own for each new site: it is loaded with, and waits for, what it links to. */
export async function bootstrapByFetching(
  { fetching, limits, signal }: RunOptions,
  report: RunReport,
): Promise<Bootstrap> {
  const { createFetcher } = await import('../../input/http/fetcher.ts');
  const fetcher = createFetcher(fetching);
  const parsing: ParseOptions = { limits };
  const load = async (url: string): Promise<Page> => parse(await fetcher.fetchPage(url, { signal }), parsing);
  const knownOf: Bootstrap['knownOf'] = async (site, raw) => {
    try {
      const { verdict, siblings } = await extractTemplate(parse(raw, parsing), load, options);
      const pages = siblings.found.length;
      report.messages.info('bootstrap', `${site}: bootstrapped from ${pages} pages`, { site, pages });
      // One page is no proof: see ArrivingSiblings.
      return pages < 2 ? undefined : verdict.template;
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      report.messages.info('bootstrap', `${site}: not bootstrapped: ${report.describe(error)}`, {
        site,
        code: error.code,
      });
      return undefined;
    }
  };
  return { knownOf, [Symbol.asyncDispose]: () => fetcher.close() };
}

function isSame(one: Provenance, other: Provenance): boolean {
  return one.file === other.file && one.line === other.line && one.offset === other.offset;
}

/** What cannot be read or compared is left out. */
function orUndefined<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof DehuskError) return undefined;
    throw error;
  }
}
