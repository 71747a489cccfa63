/** A small site in memory: a menu on all pages, an article on each, and whatever a test adds. */
import { DehuskError } from '../../packages/dehusk/src/errors.ts';
import { type Page, readNormalText } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';

export const home = 'https://insects.example/';

const names = ['ants', 'bees', 'moths', 'wasps'];

export function insectHtml(name: string, main = ''): string {
  const menu = names.map((item) => `<li><a href="/${item}/">All ${item}</a></li>`).join('');
  return (
    `<title>${name}</title><header><a href="/">Insects</a></header><nav><ul>${menu}</ul></nav>` +
    `<article class="${name}"><h1>On ${name}</h1><p>What we know of ${name}.</p>${main}</article>` +
    `<footer><p>© Insects</p></footer>`
  );
}

export interface TestSite {
  /** Addresses that were asked for, in order. */
  readonly asked: string[];
  readonly load: (url: string) => Promise<Page | undefined>;
}

/** Pages by path; a string that begins with `!` is the error that its load ends in. */
export function siteOf(pages: Readonly<Record<string, string>>): TestSite {
  const asked: string[] = [];
  return {
    asked,
    load: async (url) => {
      const path = new URL(url).pathname;
      asked.push(path);
      const html = pages[path];
      if (html?.startsWith('!'))
        throw new DehuskError('INPUT_UNREADABLE', { file: path, reason: html.slice(1) });
      return html === undefined ? undefined : parseText(html, { url });
    },
  };
}

export function insectPages(): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`/${name}/`, insectHtml(name)]));
}

export function textsOf(page: Page, chosen: (node: number) => boolean): readonly string[] {
  return [...page.segments].filter(chosen).map((node) => readNormalText(page, node));
}
