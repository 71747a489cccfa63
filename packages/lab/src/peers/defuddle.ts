/** Defuddle on linkedom. It could fetch what a page does not have; here it may not. */
import { parseText, toText } from 'dehusk/parts';
import type { LoadPackage, ReadPage } from './reader.ts';

export async function loadDefuddle(load: LoadPackage): Promise<ReadPage> {
  const [{ Defuddle }, { parseHTML }] = await Promise.all([
    load(import('defuddle/node'), 'defuddle'),
    load(import('linkedom'), 'linkedom@0.18.12'),
  ]);
  return async ({ html, url }) => {
    const { content } = await Defuddle(parseHTML(html).document, url, { useAsync: false });
    return toText(parseText(content));
  };
}
