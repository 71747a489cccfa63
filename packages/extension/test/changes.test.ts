/**
 * FireDiff on pairs of versions with known edits: every real change is told, nothing is told of a page that has not
 * changed, and what changes by itself or with the template stands apart. Copies, as they are kept, are compared.
 */
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import {
  type ComparedVersions,
  compareVersions,
  countedChanges,
  type PageChange,
} from '../../dehusk/src/compare/versions/compare-versions.ts';
import { type PageHistory, withVersion } from '../../dehusk/src/compare/versions/page-versions.ts';
import { createNumberMask } from '../../dehusk/src/compare/versions/unsteady-parts.ts';
import { createCleaner } from '../../dehusk/src/engine/node-cleaner.ts';
import { createRandom, type Random } from '../../lab/src/synthetic/random.ts';
import { createSite, type SyntheticSite } from '../../lab/src/synthetic/synthetic-site.ts';
import { markChanges } from '../src/background/change-marks.ts';
import { copyShown } from '../src/copy/copy-document.ts';
import type { CopiedEntry } from '../src/copy/page-copy.ts';
import { readCopy } from '../src/copy/read-copy.ts';
import type { MarkName } from '../src/protocol.ts';

const SITES = 24;
const hashKey = [0, 0] as const;

interface Version {
  readonly document: Document;
  readonly random: Random;
  /** Paragraphs of content, each with words that no other has. */
  readonly paragraphs: readonly Element[];
  /** Texts that are template. */
  readonly template: ReadonlySet<string>;
}

/** Words that no page of the site has. */
function freshWords(random: Random): string {
  const word = (): string => `zq${random.between(100_000, 999_999).toString(36).replace(/\d/g, 'x')}`;
  return Array.from({ length: 8 }, word).join(' ');
}

/** Furniture that changes by itself: a counter, a clock, an advertisement that its author calls so. */
function addFurniture(document: Document, visit: number): void {
  const day = ['Monday', 'Tuesday', 'Wednesday'][visit % 3];
  const furniture = document.createElement('div');
  furniture.innerHTML =
    `<p id="visits">${(1234 + visit * 17).toLocaleString('en')} visits</p><p id="clock">${day}, ${3 + visit} March, 12:${10 + visit}</p>` +
    `<div class="ad-slot"><a href="https://ads.invalid/${visit}">${['Cheap flights to the sea', 'Better shoes for winter', 'A bank that listens'][visit % 3]}</a></div>`;
  document.body.append(furniture);
}

function readVersion(site: SyntheticSite, order: number, visit: number): Version {
  const page = site.page(order);
  const { document } = parseHTML(page.html) as unknown as { document: Document };
  const labelled = (wanted: string): ReadonlySet<string> =>
    new Set(page.texts.filter(({ label }) => label === wanted).map(({ text }) => squash(text)));
  const content = labelled('content');
  const all = [...document.querySelectorAll('p')];
  const paragraphs = all.filter((one) => {
    const words = squash(one.textContent ?? '');
    const isContent = one.childNodes.length === 1 && content.has(words) && words.length > 40;
    return isContent && all.filter((other) => squash(other.textContent ?? '') === words).length === 1;
  });
  addFurniture(document, visit);
  return { document, paragraphs, template: labelled('template'), random: createRandom(order, 'edits') };
}

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Expected {
  /** Kinds and texts of the changes that count, where replacements are told once. */
  readonly counted: readonly string[];
  /** What stands in the place of what is gone. */
  readonly inPlace?: readonly string[];
  /** Parts of texts that must be told as changes of the template. */
  readonly template?: readonly string[];
  readonly templateInPlace?: readonly string[];
}

