import { describe, expect, it } from 'vitest';
import { cssPathTo } from '../../../../test/css-path-to.ts';
import { commonStep, escapeIdentifier, stepSelector } from './css-path.ts';
import { parseText } from './parse.ts';
import { createSelector } from './select.ts';

const selectorOf = (html: string): string => {
  const page = parseText(html);
  return cssPathTo(page, page.segments[0]!).map(stepSelector).join(' > ');
};

describe('a CSS path', () => {
  it('names tags, ids and classes from html down', () => {
    expect(selectorOf('<div id=menu class="b a"><ul><li>x')).toBe('html > body > div#menu.a.b > ul > li');
  });

  it('is reduced to what two pages have in common', () => {
    const [one, other] = [
      '<div id=a class="post post-1"><p class=x>t',
      '<div id=b class="post post-2"><p class=x>t',
    ].map((html) => {
      const page = parseText(html);
      return cssPathTo(page, page.segments[0]!);
    });
    const common = one!.map((step, i) => commonStep(step, other![i]!));
    expect(common.map(stepSelector).join(' > ')).toBe('html > body > div.post > p.x');
  });

  it.each(['1a', '-1', '-', 'a:b', 'w-1/2', 'a.b', 'é', '中', 'a b', "q'", '--x', 'a\\b', '@x', '\x01'])(
    'matches the class %j',
    (name) => {
      const page = parseText(
        `<p class="other">no</p><p id="${name.replace(' ', '')}" class="${name}">yes</p>`,
      );
      const [compound] = name.split(' ');
      expect(createSelector(`p.${escapeIdentifier(compound!)}`)(page)).toHaveLength(1);
    },
  );
});
