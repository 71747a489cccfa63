import { describe, expect, it } from 'vitest';
import { compileGrammar, languageNames, languages } from './language.ts';
import { createRandom } from './random.ts';

describe.each(languageNames)('the %s tables', (name) => {
  const language = languages[name];

  it('have a rule for every slot', () => {
    const rules = new Set(Object.keys(language.prose));
    for (const rule of Object.values(language.prose))
      for (const [, slot] of rule.matchAll(/\{([^}]*)\}/g))
        expect(slot!.startsWith('#') || rules.has(slot!), slot).toBe(true);
  });

  it('have no rule that nothing uses and no alternative that is empty or stands twice', () => {
    const used = Object.values(language.prose).join();
    const asked =
      /^(sentence|comment|heading|\w+Title|topic|person|place|tag|advert|attribute|attributeValue|stock|cell|identifier|brand)$/;
    for (const [symbol, rule] of Object.entries(language.prose)) {
      expect(asked.test(symbol) || used.includes(`{${symbol}}`), symbol).toBe(true);
      const alternatives = rule.split('|').map((text) => text.trim());
      expect(alternatives, symbol).not.toContain('');
      if (!/^(topic|person|np|sentence)$/.test(symbol))
        expect(new Set(alternatives).size, symbol).toBe(alternatives.length);
    }
  });

  it('have enough names, and words of several hundred kinds', () => {
    expect(new Set(language.sections.split('|')).size).toBeGreaterThanOrEqual(8);
    expect(new Set(language.subsections.split('|')).size).toBeGreaterThanOrEqual(6);
    expect(language.months.split('|').length).toBe(12);
    const expand = compileGrammar(language.prose);
    const random = createRandom(1);
    const segmenter = new Intl.Segmenter(language.code, { granularity: 'word' });
    const words = new Set<string>();
    for (let count = 0; count < 1500; count++)
      for (const { segment, isWordLike } of segmenter.segment(expand('sentence', random)))
        if (isWordLike === true && !/\d/.test(segment)) words.add(segment.toLowerCase());
    expect(words.size).toBeGreaterThan(300);
  });

  it('make sentences that hardly ever come twice', () => {
    const expand = compileGrammar(language.prose);
    const random = createRandom(2);
    const sentences = Array.from({ length: 3000 }, () => expand('sentence', random));
    expect(new Set(sentences).size).toBeGreaterThan(2900);
    expect(sentences.filter((sentence) => /[{}|]| {2}|undefined/.test(sentence))).toEqual([]);
  });
});
