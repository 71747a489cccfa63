/**
 * Mutated pages through the core and through the parser in TypeScript: both give the same page, or both refuse it.
 *
 *   dehusk-lab soak core-pages [COUNT [SEED]] [checked]     (default: a million)
 *
 * The exit code is 1 if a page differs, or if the core traps. The tests run the same with 20,000 small pages.
 */
import { type Core, createCore, ExitCode, parseInTypeScript } from 'dehusk/parts';
import { attempt, firstDifference } from '../conformance/core.ts';
import { readCoreModule } from '../conformance/core-module.ts';
import type { Output } from '../experiment.ts';
import { originalPages } from './fuzz-pages.ts';
import { createRandom, mutatePage } from './mutate-page.ts';

const MOST_SHOWN = 20;

export function run(args: readonly string[], out: Output): number {
  const [count = '1000000', seed = '1000000'] = args.filter((argument) => argument !== 'checked');
  const core = createCore(readCoreModule(args.includes('checked') ? 'core-checked' : 'core'));
  const { refused, different, shown } = compareMutated(core, originalPages(), {
    count: Number(count),
    seed: Number(seed),
    onCase: (done) => {
      if (done % 20_000 === 0) out.progress(`${done} of ${count}`);
    },
  });
  for (const line of shown) out.line(line);
  out.line(
    `${count} cases, ${different} different, ${refused} refused by both, ${core.leftPages} left to the other parser`,
  );
  if (core.trappedPages > 0) out.line(`the core failed at ${core.trappedPages} pages`);
  return different + core.trappedPages > 0 ? ExitCode.failed : ExitCode.done;
}

interface Cases {
  readonly count: number;
  /** Case i of a seed is always the same one. */
  readonly seed: number;
  readonly onCase?: (done: number) => void;
}

interface Compared {
  readonly refused: number;
  readonly different: number;
  /** The first of those that differ, each with its seed. */
  readonly shown: readonly string[];
}

export function compareMutated(
  core: Core,
  originals: readonly string[],
  { count, seed, onCase }: Cases,
): Compared {
  const shown: string[] = [];
  let refused = 0;
  let different = 0;
  for (let i = 0; i < count; i++) {
    const random = createRandom(seed + i);
    const original = originals[Math.floor(random() * originals.length)]!;
    const bytes = withoutMistaken(mutatePage(original, random));
    const expected = attempt(() => parseInTypeScript({ bytes }));
    const actual = attempt(() => core.parse({ bytes }) ?? parseInTypeScript({ bytes }));
    const difference = firstDifference(expected, actual);
    if (typeof expected === 'string') refused++;
    if (difference !== undefined && ++different <= MOST_SHOWN) shown.push(`seed ${seed + i}: ${difference}`);
    onCase?.(i + 1);
  }
  return { refused, different, shown };
}

/** In raw text htmlparser2 takes U+001C for `<` and U+000F for `/`; the core, as the standard has it, does not. */
function withoutMistaken(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === 0x1c || byte === 0x0f ? 0x20 : byte));
}
