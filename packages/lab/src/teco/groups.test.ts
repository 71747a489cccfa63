import { expect, it } from 'vitest';
import { categoryOf, suiteCategories } from './groups.ts';

it.each(suiteCategories)('%s is itself', (category) => {
  expect(categoryOf(category)).toBe(category);
});

it.each([
  ['shop', 'Companies / Shops'],
  ['shop/portal (cars)', 'Companies / Shops'],
  ['job board', 'Companies / Shops'],
  ['media database', 'Forums / Social'],
  ['travel/review portal', 'Forums / Social'],
  ['blog', 'Personal / Blogs'],
  ['magazine/blog', 'Media / Communication'],
  ['sports news', 'Media / Communication'],
  ['wiki', 'Media / Communication'],
  ['institution (municipality)', 'Institutions / Associations'],
  ['project site + blog', 'Institutions / Associations'],
  ['education directory', 'Institutions / Associations'],
  ['school', 'Institutions / Associations'],
  ['event', 'Institutions / Associations'],
  ['events (city calendar)', 'Institutions / Associations'],
  ['documentation', 'not in the suite'],
  ['unknown', 'not in the suite'],
])('%s is %s', (kind, category) => {
  expect(categoryOf(kind)).toBe(category);
});
