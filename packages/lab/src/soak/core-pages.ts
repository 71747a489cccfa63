/**
 * Mutated pages through the core and through the parser in TypeScript: both give the same page, or both refuse it.
 *
 *   dehusk-lab soak core-pages [COUNT [SEED]] [checked]     (default: a million)
 *
 * The exit code is 1 if a page differs, or if the core traps.
 */
import { createCore, ExitCode, parseInTypeScript } from 'dehusk/parts';
import { attempt, firstDifference } from '../conformance/core.ts';
import { readCoreModule } from '../conformance/core-module.ts';
import type { Output } from '../experiment.ts';
import { originalPages } from './fuzz-pages.ts';
import { createRandom, mutatePage } from './mutate-page.ts';

const MOST_SHOWN = 20;

export function run(args: readonly string[], out: Output): number {
  const [count = '1000000', seed = '1000000'] = args.filter((argument) => argument !== 'checked');
  const core = createCore(readCoreModule(args.includes('checked') ? 'core-checked' : 'core'));
  const originals = originalPages();
  const counts = { refused: 0, different: 0 };
  for (let i = 0; i < Number(count); i++) {
    const random = createRandom(Number(seed) + i);
    const original = originals[Math.floor(random() * originals.length)]!;
    const bytes = withoutMistaken(mutatePage(original, random));
    const expected = attempt(() => parseInTypeScript({ bytes }));
    const difference = firstDifference(
      expected,
      attempt(() => core.parse({ bytes }) ?? parseInTypeScript({ bytes })),
    );
    if (typeof expected === 'string') counts.refused++;
    if (difference === undefined) continue;
    counts.different++;
    if (counts.different <= MOST_SHOWN) out.line(`seed ${Number(seed) + i}: ${difference}`);
  }
  const { refused, different } = counts;
  out.line(
    `${count} cases, ${different} different, ${refused} refused by both, ${core.leftPages} left to the other parser`,
  );
  if (core.trappedPages > 0) out.line(`the core failed at ${core.trappedPages} pages`);
  return different + core.trappedPages > 0 ? ExitCode.failed : ExitCode.done;
}

/** In raw text htmlparser2 takes U+001C for `<` and U+000F for `/`; the core, as the standard has it, does not. */
function withoutMistaken(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === 0x1c || byte === 0x0f ? 0x20 : byte));
}
