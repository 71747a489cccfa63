/** Mozilla's Readability on linkedom: one page at a time. Both are loaded only when it is run. */
import { DehuskError, type Page } from '../../index.ts';
import type { EvalMethod, PeerText } from '../methods/eval-method.ts';

type Read = (html: string) => string;

export const readability: EvalMethod = {
  name: 'readability',
  run: async (pages) => {
    const read = await loadReader();
    return { texts: pages.map((page) => readPage(page, read)) };
  },
};

async function loadReader(): Promise<Read> {
  const [{ Readability }, { parseHTML }] = await Promise.all([
    orMissing(import('@mozilla/readability'), '@mozilla/readability'),
    orMissing(import('linkedom'), 'linkedom@0.18.12'),
  ]);
  return (html) => new Readability(parseHTML(html).document).parse()?.textContent ?? '';
}

async function orMissing<Module>(loading: Promise<Module>, packageName: string): Promise<Module> {
  try {
    return await loading;
  } catch (error) {
    const facts = { peer: 'readability', package: packageName };
    throw new DehuskError('EVAL_PEER_MISSING', facts, { cause: error });
  }
}

/** What the peer throws on a page costs the page alone. */
function readPage({ source }: Page, read: Read): PeerText {
  try {
    return { text: read(source) };
  } catch (error) {
    return { text: '', failed: String(error) };
  }
}
