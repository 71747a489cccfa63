/**
 * The panel beside the page: its views, what the verdict rests on, the rules of the site, what is stored, settings. It
 * draws what the background and the tab say, and holds nothing of its own.
 */
import { checkbox, choice, segments } from 'dehusk-ui/choices';
import { button, buttons, element, heading, problem } from 'dehusk-ui/element';
import { chooseFile, save } from 'dehusk-ui/files';
import { removableList } from 'dehusk-ui/lists';
import {
  ask,
  type ExtractReport,
  type LabelAct,
  type Order,
  originsOf,
  Problem,
  problemOf,
  type Rule,
  type Settings,
  type SiteView,
  type StoredSite,
  type TabStatus,
  type TakenPart,
  type TakenText,
} from '../protocol.ts';
import { text, textOf } from '../text.ts';
import { api } from '../web-extension.ts';
import { drawChanges } from './changes-section.ts';

const root = document.getElementById('panel')!;
const said = document.getElementById('said')!;

/** A tab may be named in the address; else it is the one in front. */
const namedTab = Number(new URL(location.href).searchParams.get('tab') ?? Number.NaN);
/** What is asked of a tab that works. */
const AGAIN_MS = 1000;

export interface Shown {
  readonly tabId: number;
  readonly site: SiteView;
  /** Undefined where the tab cannot be looked at. */
  readonly status: TabStatus | undefined;
  readonly stored: readonly StoredSite[];
}

let drawn = '';

