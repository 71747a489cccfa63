import type { Language, PhraseKey } from './language.ts';
import { createRandom } from './random.ts';

/** A site's wording of a phrase, with `{name}` replaced. */
export type Phrase = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string;

/** Each site chooses among the language's wordings once. */
export function createPhrases(language: Language, seed: number): Phrase {
  const chosen = new Map<PhraseKey, string>();
  return (key, values = {}) => {
    let phrase = chosen.get(key);
    if (phrase === undefined) {
      phrase = createRandom(seed, 'phrase', key).pick(language.phrases[key].split('|'));
      chosen.set(key, phrase);
    }
    return phrase.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}
