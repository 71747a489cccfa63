/**
 * The first texts of a page's content, as far as its language is told by them: how many letters they have of each script,
 * and how many common words of each language. The core counts them where it has the page, in `core/sample.ts`.
 */
import { NodeFlag, type Page, readSample, readText } from '../page/page.ts';
import { type CommonCounts, countCommon, wordLanguages, wordTables } from './common-words.ts';
import { countScripts, type ScriptCounts, scriptCountsOf, scriptTables } from './scripts.ts';

/** What is counted is that of the sample that was read last. */
export interface LanguageSample {
  readonly scripts: ScriptCounts;
  readonly common: CommonCounts;
  /** Its first characters. */
  start(chars: number): string;
}

interface Content {
  readonly page: Page;
  /** 1 for text that is template. */
  readonly template: Uint8Array;
}

/** So many characters of the content. */
export function sampleOf(content: Content, chars: number): LanguageSample {
  const { page, template } = content;
  tables ??= { ...scriptTables, ...wordTables(), languageCount: wordLanguages.length };
  const counted = readSample(page, template, tables, chars);
  if (counted === undefined) return sampleOfText(textOf(content, chars));
  const { scripts, words, shares, units } = counted;
  return {
    scripts: scriptCountsOf(scripts),
    common: { count: words, shares },
    start: (most) => String.fromCharCode(...units.subarray(0, most)),
  };
}

let tables: Parameters<typeof readSample>[2] | undefined;

function sampleOfText(text: string): LanguageSample {
  return {
    scripts: countScripts(text),
    common: countCommon(text),
    start: (chars) => text.slice(0, chars),
  };
}

/** Shorter texts are names and numbers; they count where there is nothing else. */
const SENTENCE_CHARS = 30;

/** The content but for code: its first sentences, and its first names where these are few. */
function textOf(content: Content, chars: number): string {
  const sentences = firstTexts(content, true, chars);
  return sentences.length >= chars / 4
    ? sentences
    : (sentences + firstTexts(content, false, chars)).slice(0, chars);
}

function firstTexts({ page, template }: Content, areSentences: boolean, chars: number): string {
  const { segments, flags } = page;
  let texts = '';
  for (let i = 0; i < segments.length && texts.length < chars; i++) {
    const node = segments[i]!;
    if (template[node] === 1 || page.chars[node]! >= SENTENCE_CHARS !== areSentences) continue;
    if ((flags[node]! & NodeFlag.preformatted) === 0) texts += `${readText(page, node)}\n`;
  }
  return texts.slice(0, chars);
}