/** Each changes a version and says what must be told; undefined where the page has no room for it. */
const edits: Readonly<Record<string, (version: Version) => Expected | undefined>> = {
  nothing: () => ({ counted: [] }),
  insert: ({ document, paragraphs, random }) => {
    const words = freshWords(random);
    const added = document.createElement('p');
    added.textContent = words;
    paragraphs[random.between(0, paragraphs.length - 1)]!.after(added);
    return { counted: [`new: ${words}`] };
  },
  remove: ({ paragraphs, random }) => {
    const gone = paragraphs[random.between(0, paragraphs.length - 1)]!;
    gone.remove();
    return { counted: [`gone: ${squash(gone.textContent!)}`] };
  },
  change: ({ paragraphs, random }) => {
    const changed = paragraphs[random.between(0, paragraphs.length - 1)]!;
    const before = squash(changed.textContent!);
    const words = freshWords(random);
    changed.textContent = words;
    return { counted: [`gone: ${before}`], inPlace: [words] };
  },
  price: ({ paragraphs }) => {
    paragraphs[0]!.textContent = 'It costs 12 € now.';
    return { counted: ['gone: It costs 10 € now.'], inPlace: ['It costs 12 € now.'] };
  },
  move: ({ paragraphs }) => {
    // Of two that have changed places nobody could say which was moved.
    const [moved, ...others] = paragraphs;
    if (others.length < 2) return undefined;
    others.at(-1)!.after(moved!);
    return { counted: [`moved: ${squash(moved!.textContent!)}`] };
  },
  redesign: ({ document }) => {
    // Everything stands in other elements.
    const wrapper = document.createElement('div');
    wrapper.className = 'new-look';
    const inner = document.createElement('section');
    inner.append(...document.body.childNodes);
    wrapper.append(inner);
    document.body.append(wrapper);
    return { counted: [] };
  },
  menu: ({ document, template, random }) => {
    const list = [...document.querySelectorAll('ul')].find(
      ({ children }) =>
        children.length > 2 &&
        [...children].every(
          (item) => item.querySelector('a') !== null && template.has(squash(item.textContent ?? '')),
        ),
    );
    if (list === undefined) return undefined;
    const words = freshWords(random);
    const item = list.lastElementChild!.cloneNode(true) as Element;
    const link = item.querySelector('a') ?? item;
    link.textContent = words;
    list.append(item);
    return { counted: [], template: [words] };
  },
  /** The menu says something else. */
  rename: ({ document, template, random }) => {
    const links = [...document.querySelectorAll('nav a, header a, footer a')];
    const changed = links.find((link) => {
      const words = squash(link.textContent!);
      const isOnly = links.filter((other) => squash(other.textContent!) === words).length === 1;
      return link.childNodes.length === 1 && words.length > 4 && template.has(words) && isOnly;
    });
    if (changed === undefined) return undefined;
    const before = squash(changed.textContent!);
    const words = freshWords(random);
    changed.textContent = words;
    return { counted: [], template: [before], templateInPlace: [words] };
  },
};

const cut = (told: string): string => {
  const [, kind, words] = /^(\w+: )(.*)$/.exec(told)!;
  return kind! + (words!.length > 160 ? `${words!.slice(0, 159)}…` : words!);
};

/** Texts as the page shows them: highlighted, or standing in grey where they stood. */
interface Marks {
  readonly new: readonly string[];
  readonly moved: readonly string[];
  readonly gone: readonly string[];
  readonly template: readonly string[];
}

function marksOf(compared: ComparedVersions, { copy, entriesOf }: ReadVersion): Marks {
  const { highlighted, outlined, gone } = markChanges(compared, entriesOf);
  const entries = JSON.parse(copy) as readonly CopiedEntry[];
  const textsOf = (name: MarkName): readonly string[] => [
    ...highlighted[name].map((entry) => squash(entries[entry]![1]!)),
    // Lines around parts of the template say that they stand elsewhere.
    ...(name === 'template' ? [] : outlined[name]).map((entry) => `<${entries[entry]![1]}>`),
    ...gone.filter((part) => name === 'template' && part.name === name).map(({ text }) => squash(text)),
  ];
  return {
    new: textsOf('new'),
    moved: textsOf('moved'),
    gone: gone.filter(({ name }) => name === 'new' || name === 'moved').map(({ text }) => squash(text)),
    template: textsOf('template'),
  };
}

