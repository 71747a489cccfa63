/**
 * What the parts of the extension say to each other. Who may ask what is decided by who the sender is, as the browser
 * tells it, never by what a message claims: a content script speaks for the site of its own document and no other.
 */
import type {
  DiffMappingName,
  KeepAnswer,
  PageHistory,
  SiteChange,
  SiteFacts,
  SiteState,
  VersionFacts,
} from 'dehusk/dom-parts';
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

/** Bytes go as text: not every browser lets them through as they are. */
export interface PackedState {
  readonly snapshot: string | undefined;
  readonly journals: readonly string[];
  readonly facts: SiteFacts;
}

export interface PackedChange {
  readonly snapshot: string | undefined;
  readonly journal: string;
  readonly facts: SiteFacts;
}

/** What a content script gets to work with. */
export interface OpenedSite {
  readonly site: string;
  readonly hashKey: readonly [number, number];
  readonly memory: PackedState | undefined;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** The user wants pages of the site to be learned. Never in a private window. */
  readonly isLearning: boolean;
}

/** What a content script may ask of the background. */
export type ContentAsk =
  | { readonly type: 'open-site' }
  /** `follows`: the digest of the memory that the change was made on. */
  | { readonly type: 'commit-site'; readonly follows: string | undefined; readonly change: PackedChange }
  /** The memory cannot be read: it is of another version, or damaged. */
  | { readonly type: 'forget-unreadable'; readonly reason: string }
  | { readonly type: 'unlearn-only-page'; readonly digest: string }
  /** A page of the same site, where the page's own rules keep the content script from fetching it. */
  | { readonly type: 'fetch-page'; readonly url: string }
  | { readonly type: 'style'; readonly add: string | undefined; readonly remove: string | undefined }
  | { readonly type: 'shown'; readonly view: View }
  | { readonly type: 'add-rule'; readonly kind: Rule['kind']; readonly selector: string }
  | { readonly type: 'undo-rule'; readonly id: string }
  | { readonly type: 'show-template'; readonly html: string }
  | { readonly type: 'open-versions' }
  | { readonly type: 'load-version'; readonly id: number }
  | { readonly type: 'keep-version'; readonly text: string; readonly replaced: readonly string[] }
  | { readonly type: 'mark-seen'; readonly id: number }
  /** How many changes the user should look at. */
  | { readonly type: 'changes-found'; readonly count: number };

export interface OpenedVersions {
  readonly isWatched: boolean;
  readonly versions: readonly VersionFacts[];
  readonly seen: number | undefined;
  readonly replacedTimes: PageHistory['replacedTimes'];
}

/** `not-kept`: in a private window, or of a page that the user has not chosen. */
export type KeptAnswer = KeepAnswer | 'not-kept';

export type CommitAnswer = 'done' | 'overtaken' | 'full' | 'not-kept';

export interface FetchedPage {
  /** Where it really is. */
  readonly url: string;
  readonly html: string;
}

/** What a tab may be told to do. */
export type Order =
  | { readonly type: 'next-view' }
  | { readonly type: 'set-view'; readonly view: View }
  | { readonly type: 'status' }
  | { readonly type: 'extract' }
  | { readonly type: 'why'; readonly isOn: boolean }
  | { readonly type: 'open-template' }
  | { readonly type: 'take'; readonly part: TakenPart }
  | { readonly type: 'label'; readonly act: LabelAct }
  /** `from`: the version to compare with, where it is not the one that was seen. */
  | { readonly type: 'changes'; readonly act: ChangesAct; readonly from?: number }
  /** Rules or settings have changed, or the memory is gone. */
  | { readonly type: 'open-again' };

export type TakenPart = 'markdown' | 'text' | 'html' | 'template' | 'selectors' | 'ublock' | 'record';

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
  | { readonly type: 'load-version'; readonly url: string; readonly id: number }
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

export async function ask<Value>(message: ContentAsk | PanelAsk): Promise<Value> {
  return takeValue<Value>(await api.runtime.sendMessage(message));
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

export function unpackState({ snapshot, journals, facts }: PackedState): SiteState {
  return {
    snapshot: snapshot === undefined ? undefined : fromBase64(snapshot),
    journals: journals.map(fromBase64),
    facts,
  };
}

export function packChange({ snapshot, journal, facts }: SiteChange): PackedChange {
  return { snapshot: snapshot && toBase64(snapshot), journal: toBase64(journal), facts };
}

/** As many as a call takes arguments everywhere. */
const CHUNK_BYTES = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
