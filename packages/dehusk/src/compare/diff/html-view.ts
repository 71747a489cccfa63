/**
 * A comparison as one HTML file: a summary, the list of changes, and the page itself, merged or side by side.
 *
 * It needs no network and runs nothing of the page. Four things see to that, each enough by itself: the pages are
 * written by the safe rules; they stand in frames that may not run scripts; the policy of the file allows no script
 * but its own, named by its hash, and nothing to be loaded; and the policy holds for the frames too.
 */
import { readTitle } from '../../page/links.ts';
import { escapeText, escapeValue } from '../../page/serialise.ts';
import { type ChangeRecord, createChangeRecords } from './change-record.ts';
import { findLikeChanges, type LikeChanges } from './like-changes.ts';
import type { PageDiff, Sides } from './page-diff.ts';
import type { PageResources } from './page-resources.ts';
import { mergedView, versionView } from './view-page.ts';
import { cutAround, shorten } from './wording.ts';

export const diffViews = ['merged', 'side-by-side'] as const;
export type DiffView = (typeof diffViews)[number];

export interface HtmlViewOptions {
  /** By default `merged`. */
  readonly view?: DiffView;
  /** What the two versions are called: files, dates. */
  readonly names?: Sides<string>;
  /** What is said of all changes, in one line. */
  readonly summary?: string;
  /** Style sheets and pictures of the versions that are at hand. */
  readonly resources?: Sides<PageResources> | undefined;
  /** Changes that are alike are listed together; true unless told. */
  readonly groups?: boolean;
}

export function toDiffHtml(diff: PageDiff, options: HtmlViewOptions = {}): string {
  const {
    view = 'merged',
    names = { old: 'old version', new: 'new version' },
    summary = '',
    groups = true,
  } = options;
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
    listChanges(diff, groups ? findLikeChanges(diff) : []),
    `<div class="frames">${frames(diff, { ...options, view, names })}</div></main>`,
    `<script>${viewScript}</script></body></html>\n`,
  ].join('');
}

const legend =
  '<ul class="legend" aria-label="Legend"><li class="added">added</li><li class="removed">removed</li>' +
  '<li class="moved">moved</li><li class="attributes">other address or attribute</li></ul>';

function frames(
  diff: PageDiff,
  { view, names, resources }: HtmlViewOptions & { readonly names: Sides<string> },
): string {
  if (view === 'merged')
    return frame(`New: ${names.new}, with what was removed`, mergedView(diff, resources));
  return (
    frame(`Old: ${names.old}`, versionView(diff, 'old', resources)) +
    frame(`New: ${names.new}`, versionView(diff, 'new', resources))
  );
}

/** The only permission lets our own script scroll the frame to a change; nothing in the frame can use it. */
function frame(name: string, html: string): string {
  return (
    `<section><h2>${escapeText(name)}</h2><iframe title="${escapeValue(name)}" sandbox="allow-same-origin" ` +
    `srcdoc="${escapeValue(html)}"></iframe></section>`
  );
}

/** Nobody reads more, and a file for each of 100,000 changes would not open. */
const mostEntries = 1_000;
const mostChars = 120;

/** The list of changes beside the page: each entry leads to where the change stands. */
function listChanges(diff: PageDiff, groups: readonly LikeChanges[]): string {
  const recordOf = createChangeRecords(diff);
  const groupOf = new Map(groups.flatMap((group) => group.numbers.map((number) => [number, group] as const)));
  // What was replaced is listed with what replaces it.
  const listed = [...diff.changes.keys()].filter((number) => diff.changes[number]!.replaces === undefined);
  const write = (number: number): string => {
    const record = recordOf(number);
    return record.replaced_by === undefined ? entry(record) : replaced(record, recordOf(record.replaced_by));
  };
  const shown = listed.slice(0, mostEntries);
  const entries = shown.flatMap((number) => {
    const group = groupOf.get(number);
    if (group === undefined) return [write(number)];
    // All of them where the first of them stands.
    return number === group.numbers[0] ? [likeEntries(group, shown, write)] : [];
  });
  const more = listed.length - shown.length;
  return (
    `<nav aria-label="Changes"><details open><summary>Changes (${listed.length})</summary>` +
    '<p class="steps"><button type="button" data-step="-1">Previous</button> ' +
    '<button type="button" data-step="1">Next</button></p>' +
    `<ol>${entries.join('')}</ol>${more > 0 ? `<p>and ${more} more</p>` : ''}</details></nav>`
  );
}

