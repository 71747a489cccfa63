/**
 * `--bootstrap`: what is known of a site before its first page is judged. The template of that page is found by its
 * links (`dehusk template`), from pages of the same input, which is read once more for it, or by fetching them.
 */
import {
  ArrivingSiblings,
  DehuskError,
  extractTemplate,
  type Page,
  type ParseOptions,
  parse,
  type RawPage,
  type SiteKey,
  withoutIndex,
} from '../../index.ts';
import { createFetcher, type Input } from '../../node.ts';
import { fetcherOptions } from '../fetch-flags.ts';
import { pageLimits } from '../flags.ts';
import type { Run } from './open-run.ts';

export interface Bootstrap extends AsyncDisposable {
  /** 1 for the nodes of a site's first page that are template; undefined where that cannot be told. */
  knownOf(site: string, firstPage: RawPage): Promise<Uint8Array | undefined>;
}

const options = { links: { identity: withoutIndex } };

/** Reads the whole input. A page that fails here fails again when it is cleaned, and is told of then. */
export async function bootstrapFromInput(input: Input, siteKey: SiteKey, run: Run): Promise<Bootstrap> {
  const parsing = { limits: pageLimits(run.flags) };
  const first = new Map<string, { readonly raw: RawPage; readonly siblings: ArrivingSiblings }>();
  for await (const item of input) {
    if (item.kind !== 'page' || item.page.url === undefined) continue;
    const raw = item.page;
    const site = orUndefined(() => siteKey(raw));
    if (site === undefined) continue;
    const known = first.get(site);
    if (known?.siblings.wants(raw.url!)) orUndefined(() => known.siblings.offer(parse(raw, parsing)));
    else if (known === undefined) {
      const siblings = orUndefined(() => new ArrivingSiblings(parse(raw, parsing), options));
      if (siblings !== undefined) first.set(site, { raw: { ...raw, bytes: new Uint8Array() }, siblings });
    }
  }
  tell(
    run,
    first.size,
    [...first.values()].filter(({ siblings }) => siblings.template() !== undefined).length,
  );
  return {
    knownOf: async (site, raw) => {
      const known = first.get(site);
      first.delete(site);
      return known && isSame(known.raw, raw) ? known.siblings.template() : undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A page of its own for each new site: it is loaded with, and waits for, what it links to. */
export function bootstrapByFetching({ flags, stop, report }: Run): Bootstrap {
  const fetcher = createFetcher(fetcherOptions(flags));
  const parsing: ParseOptions = { limits: pageLimits(flags) };
  const load = async (url: string): Promise<Page> =>
    parse(await fetcher.fetchPage(url, { signal: stop.signal }), parsing);
  const knownOf: Bootstrap['knownOf'] = async (site, raw) => {
    try {
      const { verdict, siblings } = await extractTemplate(parse(raw, parsing), load, options);
      const pages = siblings.found.length;
      report.messages.info('bootstrap', `${site}: bootstrapped from ${pages} pages`, { site, pages });
      // One page is no proof: see ArrivingSiblings.
      return pages < 2 ? undefined : verdict.template;
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      report.messages.info('bootstrap', `${site}: not bootstrapped: ${error.message}`, {
        site,
        code: error.code,
      });
      return undefined;
    }
  };
  return { knownOf, [Symbol.asyncDispose]: () => fetcher.close() };
}

function isSame(one: RawPage, other: RawPage): boolean {
  const [a, b] = [one.provenance, other.provenance];
  return a.file === b.file && a.line === b.line && a.offset === b.offset;
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

function tell({ report }: Run, sites: number, known: number): void {
  report.messages.info('bootstrap', `bootstrapped ${known} of ${sites} sites`, { sites, known });
}
