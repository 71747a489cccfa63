import { describe, expect, it } from 'vitest';
import { home, insectHtml, textsOf } from '../../../../../test/template/insect-site.ts';
import { parseText } from '../../page/parse.ts';
import { ArrivingSiblings } from './arriving-siblings.ts';

const page = (name: string) => parseText(insectHtml(name), { url: `${home}${name}/` });
const key = parseText(insectHtml('all insects'), { url: home });

describe('siblings that arrive', () => {
  it('are wanted if the key page links to them, until enough have come', () => {
    const siblings = new ArrivingSiblings(key);
    expect(siblings.wants(`${home}spiders/`)).toBe(false);
    for (const name of ['wasps', 'ants']) siblings.offer(page(name));
    expect(siblings.wants(`${home}ants/`)).toBe(false);
    expect([siblings.wants(`${home}bees/`), siblings.isSettled]).toEqual([true, false]);
    siblings.offer(page('bees'));
    expect([siblings.wants(`${home}moths/`), siblings.isSettled]).toEqual([false, true]);
  });

  it('tell the template of the key page', () => {
    const siblings = new ArrivingSiblings(key);
    for (const name of ['moths', 'bees']) siblings.offer(page(name));
    const template = siblings.template()!;
    const texts = textsOf(key, (node) => template[node] === 1);
    expect(texts).toContain('© Insects');
    expect(texts).not.toContain('What we know of all insects.');
  });

  it('are too few for a template if there is one, or none but copies of the key page', () => {
    const siblings = new ArrivingSiblings(key);
    siblings.offer(page('ants'));
    siblings.offer(parseText(insectHtml('all insects'), { url: `${home}bees/` }));
    expect(siblings.template()).toBeUndefined();
  });
});
