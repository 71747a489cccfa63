/**
 * What the parts of the extension say to each other. Who may ask what is decided by who the sender is, as the browser
 * tells it, never by what a message claims: a content script speaks for the site of its own document and no other.
 */
import type { DiffMappingName, SiteFacts, VersionFacts } from 'dehusk/dom-parts';
import type { PageCopy } from './copy/page-copy.ts';
import type { Matches } from './copy/read-copy.ts';
import { api, type MessageSender } from './web-extension.ts';

export const views = ['page', 'content', 'template'] as const;
export type View = (typeof views)[number];

export interface Rule {
  readonly id: string;
  readonly kind: 'keep' | 'drop';
  readonly selector: string;
}

export interface Settings {
  /** What the view of the content does with the template. */
  readonly templateIs: 'faded' | 'folded';
  /** Pages that Extract compares with are fetched with the cookies of the tab. */
  readonly withCookies: boolean;
  /** Extract does everything as the thesis has it. */
  readonly literalThesis: boolean;
  /** How versions of a page are compared; `consolidated-prufer` is the paper's. */
  readonly mapping: DiffMappingName;
  /** A page that has changed shows it at once. */
  readonly showsChanges: boolean;
}

export const defaultSettings: Settings = {
  templateIs: 'faded',
  withCookies: false,
  literalThesis: false,
  mapping: 'top-down-exact',
  showsChanges: true,
};

/** What a content script gets to work with. */
export interface OpenedSite {
  readonly site: string;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** The user wants pages of the site to be learned. Never in a private window. */
  readonly isLearning: boolean;
  /** The user wants to be told what changes on the page. */
  readonly isWatched: boolean;
}

/** A document as it is sent to be judged. */
export interface SentPage {
  readonly copy: PageCopy;
  /** What the selectors of the rules match in the document. */
  readonly matches: Matches;
}

/** What Extract has found: a page, and which of its entries are template. */
export interface FoundTemplate {
  readonly copy: PageCopy;
  readonly known: readonly number[];
}

/** Entries of a copy that are of one side of the verdict: elements, the topmost of each, and texts in none of them. */
export interface MarkedPart {
  readonly elements: readonly number[];
  readonly texts: readonly number[];
}

export interface JudgedAnswer {
  /** The background has the judged page under this name, as long as it is awake. */
  readonly name: string;
  readonly content: MarkedPart;
  readonly template: MarkedPart;
  /** Of its texts, by characters. */
  readonly templateRatio: number;
  /** Pages that the verdict rests on. */
  readonly of: number;
  readonly isGuarded: boolean;
  /** The name of a text: why it was not learned. */
  readonly problem: string | undefined;
}

/** What can be said of a block that the user points at. */
export interface JudgedBlock {
  /** The entry of the element that holds all of it, and those of its texts. */
  readonly element: number;
  readonly texts: readonly number[];
  readonly isTemplate: boolean;
  /** Probability of template, by characters. */
  readonly score: number;
  readonly seen: number;
  readonly of: number;
  /** What has counted, the strongest first. */
  readonly reasons: readonly { readonly for: 'template' | 'content'; readonly fact: string }[];
}

export interface ExtractAnswer {
  readonly pages: readonly ComparedPage[];
  /** The name of a text of `messages.json`, where nothing was found. */
  readonly problem?: string;
  readonly found?: { readonly judged: JudgedAnswer; readonly known: readonly number[] };
}

/** What a content script may ask of the background. */
export type ContentAsk =
  | { readonly type: 'open-site' }
  /** `isVisit`: the user has come to the page, so it is learned where the site is. */
  | {
      readonly type: 'judge';
      readonly page: SentPage;
      readonly isVisit: boolean;
      readonly found: FoundTemplate | undefined;
    }
  | { readonly type: 'extract'; readonly page: SentPage }
  /** `judged`: the name of a page that was judged; where it is forgotten, it is sent again. */
  | { readonly type: 'explain'; readonly judged: string; readonly entry: number }
  | { readonly type: 'write'; readonly judged: string; readonly part: WrittenPart }
  | { readonly type: 'keep-template'; readonly judged: string }
  /** A page of the same site, where the page's own rules keep the content script from fetching it. */
  | { readonly type: 'fetch-page'; readonly url: string }
  | { readonly type: 'style'; readonly add: string | undefined; readonly remove: string | undefined }
  | { readonly type: 'shown'; readonly view: View }
  | { readonly type: 'add-rule'; readonly kind: Rule['kind']; readonly selector: string }
  | { readonly type: 'undo-rule'; readonly id: string }
  | {
      readonly type: 'compare';
      readonly copy: PageCopy;
      /** The version to compare with, where it is not the one that was seen. */
      readonly from: number | undefined;
      /** The page becomes a version of its own. */
      readonly keeps: boolean;
    }
  | { readonly type: 'mark-seen'; readonly id: number };

/** Of what was asked before, of a background that was ended: nobody knows how far it came. */
export interface Repeated {
  readonly isRepeated?: boolean;
}

/** Each is shown in a way of its own. */
export const markNames = ['new', 'moved', 'template', 'unsteady'] as const;
export type MarkName = (typeof markNames)[number];