async function refresh(): Promise<void> {
  const shown = await look();
  // What has not changed is not drawn anew: the focus would be lost.
  const now = JSON.stringify(shown);
  if (now === drawn) return;
  drawn = now;
  const focused = document.activeElement?.getAttribute('data-key');
  root.replaceChildren(...draw(shown));
  if (focused) root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

async function look(): Promise<Shown> {
  const tabId = Number.isNaN(namedTab) ? await frontTab() : namedTab;
  const site = await ask<SiteView>({ type: 'site-of-tab', tabId });
  const status = await ask<TabStatus>({ type: 'order', tabId, order: { type: 'status' } }).catch(
    () => undefined,
  );
  return { tabId, site, status, stored: await ask<StoredSite[]>({ type: 'stored-sites' }) };
}

async function frontTab(): Promise<number> {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? -1;
}

/** Does it, says what is wrong, and draws what is so then. */
function act(does: () => Promise<unknown>): void {
  said.textContent = '';
  said.className = '';
  does().catch(sayWrong).then(refresh).catch(sayWrong);
}

function sayWrong(error: unknown): void {
  said.textContent = textOf(problemOf(error));
  said.className = 'problem';
}

/** What one looks at each time comes first, what one sets once last. */
function draw(shown: Shown): readonly Node[] {
  const { site, status } = shown;
  const ofSite = (drawn: (name: string) => readonly Node[]): readonly Node[] =>
    site.site === undefined ? [] : drawn(site.site);
  const ofTab = (drawn: (given: TabStatus) => readonly Node[]): readonly Node[] =>
    status === undefined ? [] : drawn(status);
  return [
    element('h1', {}, site.site ?? text('name')),
    ...(site.site === undefined ? [element('p', {}, text('noSite'))] : []),
    ...problem(site.notice && textOf(site.notice)),
    ...problem(status?.notice && textOf(status.notice)),
    ...drawViews(shown),
    ...ofTab((given) => drawEvidence(shown, given)),
    ...ofSite(() => drawChanges(shown, act)),
    ...ofTab(() => drawTake(shown)),
    ...ofSite((name) => [...drawLearning(site, name), ...drawRules(shown, name)]),
    ...ofTab(() => drawBenchmark(shown)),
    ...drawStored(shown),
    ...drawSettings(shown),
  ];
}

function drawViews({ tabId, status }: Shown): readonly Node[] {
  const order = (given: Order): void => act(() => ask({ type: 'order', tabId, order: given }));
  const names = { page: text('viewPage'), content: text('viewContent'), template: text('viewTemplate') };
  const isWhyOn = status?.isWhyOn ?? false;
  const pressed = { 'aria-pressed': String(isWhyOn), 'data-key': 'why' };
  return [
    segments(text('panelViews'), names, {
      name: 'view',
      chosen: status?.view ?? 'page',
      changed: (view) => order({ type: 'set-view', view }),
    }),
    buttons(
      button(text('why'), () => order({ type: 'why', isOn: !isWhyOn }), pressed),
      button(text('extract'), () => order({ type: 'extract' }), { 'data-key': 'extract' }),
      button(text('openTemplate'), () => order({ type: 'open-template' }), { 'data-key': 'open-template' }),
    ),
    ...(isWhyOn ? [element('p', { class: 'faint' }, text('whyHint'))] : []),
  ];
}

function drawEvidence(shown: Shown, { templateRatio, of, isGuarded, extract }: TabStatus): readonly Node[] {
  const isAlone = of <= 1 && extract?.state !== 'done';
  return [
    heading(text('panelEvidence')),
    element('p', {}, text('evidenceRatio', Math.round(100 * templateRatio))),
    ...(of > 1 ? [element('p', {}, text('evidenceOf', of))] : []),
    ...(isAlone ? [element('p', {}, text('evidenceOne'))] : []),
    ...problem(isGuarded ? text('evidenceGuard') : undefined),
    ...(extract === undefined ? [] : drawExtract(shown, extract)),
  ];
}

let takenPart: TakenPart = 'markdown';

function drawTake({ tabId }: Shown): readonly Node[] {
  const taken = (): Promise<TakenText> =>
    ask<TakenText>({ type: 'order', tabId, order: { type: 'take', part: takenPart } });
  const copy = async (): Promise<void> => {
    const { text: words } = await taken();
    await navigator.clipboard.writeText(words);
    said.textContent = text('taken', words.length);
  };
  const saveTaken = async (): Promise<void> => {
    const { text: words, type, name } = await taken();
    save(words, type, name);
  };
  const choose = (part: TakenPart): void => {
    takenPart = part;
  };
  return [
    heading(text('panelTake')),
    choice(text('takeWhat'), partNames, takenPart, choose),
    buttons(
      button(text('takeCopy'), () => act(copy), { 'data-key': 'take-copy' }),
      button(text('takeSave'), () => act(saveTaken), { 'data-key': 'take-save' }),
    ),
  ];
}

const partNames = {
  markdown: text('takeMarkdown'),
  text: text('takeText'),
  html: text('takeHtml'),
  template: text('takeTemplate'),
  selectors: text('takeSelectors'),
  ublock: text('takeUblock'),
  record: text('takeRecord'),
} as const;

function drawBenchmark({ tabId, status }: Shown): readonly Node[] {
  const { isOn = false, count = 0 } = status?.labels ?? {};
  const order = <Value>(name: LabelAct): Promise<Value> =>
    ask<Value>({ type: 'order', tabId, order: { type: 'label', act: name } });
  const saveAs = async (name: 'labels' | 'page'): Promise<void> => {
    const taken = await order<TakenText>(name);
    save(taken.text, taken.type, taken.name);
  };
  const labelled = [
    button(text('benchmarkSavePage'), () => act(() => saveAs('page')), { 'data-key': 'label-page' }),
    button(text('benchmarkSaveLabels'), () => act(() => saveAs('labels')), { 'data-key': 'label-labels' }),
  ];
  const words = isOn ? text('benchmarkStop') : text('benchmarkStart');
  return [
    heading(text('panelBenchmark')),
    buttons(
      button(words, () => act(() => order(isOn ? 'stop' : 'start')), {
        'aria-pressed': String(isOn),
        'data-key': 'label',
      }),
      ...(count === 0 ? [] : labelled),
      button(text('benchmarkCheck'), () =>
        act(() => api.tabs.create({ url: api.runtime.getURL('benchmarks.html') })),
      ),
    ),
    ...(isOn ? [element('p', { class: 'faint' }, text('benchmarkLabels', count))] : []),
  ];
}

function drawExtract(
  { tabId, site: { site } }: Shown,
  { state, pages, problem: wrong }: ExtractReport,
): readonly Node[] {
  if (state === 'running') return [element('p', { class: 'faint' }, text('extractRunning', pages.length))];
  const compared = pages.filter(({ outcome }) => outcome === 'compared');
  const others = pages.length - compared.length;
  const items = compared.map(({ url }) => element('li', {}, element('span', {}, url)));
  const allow = async (): Promise<void> => {
    // First of all: the browser asks only in the moment of a click.
    if (!(await api.permissions.request({ origins: originsOf(site!) })))
      throw new Problem('problemNotAllowed');
    await ask({ type: 'order', tabId, order: { type: 'extract' } });
  };
  return [
    ...problem(wrong && textOf(wrong)),
    ...(wrong === 'problemNeedsSite' && site !== undefined
      ? [buttons(button(text('allowSite'), () => act(allow), { 'data-key': 'allow-site' }))]
      : []),
    ...(compared.length === 0
      ? []
      : [element('p', {}, text('extractDone', compared.length)), element('ul', {}, ...items)]),
    ...(others === 0 ? [] : [element('p', { class: 'faint' }, text('extractOthers', others))]),
  ];
}

function drawLearning({ isLearning, isPrivate, facts, sizeBytes }: SiteView, site: string): readonly Node[] {
  if (isPrivate) return [heading(text('panelSite')), element('p', { class: 'faint' }, text('learnPrivate'))];
  const setLearning = async (isOn: boolean): Promise<void> => {
    // First of all: the browser asks only in the moment of a click.
    if (isOn && !(await api.permissions.request({ origins: originsOf(site) })))
      throw new Problem('problemRefused');
    await ask({ type: 'set-learning', site, isOn });
  };
  return [
    heading(text('panelSite')),
    checkbox(text('learn'), isLearning, (isOn) => act(() => setLearning(isOn))),
    element('p', { class: 'faint' }, text('learnWhy')),
    ...(facts === undefined
      ? []
      : [element('p', {}, text('learned', facts.pageCount, kilobytes(sizeBytes)))]),
  ];
}

function drawRules({ tabId, site: { rules } }: Shown, site: string): readonly Node[] {
  const again = (): Promise<unknown> =>
    ask({ type: 'order', tabId, order: { type: 'open-again' } }).catch(() => undefined);
  const remove = async (rule: Rule): Promise<void> => {
    await ask({ type: 'remove-rule', site, id: rule.id });
    await again();
    const restore = async (): Promise<void> => {
      await ask({ type: 'restore-rule', site, rule });
      await again();
    };
    said.replaceChildren(
      text('ruleRemoved'),
      ' ',
      button(text('undo'), () => act(restore)),
    );
  };
  const items = rules.map((rule) => ({
    words: [`${text(rule.kind === 'keep' ? 'ruleKeep' : 'ruleDrop')}: `, element('code', {}, rule.selector)],
    removeLabel: text('ruleRemove', rule.selector),
    remove: () => act(() => remove(rule)),
  }));
  return [heading(text('panelRules')), removableList(items, text('noRules'))];
}

function drawStored({ site: { site }, stored }: Shown): readonly Node[] {
  const items = stored.map((one) => ({
    words: storedWords(one),
    removeLabel: text('forgetNamed', one.site),
    remove: () => act(() => ask({ type: 'forget-site', site: one.site })),
  }));
  const forgetSite = site !== undefined && stored.some((one) => one.site === site);
  const forgetAll = button(text('forgetEverything'), () => {
    if (forgetAll.textContent === text('forgetSure')) act(() => ask({ type: 'forget-everything' }));
    else forgetAll.textContent = text('forgetSure');
  });
  return [
    heading(text('panelStored')),
    removableList(items, text('storedNothing')),
    buttons(
      forgetSite
        ? button(text('forgetSite'), () => act(() => ask({ type: 'forget-site', site: site! })))
        : undefined,
      items.length === 0 ? undefined : forgetAll,
      items.length === 0 ? undefined : button(text('exportAll'), () => act(exportAll)),
      button(text('importAll'), chooseImport),
    ),
  ];
}

/** Only what there is. */
function storedWords(stored: StoredSite): readonly (Node | string)[] {
  const { site, pageCount, sizeBytes, rules, watchedPages, versionBytes } = stored;
  const parts = [
    ...(pageCount > 0 ? [text('storedLearned', pageCount, kilobytes(sizeBytes))] : []),
    ...(rules > 0 ? [text('storedRules', rules)] : []),
    ...(watchedPages > 0 ? [text('storedVersions', watchedPages, kilobytes(versionBytes))] : []),
  ];
  const words = parts.length === 0 ? text('storedWishes') : parts.join(', ');
  return [site, element('br', {}), element('small', { class: 'faint' }, words)];
}

async function exportAll(): Promise<void> {
  save(await ask<string>({ type: 'export' }), 'application/json', 'dehusk.json');
}

function chooseImport(): void {
  chooseFile('.json,application/json', (file) =>
    act(async () => ask({ type: 'import', text: await file.text() })),
  );
}

function drawSettings({ tabId, site: { settings } }: Shown): readonly Node[] {
  const change = (changed: Partial<Settings>): void =>
    act(async () => {
      await ask({ type: 'set-settings', settings: { ...settings, ...changed } });
      await ask({ type: 'order', tabId, order: { type: 'open-again' } }).catch(() => undefined);
    });
  return [
    heading(text('panelSettings')),
    checkbox(text('settingFolded'), settings.templateIs === 'folded', (isOn) =>
      change({ templateIs: isOn ? 'folded' : 'faded' }),
    ),
    checkbox(text('settingShowsChanges'), settings.showsChanges, (showsChanges) => change({ showsChanges })),
    checkbox(text('settingCookies'), settings.withCookies, (withCookies) => change({ withCookies })),
    checkbox(text('settingThesis'), settings.literalThesis, (literalThesis) => change({ literalThesis })),
    choice(text('settingMapping'), mappingNames, settings.mapping, (mapping) => change({ mapping })),
  ];
}

const mappingNames = {
  'top-down-exact': text('mappingTopDownExact'),
  'restricted-top-down': text('mappingRestrictedTopDown'),
  prufer: text('mappingPrufer'),
  'consolidated-prufer': text('mappingConsolidatedPrufer'),
} as const;

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

document.documentElement.lang = text('language');
api.tabs.onActivated.addListener(() => act(async () => undefined));
api.tabs.onUpdated.addListener((_, { status }) => {
  if (status === 'complete') void refresh().catch(() => undefined);
});
setInterval(() => {
  if (document.visibilityState === 'visible') void refresh().catch(() => undefined);
}, AGAIN_MS);
act(async () => undefined);
