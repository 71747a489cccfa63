/** The groups that Alarte (2014) puts the sites of its suite into, and where sites of other corpora belong. */

/** The five groups of sites of the thesis's suite (6.2.2). */
export const suiteCategories = [
  'Companies / Shops',
  'Forums / Social',
  'Personal / Blogs',
  'Media / Communication',
  'Institutions / Associations',
] as const;
export type SuiteCategory = (typeof suiteCategories)[number];

/** Software documentation, for one: the suite has none. */
export const otherCategory = 'not in the suite';
export type Category = SuiteCategory | typeof otherCategory;

export const categories: readonly Category[] = [...suiteCategories, otherCategory];

/**
 * The first that fits. Where a kind is not named in the thesis, its Table 6.1 tells where such a site is: a software
 * project (eclipse.org) and a directory (dblp at Trier) are institutions, and so is what a school, a city or those who
 * hold an event have; a wiki (citizendium.org) is media, a film database with reviews by readers (filmaffinity.com) is
 * social.
 */
const rules: readonly (readonly [RegExp, Category])[] = [
  [/documentation|manual/, otherCategory],
  [/institution|association|project|directory|university|school|city|event/, 'Institutions / Associations'],
  [/forum|social|community|review|media database/, 'Forums / Social'],
  [/news|magazine|media|wiki/, 'Media / Communication'],
  [/shop|compan|portal|job/, 'Companies / Shops'],
  [/blog|personal/, 'Personal / Blogs'],
];

/** In which group a site of a corpus is, by what its `site.json` says of its kind. */
export function categoryOf(kind: string): Category {
  const words = kind.toLowerCase();
  return rules.find(([pattern]) => pattern.test(words))?.[1] ?? otherCategory;
}