export function markName({
  kind,
  zone,
  unsteady,
}: Pick<ListedChange, 'kind' | 'zone' | 'unsteady'>): MarkName {
  if (unsteady !== undefined) return 'unsteady';
  if (zone === 'template') return 'template';
  return kind === 'moved' ? 'moved' : 'new';
}

/** Entries of a copy where changes show. */
export interface ChangeMarks {
  readonly highlighted: Readonly<Record<MarkName, readonly number[]>>;
  readonly outlined: Readonly<Record<MarkName, readonly number[]>>;
  readonly gone: readonly GonePart[];
  /** By change: where to scroll to; −1 for what is not in the body. */
  readonly targets: readonly number[];
}

/** What is gone, as it is shown at an edge of an element that is there. */
export interface GonePart {
  readonly element: number;
  readonly side: 'before' | 'after';
  readonly text: string;
  readonly isBlock: boolean;
  readonly name: MarkName;
}

export interface ComparedAnswer {
  readonly versions: readonly VersionFacts[];
  readonly seen: number | undefined;
  readonly from: number | undefined;
  /** Changes that a reader should look at. */
  readonly counted: number;
  readonly changes: readonly ListedChange[];
  /** Undefined where there was nothing to compare with. */
  readonly marks: ChangeMarks | undefined;
  readonly problem: string | undefined;
}

/** Two versions of a page, compared. */
export interface ComparedPair {
  readonly changes: readonly ListedChange[];
  /** Changes that a reader should look at. */
  readonly counted: number;
  /** The new one, with what is gone where it stood. */
  readonly html: string;
}

export interface FetchedPage {
  /** Where it really is. */
  readonly url: string;
  readonly html: string;
}

/** A page that Extract compares with, read by the browser. */
export interface LoadedPage {
  readonly url: string;
  readonly copy: PageCopy;
}

/** What a tab may be told to do. */
export type Order =
  | { readonly type: 'next-view' }
  | { readonly type: 'set-view'; readonly view: View }
  | { readonly type: 'status' }
  | { readonly type: 'extract' }
  /** Without `isOn` the other of the two. */
  | { readonly type: 'why'; readonly isOn?: boolean }
  | { readonly type: 'open-template' }
  | { readonly type: 'take'; readonly part: TakenPart }
  | { readonly type: 'label'; readonly act: LabelAct }
  /** `from`: the version to compare with, where it is not the one that was seen. */
  | { readonly type: 'changes'; readonly act: ChangesAct; readonly from?: number }
  /** Rules or settings have changed, or the memory is gone. */
  | { readonly type: 'open-again' }
  /** The background wants a page that the one in the tab links to. */
  | { readonly type: 'load-page'; readonly url: string };

/** What the engine writes of a page; the others are written where its document is. */
export const writtenParts = ['markdown', 'text', 'html', 'template', 'record'] as const;
export type WrittenPart = (typeof writtenParts)[number];
export type TakenPart = WrittenPart | 'selectors' | 'ublock';

/** What can be copied or saved. */
export interface TakenText {
  readonly text: string;
  readonly type: string;
  /** Of a file. */
  readonly name: string;
}

/** `labels` and `page`: as text, to be saved. */
export type LabelAct = 'start' | 'stop' | 'labels' | 'page';

export interface LabelReport {
  readonly isOn: boolean;
  /** Parts that have a label. */
  readonly count: number;
}

export type ChangesAct = 'show' | 'hide' | 'next' | 'previous' | 'seen';

/** What the panel may ask of the background. */
export type PanelAsk =
  | { readonly type: 'order'; readonly tabId: number; readonly order: Order }
  | { readonly type: 'site-of-tab'; readonly tabId: number }
  | { readonly type: 'set-learning'; readonly site: string; readonly isOn: boolean }
  | {
      readonly type: 'set-watching';
      readonly tabId: number;
      readonly what: 'page' | 'site';
      readonly isOn: boolean;
    }
  | { readonly type: 'compare-versions'; readonly url: string; readonly from: number; readonly to: number }
  | { readonly type: 'remove-rule'; readonly site: string; readonly id: string }
  | { readonly type: 'restore-rule'; readonly site: string; readonly rule: Rule }
  | { readonly type: 'settings' }
  | { readonly type: 'set-settings'; readonly settings: Settings }
  | { readonly type: 'stored-sites' }
  | { readonly type: 'forget-site'; readonly site: string }
  | { readonly type: 'forget-everything' }
  | { readonly type: 'export' }
  | { readonly type: 'import'; readonly text: string };

export interface ComparedPage {
  readonly url: string;
  /** `compared`, or why not: an outcome of `Siblings.loads`. */
  readonly outcome: string;
}

export interface ListedChange {
  readonly kind: 'new' | 'gone' | 'moved' | 'altered';
  readonly zone: 'content' | 'template';
  readonly unsteady: 'numbers' | 'advertising' | 'restless' | undefined;
  readonly text: string;
  readonly isReplacement: boolean;
}

