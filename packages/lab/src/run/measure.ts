/**
 * CPU time and memory of what runs in this process.
 *
 * How much memory a method takes is seen from inside: methods are synchronous, so nobody else can look while they run.
 * They turn to a page often, and each time the bytes in use are noted; the largest rise from a level before is told.
 *
 * Garbage that nobody has collected yet is in it, and what comes and goes between two looks is not: good for orders
 * of magnitude. To collect garbage before each method would tell more, and was tried: it throws away compiled code,
 * and methods then take up to three times as long. The resident set of the process would say less, since methods run
 * one after another in it and what one has freed stays mapped for the next.
 */
import { getHeapStatistics } from 'node:v8';
import type { Page } from 'dehusk';

interface MemoryWatch {
  /** The same pages; memory is looked at whenever one is asked for. */
  readonly pages: readonly Page[];
  /** The largest rise so far. */
  peakBytes(): number;
}

export function watchMemory(pages: readonly Page[]): MemoryWatch {
  let lowest = usedBytes();
  let rise = 0;
  const look = (): void => {
    const used = usedBytes();
    // What others left behind may be collected meanwhile: from there on it counts anew.
    lowest = Math.min(lowest, used);
    rise = Math.max(rise, used - lowest);
  };
  const watched = new Proxy(pages, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d/.test(key)) look();
      return Reflect.get(target, key);
    },
  });
  return {
    pages: watched,
    peakBytes: () => {
      look();
      return rise;
    },
  };
}

/** Objects, and what typed arrays hold outside of the heap. It takes less than a microsecond to ask. */
export function usedBytes(): number {
  const { used_heap_size: objects, external_memory: outside } = getHeapStatistics();
  return objects + outside;
}

/** CPU time of this process so far, its threads for garbage and compiling included: other people's load is not in it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
