/**
 * What the titles of a site have in common: its name, before or behind a sign, as in `About us | Example`. The parts at
 * the ends of titles are counted as pages are learned; a few counts are kept with the facts of the site, so that they
 * last as long as what else is known of it.
 */

/** Counts by part; a part behind the last sign begins with `>`, one before the first with `<`. */
export type TitleParts = Readonly<Record<string, number>>;

/** Names of sites are far fewer; the rest are titles, which come and go. */
const MAX_PARTS = 8;
const MAX_PART_CHARS = 80;
/** So many pages, and so large a share of them, make a name. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;

const signs = /\s+[|–—·•»«‹›:~-]+\s+|\s*[|»«]\s*|::|:\s+(?=[^:]*$)/g;

export interface SplitTitle {
  readonly name: string;
  readonly rest: string;
}

/** The shortest of them: a title without any is not cut. */
const sign = /[|–—·•»«‹›:~-]/;

/** A title cut at its first or last sign; undefined where there is none, or nothing on one side of it. */
export function cutTitle(title: string, at: 'start' | 'end'): SplitTitle | undefined {
  if (!sign.test(title)) return undefined;
  let cut: RegExpExecArray | undefined;
  for (const match of title.matchAll(signs)) {
    cut = match;
    if (at === 'start') break;
  }
  if (cut === undefined) return undefined;
  const before = title.slice(0, cut.index).trim();
  const after = title.slice(cut.index + cut[0].length).trim();
  if (before === '' || after === '') return undefined;
  return at === 'start' ? { name: before, rest: after } : { name: after, rest: before };
}

/** With the ends of one more title counted. What is rare gives way to what is new (Misra and Gries 1982). */
export function addTitle(parts: TitleParts | undefined, title: string): TitleParts | undefined {
  const first = cutTitle(title, 'start')?.name;
  const last = cutTitle(title, 'end')?.name;
  if (first === undefined || last === undefined) return parts;
  const counts: Record<string, number> = { ...parts };
  for (const part of [`<${first}`, `>${last}`]) {
    if (part.length > MAX_PART_CHARS) continue;
    if (part in counts || Object.keys(counts).length < MAX_PARTS) counts[part] = (counts[part] ?? 0) + 1;
    else
      for (const name of Object.keys(counts)) {
        const left = counts[name]! - 1;
        if (left === 0) delete counts[name];
        else counts[name] = left;
      }
  }
  return counts;
}

/** The name of a site, where its titles show one: on which side, and what it is. */
export function namesOf(parts: TitleParts | undefined, pages: number): readonly string[] {
  if (parts === undefined) return [];
  return Object.keys(parts).filter((part) => parts[part]! >= MIN_PAGES && parts[part]! >= pages * MIN_SHARE);
}
