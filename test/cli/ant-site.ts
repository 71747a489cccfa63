/** A hand-written site: two boxes on every page around the text of the page's own. */
import type { Workplace } from './run-dehusk.ts';

const nn = (number: number): string => String(number).padStart(2, '0');

export function antHtml(number: number): string {
  const n = nn(number);
  return (
    `<title>Ant ${n}</title><nav><ul id=menu><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>` +
    `<h1>Ant ${n}</h1><p>All about ant ${n}.</p><div class=foot>Imprint <a href=/imprint>of the ants</a></div>`
  );
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The text of page `number` without the template, and with it. */
export const content = (number: number): string => `Ant ${nn(number)}\n\nAll about ant ${nn(number)}.`;
export const whole = (number: number): string =>
  `- Home\n- News\n\n${content(number)}\n\nImprint of the ants`;

/** As one page shows it: a menu is told by what is around it, and the link below the text is not. */
export const byItself = (number: number): string => `${content(number)}\n\nImprint of the ants`;

/** Pages as files: the folder is the site. */
export function writeAnts(work: Workplace, folder: string, numbers: readonly number[]): void {
  for (const number of numbers) work.write(`${folder}/${nn(number)}.html`, antHtml(number));
}

/** Pages as JSON Lines. */
export function antLines(site: string, numbers: readonly number[]): string {
  return numbers
    .map((number) => `${JSON.stringify({ url: `https://${site}/${nn(number)}`, html: antHtml(number) })}\n`)
    .join('');
}