function expectedMarks({
  counted: told,
  inPlace = [],
  template = [],
  templateInPlace = [],
}: Expected): Marks {
  const of = (kind: string): readonly string[] =>
    told.filter((one) => one.startsWith(`${kind}: `)).map((one) => one.slice(kind.length + 2));
  return {
    new: [...of('new'), ...inPlace],
    moved: of('moved'),
    gone: of('gone'),
    template: [...templateInPlace, ...template],
  };
}

function counted(changes: readonly PageChange[]): readonly string[] {
  return changes
    .filter(
      ({ zone, unsteady, isReplacement }) => zone === 'content' && unsteady === undefined && !isReplacement,
    )
    .map(({ kind, text }) => `${kind}: ${text}`);
}

/** As text, as it is kept. */
function copyOf({ document }: Pick<Version, 'document'>): string {
  const steps = copyShown(document);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.copy;
}

interface ReadVersion {
  readonly copy: string;
  readonly entriesOf: ReturnType<typeof readCopy>['entriesOf'];
}

interface Compared extends ComparedVersions {
  readonly marks: Marks;
}

type Compare = (old: string, current: string, history?: PageHistory) => Promise<Compared>;

async function judgeFor(site: SyntheticSite): Promise<Compare> {
  const cleaner = createCleaner({ hashKey });
  for (let i = 0; i < site.pages; i++) await cleaner.learn(site.page(i));
  const { url } = site.page(1);
  return async (old, current, history) => {
    const shown = readCopy(current, { url, hashKey });
    const pages = { old: readCopy(old, { url, hashKey }).page, new: shown.page };
    const judged = { old: await cleaner.judge(pages.old), new: await cleaner.judge(pages.new) };
    if (judged.old.error !== undefined || judged.new.error !== undefined) throw new Error('not judged');
    const verdicts = { old: judged.old.verdict, new: judged.new.verdict };
    const replacedTimes = new Map(history?.replacedTimes ?? []);
    const compared = compareVersions(pages.old, pages.new, {
      mapping: 'top-down-exact',
      verdicts,
      replacedTimes,
    });
    return { ...compared, marks: marksOf(compared, { ...shown, copy: current }) };
  };
}