function likeEntries(
  { numbers, words }: LikeChanges,
  shown: readonly number[],
  write: (number: number) => string,
): string {
  const members = numbers.filter((number) => shown.includes(number)).map(write);
  return (
    `<li class="like"><a href="#" data-changes="${numbers.slice(0, 2).join(' ')}"><b class="kind">alike</b> ` +
    `<span class="text">${short(words)}</span></a>` +
    `<details><summary>one by one</summary><ol>${members.join('')}</ol></details></li>`
  );
}

function entry(record: ChangeRecord): string {
  const { kind, attributes = [] } = record;
  const details = attributes.map(
    ({ name, ...values }) =>
      `<span class="values">${escapeText(name)}: <del>${short(values.old ?? '(none)')}</del> → ` +
      `<ins>${short(values.new ?? '(none)')}</ins></span>`,
  );
  return item(record, {
    kind,
    numbers: [record.change],
    words: `<span class="text">${short(wordsOf(record))}</span>${details.join('')}`,
  });
}

function replaced(removed: ChangeRecord, added: ChangeRecord): string {
  return item(added, {
    kind: 'replaced',
    numbers: [added.change, removed.change],
    words:
      wordsOf(removed) === wordsOf(added)
        ? `${short(wordsOf(added))} <del>${short(removed.tag)}</del> → <ins>${short(added.tag)}</ins>`
        : replacedWords(wordsOf(removed), wordsOf(added)),
  });
}

/** What the two versions have in common at their ends is written once. */
function replacedWords(before: string, after: string): string {
  const old = cutAround(before, after);
  const fresh = cutAround(after, before);
  const [from, to] = fresh.changed;
  return (
    `${escapeText(fresh.text.slice(0, from))}<del>${short(old.text.slice(...old.changed))}</del> ` +
    `<ins>${short(fresh.text.slice(from, to))}</ins>${escapeText(fresh.text.slice(to))}`
  );
}

function item(
  { zone, path, old_path }: ChangeRecord,
  entry: { readonly kind: string; readonly numbers: readonly number[]; readonly words: string },
): string {
  const paths = old_path === undefined || old_path === path ? path : `${old_path} → ${path}`;
  const mark = zone === undefined ? '' : `<b class="zone">${zone}</b>`;
  return (
    `<li class="${entry.kind}"><a href="#" data-changes="${entry.numbers.join(' ')}">` +
    `<b class="kind">${kindWords[entry.kind]}</b>${mark} ${entry.words}` +
    `<small title="${escapeValue(paths)}">${escapeText(paths)}</small></a></li>`
  );
}

const kindWords: Readonly<Record<string, string>> = {
  added: 'added',
  removed: 'removed',
  moved: 'moved',
  replaced: 'changed',
  attributes: 'attributes',
};

function wordsOf({ text, shows = [], tag }: ChangeRecord): string {
  return text || shows.join(' ') || `[${tag}]`;
}

function short(text: string): string {
  return escapeText(shorten(text, mostChars));
}