export interface ChangesReport {
  readonly versions: readonly VersionFacts[];
  readonly seen: number | undefined;
  /** The version that the page was compared with. */
  readonly from: number | undefined;
  readonly isShown: boolean;
  /** The number of the change that was gone to last, or −1. */
  readonly at: number;
  /** Changes that a reader should look at. */
  readonly counted: number;
  readonly changes: readonly ListedChange[];
  /** How many the list leaves out. */
  readonly more: number;
  /** The name of a text of `messages.json`. */
  readonly problem: string | undefined;
}

/** What a tab says when it has switched its view. */
export interface SwitchedView {
  readonly view: View;
  readonly hasFrames: boolean;
}

/** What a tab says of itself. */
export interface TabStatus {
  readonly view: View;
  readonly site: string;
  readonly isLearning: boolean;
  /** Of its texts, by characters. */
  readonly templateRatio: number;
  /** Pages that the verdict rests on. */
  readonly of: number;
  readonly isGuarded: boolean;
  readonly isWhyOn: boolean;
  /** What Extract has done on this page. */
  readonly extract: ExtractReport | undefined;
  /** Undefined where nobody has asked what changed. */
  readonly changes: ChangesReport | undefined;
  readonly labels: LabelReport | undefined;
  /** The name of a text of `messages.json`: what the user should know. */
  readonly notice: string | undefined;
}

export interface ExtractReport {
  readonly state: 'running' | 'done' | 'failed';
  readonly pages: readonly ComparedPage[];
  /** The name of a text of `messages.json`. */
  readonly problem: string | undefined;
}

/** What the panel shows of a site, whatever its tab says. */
export interface SiteView {
  readonly site: string | undefined;
  readonly url: string | undefined;
  readonly isLearning: boolean;
  readonly isPrivate: boolean;
  readonly isSiteWatched: boolean;
  readonly isPageWatched: boolean;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  readonly facts: SiteFacts | undefined;
  readonly sizeBytes: number;
  readonly notice: string | undefined;
}

export interface StoredSite {
  readonly site: string;
  readonly pageCount: number;
  readonly sizeBytes: number;
  readonly rules: number;
  readonly isLearning: boolean;
  /** Pages that versions are kept of, and what these take. */
  readonly watchedPages: number;
  readonly versionBytes: number;
}

/** Every answer is one of these, so that an error is never taken for one. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** The name of a text of `messages.json`. */
  | { readonly ok: false; readonly problem: string };

/** Thrown where an answer was no success. */
export class Problem extends Error {
  readonly messageName: string;

  constructor(messageName: string) {
    super(messageName);
    this.messageName = messageName;
  }
}

/** What is wrong, by the name of a text; what has none is said as it is. */
export function problemOf(error: unknown): string {
  return error instanceof Problem ? error.messageName : String(error);
}

export async function ask<Value>(message: (ContentAsk & Repeated) | PanelAsk): Promise<Value> {
  return takeValue<Value>(await api.runtime.sendMessage(message));
}

/** One that is ended so often in succession has another reason than that nothing happened for long. */
const MOST_TRIES = 4;

/**
 * For content scripts. The browser may end the background while it works: then it is asked once more, and starts anew.
 * All that a content script can ask for has the same effect when it is asked again.
 */
export async function askUntilAnswered<Value>(message: ContentAsk): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask<Value>(tries === 1 ? message : { ...message, isRepeated: true });
    } catch (error) {
      const isAnswer = error instanceof Problem && error.messageName !== 'problemNoAnswer';
      if (isAnswer || tries === MOST_TRIES) throw error;
    }
  }
}

export function takeValue<Value>(answer: unknown): Value {
  const given = answer as Answer<Value> | undefined;
  if (given === undefined || typeof given !== 'object') throw new Problem('problemNoAnswer');
  if (!given.ok) throw new Problem(given.problem);
  return given.value;
}

/** One of the extension's own pages or its worker. No web page and no content script has such an address. */
export function isOwnSender({ id, url }: MessageSender): boolean {
  if (id !== api.runtime.id) return false;
  return url?.startsWith(api.runtime.getURL('')) === true;
}

/** The document that a content script of ours runs in; undefined for any other sender. */
export function contentSender(
  sender: MessageSender,
):
  | { readonly tabId: number; readonly frameId: number; readonly url: string; readonly isPrivate: boolean }
  | undefined {
  const { id, tab, url, frameId = 0 } = sender;
  if (id !== api.runtime.id || isOwnSender(sender)) return undefined;
  if (tab?.id === undefined || url === undefined || !/^https?:/.test(url)) return undefined;
  return { tabId: tab.id, frameId, url, isPrivate: tab.incognito };
}

/** The address of a page: a part of it is not another page. */
export function pageAddress(url: string): string {
  return url.replace(/#.*$/s, '');
}

/**
 * All addresses of a site, as browsers write patterns. They have no port, so a content script asks whether its site is
 * meant; and the name of a site has no `www.`.
 */
export function originsOf(site: string): readonly string[] {
  const host = site.replace(/:\d+$/, '');
  const hosts = /^[\d.]+$|^\[/.test(host) ? [host] : [host, `www.${host}`];
  return hosts.map((one) => `*://${one}/*`);
}
