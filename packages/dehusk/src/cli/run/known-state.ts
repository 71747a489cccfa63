/** What a store knows, looked at before a run begins: may this run use it, and has it changed? */
import { createHash } from 'node:crypto';
import { DehuskError, type Detector, type Store } from '../../index.ts';

/**
 * Throws for a state that another method, mode or other options made. Here, so that it is told before any output is
 * opened; one site tells for all, because no run gets past this with other ones.
 */
export async function checkState(store: Store, createDetector: () => Detector): Promise<void> {
  for await (const { site } of store.sites()) {
    const snapshot = (await store.loadSite(site))?.snapshot;
    if (snapshot === undefined) continue;
    try {
      createDetector().load(snapshot);
    } catch (error) {
      throw inWordsOfFlags(error);
    }
    return;
  }
}

/** Nobody who types `--stream` knows of an option `forgetting`. */
function inWordsOfFlags(error: unknown): unknown {
  if (!(error instanceof DehuskError) || error.code !== 'STATE_OF_OTHER_OPTIONS') return error;
  const { name, found } = error.facts as Readonly<Record<string, string | number>>;
  if (name !== 'forgetting') return error;
  const facts =
    found === 'true'
      ? { found: 'with --stream, or from standard input', advice: 'say --stream' }
      : { found: 'without --stream', advice: 'leave --stream out and name files' };
  return new DehuskError('STATE_OF_OTHER_MODE', facts, { cause: error });
}

/** Changes when a run has learned something. */
export async function knownDigest(store: Store): Promise<string> {
  const hash = createHash('sha256');
  for await (const known of store.sites()) hash.update(`${JSON.stringify(known)}\n`);
  return hash.digest('hex');
}
