/**
 * The input in windows of so many pages, with the failures among them. A window begins where the one before ended, so
 * a run that goes on after a stop between two has the same windows.
 */
import type { InputItem, RawPage } from '../../index.ts';
import type { Input } from '../../node.ts';

interface WindowOptions {
  readonly pages: number;
  /** Items at the start that an earlier run has done. */
  readonly skip: number;
  readonly onSkipped: (raw: RawPage) => void;
}

export async function* inputWindows(
  input: Input,
  { pages, skip, onSkipped }: WindowOptions,
): AsyncGenerator<readonly InputItem[]> {
  let window: InputItem[] = [];
  let waiting = 0;
  let index = 0;
  for await (const item of input) {
    if (index++ < skip) {
      if (item.kind === 'page') onSkipped(item.page);
      continue;
    }
    window.push(item);
    if (item.kind === 'page') waiting++;
    if (waiting < pages) continue;
    yield window;
    window = [];
    waiting = 0;
  }
  if (window.length > 0) yield window;
}
