/** Pages that want to be judged wrongly: an article that stands on many pages, and advertisements that never repeat. */
import { describe, expect, it } from 'vitest';
import { createCleaner } from '../packages/dehusk/src/engine/html-cleaner.ts';

const subjects = ['ants', 'bees', 'moths', 'wasps', 'flies', 'bugs', 'crickets', 'beetles', 'lice', 'fleas'];
const menu = ['Home', 'Animals', 'Plants', 'Stones']
  .map((name) => `<a href="/${name}">${name}</a>`)
  .join(' ');
const footer = 'Insects and more, all of them sold as they were found in the garden.';

const own = (i: number): string =>
  `<h1>All about ${subjects[i % 10]} number ${i}</h1>` +
  `<p>Nobody knows more about ${subjects[i % 10]} number ${i} than we do, and here we tell all of it.</p>` +
  `<p>They live in gardens, and number ${i} of them eats what the others of ${i} have left there.</p>`;
const page = (i: number, main: string, side = ''): { url: string; html: string } => ({
  url: `https://garden.example/${i}`,
  html:
    `<body><nav>${menu}</nav><div class=middle><main class=text>${main}</main><div class=side>${side}</div></div>` +
    `<footer><p>${footer}</p></footer>`,
});

const article =
  '<h1>The storm of last night</h1>' +
  '<p>A storm went over the whole country last night and took trees and roofs with it, the weather service says.</p>' +
  '<p>Nobody was hurt, but many roads will be closed until the end of the week because of the trees on them.</p>';
const sentence = 'A storm went over the whole country last night';

async function cleaned(
  pages: readonly { url: string; html: string }[],
): Promise<{ text: string; guarded: boolean }[]> {
  const cleaner = createCleaner();
  const results: { text: string; guarded: boolean }[] = [];
  for (const each of pages) {
    const { text, guarded } = (await cleaner.add(each)) as { text: string; guarded?: boolean };
    results.push({ text, guarded: guarded === true });
  }
  return results;
}

describe('an article that stands on many pages', () => {
  it('of the last forty on ten: is kept, or kept and flagged, and never is the footer all there is', async () => {
    const pages = Array.from({ length: 44 }, (_, i) => page(i, i % 4 === 3 ? article : own(i)));
    const results = await cleaned(pages);
    for (let i = 23; i < 44; i += 4) expect(results[i]!.text).toContain(sentence);
  });

  it('of the last forty on twenty, beside other text: that is kept, and the article if nothing else is', async () => {
    const both = (i: number): string => (i % 2 === 1 ? own(i) + article : own(i));
    const results = await cleaned(Array.from({ length: 44 }, (_, i) => page(i, both(i))));
    for (let i = 21; i < 44; i += 2) {
      expect(results[i]!.text).toContain('Nobody knows more');
      expect(results[i]!.text).not.toBe(footer);
      expect(results[i]!.text).toContain(sentence);
    }
  });
});

describe('a repeated advertisement is gone from the tenth page on', () => {
  it.each([
    [
      'with a counter',
      (i: number) => `<p>You are visitor number ${1000 + i} and have won a prize, click here</p>`,
    ],
    [
      'with zero-width characters',
      (i: number) =>
        `<p>Buy our pi${'\u200b'.repeat(1 + (i % 7))}lls now and be happy for all of your life</p>`,
    ],
    [
      'with a split word',
      (i: number) =>
        `<p>Buy our ${'pills'.slice(0, 1 + (i % 4))} ${'pills'.slice(1 + (i % 4))} now and be happy for all of your life</p>`,
    ],
    [
      'with a tag inside',
      (i: number) =>
        `<p>Buy our ${['<b>pills</b>', '<i>pills</i>', '<u>pills</u>', '<em>pills</em>'][i % 4]} now and be happy for all of your life</p>`,
    ],
  ])('%s', async (_, advertisement) => {
    const results = await cleaned(Array.from({ length: 30 }, (_, i) => page(i, own(i), advertisement(i))));
    for (const { text } of results.slice(9)) {
      expect(text).not.toMatch(/click here|happy/);
      expect(text).toContain('Nobody knows more');
    }
  });
});
