import type { Language } from '../language.ts';
import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { czech } from './czech.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';

export type LanguageName = 'english' | 'german' | 'french' | 'czech' | 'chinese' | 'arabic';

export const languages: Readonly<Record<LanguageName, Language>> = {
  english,
  german,
  french,
  czech,
  chinese,
  arabic,
};

export const languageNames: readonly LanguageName[] = Object.keys(languages) as LanguageName[];