/** How the file around the pages looks: two columns on a screen, one on a phone. */
const viewStyle: string = `
:root{color-scheme:light dark;--line:#d1d9e0;--soft:#59636e;--ground:#f6f8fa;--paper:#fff;--ink:#1f2328;--focus:#0969da}
@media (prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#9198a1;--ground:#151b23;--paper:#0d1117;--ink:#f0f6fc;--focus:#4493f8}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:14px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;align-items:end;padding:.75rem 1rem;border-bottom:1px solid var(--line);background:var(--ground)}
h1{font-size:1.15rem;margin:0}
h2{font-size:.85rem;font-weight:600;margin:0;padding:.35rem .75rem;color:var(--soft);background:var(--ground);border-bottom:1px solid var(--line)}
header p{margin:.15rem 0 0;color:var(--soft)}
.names del{text-decoration:none}
.names ins{text-decoration:none;color:var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;margin:0;padding:0}
.legend li,.kind{padding:.05rem .4rem;border-radius:3px;font-weight:600;font-size:.75rem;color:#1f2328}
.legend .added,.added .kind{background:#dafbe1;outline:2px solid #1a7f37}
.legend .removed,.removed .kind{background:#ffd7d5;outline:1px dotted #cf222e;text-decoration:line-through}
.legend .moved,.moved .kind{background:#ddf4ff;outline:2px dashed #0969da}
.legend .attributes,.attributes .kind{background:#fff8c5;outline:2px dotted #9a6700}
.like>a .kind{background:#eaeef2;outline:1px solid #59636e}
.like details ol{margin-left:.75rem;border-left:2px solid var(--line)}
.like summary{font-weight:400;color:var(--soft);padding-top:0}
.replaced .kind{background:linear-gradient(90deg,#ffd7d5 50%,#dafbe1 50%);outline:1px solid #1a7f37}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(14rem,20rem) 1fr}
nav{overflow:auto;border-right:1px solid var(--line)}
summary{padding:.5rem .75rem;font-weight:600;cursor:pointer}
.steps{display:flex;gap:.5rem;margin:0;padding:0 .75rem .5rem}
.steps button{font:inherit;padding:.15rem .7rem;border:1px solid var(--line);border-radius:4px;background:var(--ground);color:inherit;cursor:pointer}
ol{list-style:none;margin:0;padding:0}
nav li{border-top:1px solid var(--line)}
nav a{display:block;padding:.5rem .75rem;color:inherit;text-decoration:none}
nav a:hover{background:var(--ground)}
nav a[aria-current]{background:var(--ground);box-shadow:inset 4px 0 var(--focus)}
:focus-visible{outline:2px solid var(--focus);outline-offset:-2px}
nav del{color:var(--soft)}
nav ins{text-decoration:none;font-weight:600}
.values{display:block}
.zone{margin-left:.4rem;font-size:.7rem;font-weight:400;color:var(--soft);border:1px solid var(--line);border-radius:3px;padding:0 .3rem}
small{display:block;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.frames{display:flex;min-width:0}
section{flex:1;min-width:0;display:flex;flex-direction:column}
section+section{border-left:1px solid var(--line)}
iframe{flex:1;width:100%;min-height:10rem;border:0;background:#fff;color-scheme:light}
@media (max-width:48rem){
body{height:auto;min-height:100%}
main{display:block}
nav{max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}
.frames{flex-direction:column}
section+section{border-left:0;border-top:1px solid var(--line)}
iframe{flex:none;height:75vh}
}
`;

/**
 * The only script of the file: leads from the list of changes to their places in the frames. Without it the list and
 * the pages are there all the same.
 */
const viewScript: string = `
'use strict';
const frames = [...document.querySelectorAll('iframe')];
const links = [...document.querySelectorAll('a[data-changes]')];
let current = -1;

function placeIn(frame, link) {
  for (const name of ['change', 'place'])
    for (const number of link.dataset.changes.split(' ')) {
      const found = frame.contentDocument?.querySelector('[data-dehusk-' + name + '~="' + number + '"]');
      if (found) return found;
    }
  return null;
}

function step(by) {
  let next = current;
  do next = (next + by + links.length) % links.length;
  while (links[next]?.closest('.like details:not([open])'));
  show(next);
}

function show(index) {
  if (links.length === 0) return;
  current = (index + links.length) % links.length;
  const link = links[current];
  for (const one of links) one.toggleAttribute('aria-current', one === link);
  link.scrollIntoView({ block: 'nearest' });
  for (const frame of frames) {
    for (const one of frame.contentDocument?.querySelectorAll('[data-dehusk-current]') ?? [])
      one.removeAttribute('data-dehusk-current');
    const place = placeIn(frame, link);
    place?.setAttribute('data-dehusk-current', '');
    place?.scrollIntoView({ block: 'center' });
  }
}

for (const [index, link] of links.entries())
  link.addEventListener('click', (event) => {
    event.preventDefault();
    show(index);
  });
for (const button of document.querySelectorAll('button[data-step]'))
  button.addEventListener('click', () => step(Number(button.dataset.step)));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'n' || event.key === 'j') step(1);
  if (event.key === 'p' || event.key === 'k') step(-1);
});
if (matchMedia('(max-width: 48rem)').matches) document.querySelector('details').open = false;
`;

/** Names the script in the file's policy; a test keeps the two in step. */
const viewScriptHash = 'sha256-d72F2t/Y8OKvFOi4Muz6kXZsSm+eL2Y9ihlSO4Uyse4=';

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src '${viewScriptHash}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');
