import type { Expand } from './grammar.ts';
import type { Language } from './language.ts';
import type { Phrase } from './phrases.ts';
import { createRandom } from './random.ts';
import type { PagePlace } from './site-map.ts';

export interface TitlesOptions {
  readonly seed: number;
  readonly language: Language;
  readonly expand: Expand;
  readonly phrase: Phrase;
  readonly subsectionsPerSection: number;
}

export interface Titles {
  readonly displayName: string;
  title(place: PagePlace): string;
  section(section: number): string;
  subsection(subsection: number): string;
}

const infoKeys = ['about', 'contact', 'privacy', 'imprint', 'terms', 'help'] as const;

/** A page's title is known without the page, so that others can link to it by name. */
export function createTitles({
  seed,
  language,
  expand,
  phrase,
  subsectionsPerSection,
}: TitlesOptions): Titles {
  const sections = shuffleNames(language.sections, seed, 'sections');
  const subsections = sections.map((name) => shuffleNames(language.subsections, seed, name));
  const random = createRandom(seed, 'display name');
  const displayName = `${expand('brand', random)} ${random.pick(sections)}`;
  const section = (number: number): string => sections[number]!;
  const subsection = (number: number): string =>
    subsections[Math.floor(number / subsectionsPerSection)]![number % subsectionsPerSection]!;
  const title = (place: PagePlace): string => {
    if (place.kind === 'home') return displayName;
    if (place.kind === 'info') return infoTitle(phrase, place.position);
    if (place.kind === 'section') return section(place.section);
    if (place.kind === 'list') return subsection(place.subsection);
    return capitalise(expand(`${place.kind}Title`, createRandom(seed, 'title', place.id)));
  };
  return { displayName, title, section, subsection };
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function infoTitle(phrase: Phrase, position: number): string {
  const key = infoKeys[position];
  return key === undefined ? `${phrase('help')} ${position}` : phrase(key);
}

function shuffleNames(names: string, seed: number, purpose: string): readonly string[] {
  const random = createRandom(seed, 'names', purpose);
  const left = names.split('|').map((name) => name.trim());
  const shuffled: string[] = [];
  while (left.length > 0) shuffled.push(...left.splice(random.below(left.length), 1));
  return shuffled;
}
