/**
 * What kind of page it is by its address: people and systems name hosts and folders after what is in them. It needs no
 * page, and is the only thing that many pages say.
 */
import { remembering } from './remembering.ts';

/** What has a host or a folder for itself is nothing else, whatever the folders in it are called. */
const parts: readonly (readonly [kind: string, hosts: string, folders: string])[] = [
  [
    'forum',
    'forum forums community discuss discussion discussions boards',
    'forum forums foro foren board boards thread threads discussion discussions viewtopic viewforum showthread',
  ],
  [
    'documentation',
    'docs doc developer developers manual readthedocs gitbook',
    'docs doc documentation manual manuals reference tutorial tutorials handbook howto api apidocs javadoc man-pages userguide usersguide user-guide',
  ],
];

/** Lists, however deep what they list is filed. */
const listFolders =
  'tag tags category categories categoria categorias categorie kategorie kategorien product-category collections genre genres department departments directory';

interface FolderMeaning {
  /** Of the folder, of all that is in it, and of what is right in it. */
  readonly itself?: string;
  readonly within?: string;
  readonly directly?: string;
}

const meanings: readonly (readonly [folders: string, meaning: FolderMeaning])[] = [
  [
    'blog news article articles post posts story stories press-releases noticias artikel',
    { itself: 'list', within: 'article' },
  ],
  ['products produkte productos produits', { itself: 'list', within: 'product' }],
  ['product produkt producto produit item itm dp', { within: 'product' }],
  ['services', { itself: 'list', within: 'service' }],
  ['service', { within: 'service' }],
  ['topic c', { itself: 'list', directly: 'list' }],
  ['search archive archives shop store events jobs podcasts reviews courses', { itself: 'list' }],
  ['recipe recipes rezepte recetas', { itself: 'list', within: 'recipe' }],
  ['job', { within: 'job' }],
  ['event', { within: 'event' }],
  ['author authors user users member members profile', { directly: 'profile' }],
  ['faq faqs', { itself: 'faq' }],
  ['contact contacts contact-us kontakt', { itself: 'contact' }],
  ['about about-us', { itself: 'about' }],
];

const kindByHost = byWord(parts.map(([kind, hosts]) => [hosts, kind]));
const kindByFolder = byWord([
  ...parts.map(([kind, , folders]) => [folders, kind] as const),
  [listFolders, 'list'],
]);
const meaningByFolder = byWord(meanings);

function byWord<Value>(
  lists: readonly (readonly [words: string, value: Value])[],
): ReadonlyMap<string, Value> {
  return new Map(lists.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)));
}

/** Threads by their numbers: of Discourse, Flarum, Stack Exchange, Invision, Reddit. */
const numberedThread = /\/(?:t\/[^/]+|d|questions|topic)\/\d|\/comments\//;
const laterPage = /\/page\/\d+\/?$/;
const dated = /\/(?:19|20)\d\d\/(?:0?[1-9]|1[0-2])\b(?:\/\d\d?\b)?\/?(.?)/;

const address = /^https?:\/\/([^/?#]+)(\/[^?#]*)/;

/** Undefined where the address says nothing, and for the start of a site. */
export function kindOfAddress(url: string | undefined): string | undefined {
  const found = url === undefined ? null : address.exec(url.toLowerCase());
  if (found === null || found[2] === '/') return undefined;
  const host = found[1]!;
  const path = found[2]!;
  const folders = foldersOf(path);
  return (
    kindOfHost(host) ??
    (numberedThread.test(path) ? 'forum' : firstOf(folders, kindByFolder)) ??
    (laterPage.test(path) ? 'list' : kindOfFolders(folders)) ??
    kindOfDate(path) ??
    (host.startsWith('blog.') ? 'article' : undefined)
  );
}

const kindOfHost = remembering((host): string | undefined => firstOf(host.split('.'), kindByHost));

function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let start = 0, end = 0; start < path.length; start = end + 1) {
    end = path.indexOf('/', start);
    if (end === -1) end = path.length;
    if (end > start) folders.push(path.slice(start, end));
  }
  // It may be a file.
  const last = folders.length - 1;
  if (last >= 0 && folders[last]!.includes('.')) folders[last] = folders[last]!.replace(/\.\w+$/, '');
  return folders;
}

function firstOf(words: readonly string[], kinds: ReadonlyMap<string, string>): string | undefined {
  for (let i = 0; i < words.length; i++) {
    const kind = kinds.get(words[i]!);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Of the folders on the way the last one that says something. */
function kindOfFolders(folders: readonly string[]): string | undefined {
  for (let inside = 0; inside < folders.length; inside++) {
    const meaning = meaningByFolder.get(folders[folders.length - 1 - inside]!);
    const kind =
      inside === 0 ? meaning?.itself : (meaning?.within ?? (inside === 1 ? meaning?.directly : undefined));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** What stands in the folder of a month or a day; that folder itself is a list. */
function kindOfDate(path: string): string | undefined {
  const found = dated.exec(path);
  if (found === null) return undefined;
  return found[1] === '' ? 'list' : 'article';
}
