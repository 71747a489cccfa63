/** Mozilla's Readability on linkedom. */
import type { LoadPackage, ReadPage } from './reader.ts';

export async function loadReadability(load: LoadPackage): Promise<ReadPage> {
  const [{ Readability }, { parseHTML }] = await Promise.all([
    load(import('@mozilla/readability'), '@mozilla/readability'),
    load(import('linkedom'), 'linkedom@0.18.12'),
  ]);
  return ({ html }) => new Readability(parseHTML(html).document).parse()?.textContent ?? '';
}
