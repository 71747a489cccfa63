/** The list of changes beside the page: each leads to its place. */
import { escapeText, escapeValue } from '../../page/serialise.ts';
import { type ChangeRecord, createChangeRecords } from './change-record.ts';
import type { PageDiff } from './page-diff.ts';
import { shorten } from './reading.ts';
import { cutAround } from './text-difference.ts';

/** Nobody reads more, and a file for each of 100,000 changes would not open. */
const mostEntries = 1_000;
const mostChars = 120;

export function listChanges(diff: PageDiff): string {
  const recordOf = createChangeRecords(diff);
  // What was replaced is told with what replaces it.
  const listed = [...diff.changes.keys()].filter((number) => diff.changes[number]!.replaces === undefined);
  const entries = listed.slice(0, mostEntries).map((number) => {
    const record = recordOf(number);
    return record.replaced_by === undefined ? entry(record) : replaced(record, recordOf(record.replaced_by));
  });
  const more = listed.length - entries.length;
  return (
    `<nav aria-label="Changes"><details open><summary>Changes (${listed.length})</summary>` +
    '<p class="steps"><button type="button" data-step="-1">Previous</button> ' +
    '<button type="button" data-step="1">Next</button></p>' +
    `<ol>${entries.join('')}</ol>${more > 0 ? `<p>and ${more} more</p>` : ''}</details></nav>`
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

/** What the two versions have in common at their ends is told once. */
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
  const place = old_path === undefined || old_path === path ? path : `${old_path} → ${path}`;
  const mark = zone === undefined ? '' : `<b class="zone">${zone}</b>`;
  return (
    `<li class="${entry.kind}"><a href="#" data-changes="${entry.numbers.join(' ')}">` +
    `<b class="kind">${kindWords[entry.kind]}</b>${mark} ${entry.words}` +
    `<small title="${escapeValue(place)}">${escapeText(place)}</small></a></li>`
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
