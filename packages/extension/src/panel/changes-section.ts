/** The part of the panel that tells what changed on the page, and compares any two of its versions. */
import { checkbox } from 'dehusk-ui/choices';
import { button, buttons, element, heading, problem } from 'dehusk-ui/element';
import { ask, type ChangesAct, type ChangesReport, originsOf, pageAddress } from '../protocol.ts';
import { text, textOf } from '../text.ts';
import { api } from '../web-extension.ts';
import { changeLists } from './change-lists.ts';
import type { Shown } from './panel.ts';

type Act = (does: () => Promise<unknown>) => void;

export function drawChanges(shown: Shown, act: Act): readonly Node[] {
  const { site, status, tabId } = shown;
  const title = heading(text('panelChanges'));
  if (site.isPrivate) return [title, element('p', { class: 'faint' }, text('problemPrivate'))];
  const watch = async (what: 'page' | 'site', isOn: boolean): Promise<void> => {
    // First of all: the browser asks only in the moment of a click. Without it the user asks, not the browser.
    if (isOn) await api.permissions.request({ origins: originsOf(site.site!) });
    await ask({ type: 'set-watching', tabId, what, isOn });
  };
  const isWatched = site.isPageWatched || site.isSiteWatched;
  return [
    title,
    checkbox(text('watchPage'), site.isPageWatched, (isOn) => act(() => watch('page', isOn))),
    checkbox(text('watchSite'), site.isSiteWatched, (isOn) => act(() => watch('site', isOn))),
    element('p', { class: 'faint' }, text('watchWhy')),
    ...(isWatched ? drawButtons(shown, act) : []),
    ...(isWatched && status?.changes !== undefined ? drawReport(shown, status.changes, act) : []),
  ];
}

function drawButtons({ tabId, status }: Shown, act: Act): readonly Node[] {
  const order = (name: ChangesAct, label: string): HTMLButtonElement =>
    button(label, () => act(() => ask({ type: 'order', tabId, order: { type: 'changes', act: name } })), {
      'data-key': `changes-${name}`,
    });
  const { isShown = false, changes = [] } = status?.changes ?? {};
  if (!isShown) return [buttons(order('show', text('changesShow')))];
  const steps = [
    order('previous', text('changePrevious')),
    order('next', text('changeNext')),
    order('seen', text('changesSeen')),
  ];
  return [buttons(...(changes.length === 0 ? [] : steps), order('hide', text('changesHide')))];
}

function drawReport(shown: Shown, report: ChangesReport, act: Act): readonly Node[] {
  const { changes, counted, more, at } = report;
  return [
    ...problem(report.problem && textOf(report.problem)),
    element('p', {}, counted === 0 ? text('changesNone') : text('changesCounted', counted)),
    ...changeLists(changes, at),
    ...(more === 0 ? [] : [element('p', { class: 'faint' }, text('changesMore', more))]),
    ...drawVersions(shown, report, act),
  ];
}

const NOW = 'now';

/** Two versions, or one and the page as it is: the page itself shows the second, a page of ours the first. */
function drawVersions({ tabId, site }: Shown, { versions, seen }: ChangesReport, act: Act): readonly Node[] {
  if (versions.length === 0) return [];
  const sizeBytes = versions.reduce((sum, version) => sum + version.sizeBytes, 0);
  const nameOf = (takenAt: number, id: number): string => {
    const when = new Date(takenAt).toLocaleString();
    return id === seen ? text('versionNamed', when) : when;
  };
  const options = versions.map(({ id, takenAt }) =>
    element('option', { attributes: { value: String(id) } }, nameOf(takenAt, id)),
  );
  const from = element(
    'select',
    { attributes: { 'aria-label': text('versionFrom'), 'data-key': 'from' } },
    ...options,
  );
  const to = element(
    'select',
    { attributes: { 'aria-label': text('versionTo'), 'data-key': 'to' } },
    ...options.map((option) => option.cloneNode(true)),
    element('option', { attributes: { value: NOW } }, text('versionNow')),
  );
  from.value = String(seen ?? versions[0]!.id);
  to.value = NOW;
  const compare = async (): Promise<void> => {
    if (to.value === NOW) {
      await ask({ type: 'order', tabId, order: { type: 'changes', act: 'show', from: Number(from.value) } });
      return;
    }
    const named = new URLSearchParams({ url: pageAddress(site.url!), from: from.value, to: to.value });
    await api.tabs.create({ url: api.runtime.getURL(`versions.html#${named}`) });
  };
  return [
    element('p', {}, text('versionsKept', versions.length, (sizeBytes / 1024).toFixed(1))),
    element('label', { class: 'choice' }, text('versionFrom'), from),
    element('label', { class: 'choice' }, text('versionTo'), to),
    buttons(button(text('versionCompare'), () => act(compare), { 'data-key': 'compare' })),
  ];
}