describe('what changed, on pairs with known edits', () => {
  const pairs = new Map<string, number>();
  it.each(Array.from({ length: SITES }, (_, seed) => seed))('of site %i', async (seed) => {
    const site = createSite({ seed: 4000 + seed, pages: 9, pageBytes: { min: 3_000, max: 9_000 } });
    const compare = await judgeFor(site);
    const found: unknown[] = [];
    const wanted: unknown[] = [];
    for (let order = 1; order < 6; order++)
      for (const [name, edit] of Object.entries(edits)) {
        const before = readVersion(site, order, 0);
        const after = readVersion(site, order, 1);
        if (before.paragraphs.length < 2) continue;
        if (name === 'price') before.paragraphs[0]!.textContent = 'It costs 10 € now.';
        const expected = edit(after);
        if (expected === undefined) continue;
        const { changes, marks } = await compare(copyOf(before), copyOf(after));
        const isSteady = ({ unsteady, isReplacement }: PageChange): boolean =>
          unsteady === undefined && !isReplacement;
        const template = changes.filter((change) => isSteady(change) && change.zone === 'template');
        found.push({
          pair: `${name} on page ${order}`,
          counted: counted(changes),
          marks,
          template: template.filter(({ kind }) => kind !== 'moved').map(({ text }) => text),
          // The counter, the clock and the advertisement.
          hasUnsteady: changes.some(({ unsteady }) => unsteady !== undefined),
          unchanged: (await compare(copyOf(after), copyOf(after))).marks,
        });
        wanted.push({
          pair: `${name} on page ${order}`,
          counted: expected.counted.map(cut),
          marks: expectedMarks(expected),
          template: expected.template ?? [],
          hasUnsteady: true,
          unchanged: expectedMarks({ counted: [] }),
        });
        pairs.set(name, (pairs.get(name) ?? 0) + 1);
      }
    expect(found).toEqual(wanted);
  });
  it('of at least 200 pairs, of each kind some', ({ annotate }) => {
    const all = [...pairs.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThanOrEqual(200);
    expect(Math.min(...Object.keys(edits).map((name) => pairs.get(name) ?? 0))).toBeGreaterThanOrEqual(5);
    return annotate(`${all} pairs: ${JSON.stringify(Object.fromEntries(pairs))}`);
  });
});

describe('what changes by itself', () => {
  const mask = createNumberMask('de');
  it.each([
    ['1,234 visits', '1,251 visits'],
    ['12:10', '12:11:30'],
    ['Montag, 3. März 2026', 'Dienstag, 4. April 2026'],
    ['vor 3 Minuten', 'vor 1 Stunde'],
    ['yesterday', '2 days ago'],
    ['٤٢ زائر', '٤٣ زائر'],
  ])('is the same but for numbers: %s, %s', (one, other) => expect(mask(one)).toBe(mask(other)));
  it.each([
    ['10 €', '12 €'],
    ['USD 5', 'USD 6'],
    ['3 cats', '3 dogs'],
    ['Chapter one', 'Chapter two'],
  ])('is not the same: %s, %s', (one, other) => expect(mask(one)).not.toBe(mask(other)));

  it('is what was another at each of the last visits, and not before', async () => {
    const site = createSite({ seed: 4100, pages: 8, pageBytes: { min: 3_000, max: 9_000 } });
    const compare = await judgeFor(site);
    const order = [1, 2, 3, 4, 5].find((one) => readVersion(site, one, 0).paragraphs.length > 1)!;
    const copyAt = (visit: number): string => {
      const { document, paragraphs } = readVersion(site, order, 0);
      const slot = document.createElement('p');
      slot.id = 'teaser';
      slot.textContent = ['red apples', 'green pears', 'blue plums', 'yellow quinces'][visit]!;
      paragraphs[0]!.after(slot);
      return copyOf({ document });
    };
    let history: PageHistory | undefined;
    const counts: number[] = [];
    for (let visit = 1; visit < 4; visit++) {
      const { changes, replaced } = await compare(copyAt(visit - 1), copyAt(visit), history);
      counts.push(countedChanges(changes));
      history = withVersion(
        history,
        { id: visit, takenAt: visit, sizeBytes: 1 },
        { replaced, mostVersions: 20 },
      );
    }
    expect(counts).toEqual([1, 1, 0]);
  });
});

describe('versions', () => {
  it('are bounded, and the one that was seen is never lost', () => {
    let history: PageHistory | undefined;
    for (let id = 1; id <= 50; id++)
      history = withVersion(history, { id, takenAt: id, sizeBytes: 1 }, { replaced: [], mostVersions: 20 });
    expect(history!.versions.map(({ id }) => id)).toEqual([
      1,
      ...Array.from({ length: 19 }, (_, i) => 32 + i),
    ]);
    expect(history!.seen).toBe(1);
  });

  it('hold nothing that the user has typed, and no scripts', () => {
    const { document } = parseHTML(
      '<!doctype html><html><head><title>T</title></head><body><input value="secret1"><textarea>secret2</textarea>' +
        '<div contenteditable>secret3</div><p onclick="secret4()" data-x="secret5">Text</p><script>secret6</script>' +
        '<svg><path d="M0"/></svg><o:p>old</o:p></body></html>',
    ) as unknown as { document: Document };
    const copy = copyOf({ document });
    expect(copy).not.toContain('secret');
    expect(copy).toContain('Text');
    const { page } = readCopy(copy);
    expect(page.nodeCount).toBeGreaterThan(10);
  });
});
