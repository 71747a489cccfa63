/** The bytes of a file or of standard input, counted and stoppable. */
import { createReadStream } from 'node:fs';
import { DehuskError } from '../../errors.ts';
import type { InputOptions } from '../input.ts';

const chunkBytes = 64 * 1024;

/** Streams that were read once: standard input has no second time. */
const consumed = new WeakSet<object>();

/** Opens nothing until it is iterated; throws INPUT_UNREADABLE, INPUT_STDIN_CONSUMED or the signal's reason. */
export async function* readFileBytes(file: string, options: InputOptions): AsyncGenerator<Uint8Array> {
  const source = file === '-' ? takeStdin(options) : createReadStream(file, { highWaterMark: chunkBytes });
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUnlessAborted(iterator, options.signal);
      if (next.done) return;
      options.onBytes?.(next.value.length);
      yield next.value;
    }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: (error as Error).message }, { cause: error });
  } finally {
    // Not waited for: after an abort the source may still be waiting for bytes that never come.
    iterator.return?.().catch(() => undefined);
  }
}

function takeStdin({ stdin = process.stdin }: InputOptions): AsyncIterable<Uint8Array> {
  if (consumed.has(stdin)) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
  consumed.add(stdin);
  return stdin;
}

/** `iterator.next()`, given up at an abort; the listener goes with each step, so that a long file leaves none behind. */
function nextUnlessAborted<Value>(
  iterator: AsyncIterator<Value>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Value>> {
  if (!signal) return iterator.next();
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
