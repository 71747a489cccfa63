/** Tools that read one page at a time, by name. What they need is loaded only where they are run. */
import { DehuskError } from 'dehusk/parts';
import { loadDefuddle } from './defuddle.ts';
import { loadReadability } from './readability.ts';
import type { LoadPackage, ReadPage } from './reader.ts';

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
