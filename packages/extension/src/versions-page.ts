/**
 * A tab that shows what changed between two versions of a page. Both are drawn as one page, in a frame that may run nothing
 * and is of no origin; what was kept of them has no scripts in the first place.
 */
import { DehuskError, diffShown, mergedView } from 'dehusk/dom-parts';
import { element, problem } from 'dehusk-ui/element';
import type { PageCopy } from './copy/page-copy.ts';
import { readCopy } from './copy/read-copy.ts';
import { ask, type Settings } from './protocol.ts';
import { text } from './text.ts';

const main = document.getElementById('panel')!;

async function showVersions(): Promise<void> {
  document.title = text('changesOf');
  document.documentElement.lang = text('language');
  const named = new URLSearchParams(location.hash.slice(1));
  const url = named.get('url') ?? '';
  const [old, current] = await Promise.all(
    ['from', 'to'].map((name) =>
      ask<string | undefined>({ type: 'load-version', url, id: Number(named.get(name)) }),
    ),
  );
  main.append(element('h1', {}, url));
  if (old === undefined || current === undefined) {
    main.append(...problem(text('changesGoneVersion')));
    return;
  }
  const read = (copy: PageCopy): ReturnType<typeof readCopy>['page'] => readCopy(copy, { url }).page;
  const { mapping } = await ask<Settings>({ type: 'settings' });
  const diff = diffShown(read(old), read(current), { mapping });
  const count = (kind: string): number => diff.changes.filter((change) => change.kind === kind).length;
  main.append(
    element(
      'p',
      {},
      [
        `${text('changeNew')}: ${count('added')}`,
        `${text('changeGone')}: ${count('removed')}`,
        `${text('changeMoved')}: ${count('moved')}`,
        `${text('changeAltered')}: ${count('attributes')}`,
      ].join(', '),
    ),
  );
  const frame = element('iframe', { attributes: { sandbox: '', title: text('changesOf') } });
  frame.srcdoc = mergedView(diff);
  main.append(frame);
}

showVersions().catch((error: unknown) => {
  const isTooLarge = error instanceof DehuskError;
  main.append(...problem(isTooLarge ? text('problemTooDifferent') : String(error)));
});
