/** Tools that read one page at a time, by name. What they need is loaded only where they are run. */
import { DehuskError, parseText, toText } from 'dehusk';

export type ReaderName = 'readability' | 'defuddle';

const loads: Readonly<Record<ReaderName, (load: LoadPackage) => Promise<ReadPage>>> = {
  readability: loadReadability,
  defuddle: loadDefuddle,
};

/** Throws EVAL_PEER_MISSING where a package of the tool is not installed. */
export async function loadReader(peer: ReaderName): Promise<ReadPage> {
  return loads[peer](async (loading, packageName) => {
    try {
      return await loading;
    } catch (error) {
      throw new DehuskError('EVAL_PEER_MISSING', { peer, package: packageName }, { cause: error });
    }
  });
}

/** A tool that reads one page at a time. */
export interface UnreadPage {
  readonly html: string;
  readonly url: string;
}

type ReadPage = (page: UnreadPage) => string | Promise<string>;

/** Waits for a package that may not be installed; the second argument is what to install. */
type LoadPackage = <Module>(loading: Promise<Module>, packageName: string) => Promise<Module>;

/** Mozilla's Readability on linkedom. */
async function loadReadability(load: LoadPackage): Promise<ReadPage> {
  const [{ Readability }, { parseHTML }] = await Promise.all([
    load(import('@mozilla/readability'), '@mozilla/readability'),
    load(import('linkedom'), 'linkedom@0.18.12'),
  ]);
  return ({ html }) => new Readability(parseHTML(html).document).parse()?.textContent ?? '';
}

/** Defuddle on linkedom. It could fetch what a page does not have; here it may not. */
async function loadDefuddle(load: LoadPackage): Promise<ReadPage> {
  const [{ Defuddle }, { parseHTML }] = await Promise.all([
    load(import('defuddle/node'), 'defuddle'),
    load(import('linkedom'), 'linkedom@0.18.12'),
  ]);
  return async ({ html, url }) => {
    const { content } = await Defuddle(parseHTML(html).document, url, { useAsync: false });
    return toText(parseText(content));
  };
}
