/**
 * A comparison as one HTML file: a summary, the list of changes, and the page itself, merged or side by side.
 *
 * It needs no network and runs nothing of the page. Four things see to that, each enough by itself: the pages are
 * written by the safe rules; they stand in frames that may not run scripts; the policy of the file allows no script
 * but its own, named by its hash, and nothing to be loaded; and the policy holds for the frames too.
 */
import { readTitle } from '../../page/links.ts';
import { escapeText, escapeValue } from '../../page/serialise.ts';
import { listChanges } from './change-list.ts';
import type { PageDiff, Sides } from './page-diff.ts';
import { mergedView, versionView } from './view-page.ts';
import { viewScript, viewScriptHash } from './view-script.ts';
import { viewStyle } from './view-style.ts';

export const diffViews = ['merged', 'side-by-side'] as const;
export type DiffView = (typeof diffViews)[number];

export interface HtmlViewOptions {
  /** `merged` unless told. */
  readonly view?: DiffView;
  /** What the two versions are called: files, dates. */
  readonly names?: Sides<string>;
  /** What is said of all changes, in one line. */
  readonly summary?: string;
}

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src '${viewScriptHash}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

export function toDiffHtml(diff: PageDiff, options: HtmlViewOptions = {}): string {
  const { view = 'merged', names = { old: 'old version', new: 'new version' }, summary = '' } = options;
  const title = readTitle(diff.pages.new) || names.new;
  return [
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeValue(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Changes: ${escapeText(title)}</title><style>${viewStyle}</style></head>\n<body>`,
    `<header><div><h1>${escapeText(title)}</h1>`,
    `<p class="names"><del>${escapeText(names.old)}</del> → <ins>${escapeText(names.new)}</ins></p>`,
    `<p class="summary">${escapeText(summary)}</p></div>`,
    legend,
    '</header>\n<main>',
    listChanges(diff),
    `<div class="frames">${frames(diff, view, names)}</div></main>`,
    `<script>${viewScript}</script></body></html>\n`,
  ].join('');
}

const legend =
  '<ul class="legend" aria-label="Legend"><li class="added">added</li><li class="removed">removed</li>' +
  '<li class="moved">moved</li><li class="attributes">other address or attribute</li></ul>';

function frames(diff: PageDiff, view: DiffView, names: Sides<string>): string {
  if (view === 'merged') return frame(`New: ${names.new}, with what was removed`, mergedView(diff));
  return (
    frame(`Old: ${names.old}`, versionView(diff, 'old')) +
    frame(`New: ${names.new}`, versionView(diff, 'new'))
  );
}

/** The only permission lets our own script scroll the frame to a change; nothing in the frame can use it. */
function frame(name: string, html: string): string {
  return (
    `<section><h2>${escapeText(name)}</h2><iframe title="${escapeValue(name)}" sandbox="allow-same-origin" ` +
    `srcdoc="${escapeValue(html)}"></iframe></section>`
  );
}
