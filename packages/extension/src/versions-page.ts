/**
 * A tab that shows what changed between two versions of a page. Both are drawn as one page, in a frame that may run nothing
 * and is of no origin; what was kept of them has no scripts in the first place.
 */
import { element, problem } from 'dehusk-ui/element';
import { changeLists } from './panel/change-lists.ts';
import { ask, type ComparedPair, problemOf } from './protocol.ts';
import { text, textOf } from './text.ts';

const main = document.getElementById('panel')!;

async function showVersions(): Promise<void> {
  document.title = text('changesOf');
  document.documentElement.lang = text('language');
  const named = new URLSearchParams(location.hash.slice(1));
  const url = named.get('url') ?? '';
  const [from, to] = ['from', 'to'].map((name) => Number(named.get(name))) as [number, number];
  main.append(element('h1', {}, url));
  const compared = await ask<ComparedPair | undefined>({ type: 'compare-versions', url, from, to });
  if (!compared) {
    main.append(...problem(text('changesGoneVersion')));
    return;
  }
  const frame = element('iframe', { attributes: { sandbox: '', title: text('changesOf') } });
  frame.srcdoc = compared.html;
  const isSame = compared.changes.length === 0;
  main.append(
    ...(isSame ? [element('p', {}, text('changesNoneBetween'))] : changeLists(compared.changes)),
    frame,
  );
}

showVersions().catch((error: unknown) => {
  main.append(...problem(textOf(problemOf(error))));
});
