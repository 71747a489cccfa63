/** The addresses of pages to visit: named on the command line, or in lists with one a line. */
import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { DehuskError, systemReason } from '../../errors.ts';
import { normalUrl, resolveUrl } from '../../page/raw-page.ts';
import { isAddress } from '../diff/versions.ts';

/**
 * Each page once, in the order in which they are named. Blank lines are passed over, and comments: a # where a line begins,
 * or behind a space, which is no part of an address. Throws WATCH_ADDRESS_BAD, INPUT_NOT_FOUND and INPUT_UNREADABLE.
 */
export async function readAddresses(lists: readonly string[]): Promise<readonly string[]> {
  const addresses: string[] = [];
  for (const list of lists) {
    if (isAddress(list)) addresses.push(list);
    else addresses.push(...addressesOf(list, await readList(list)));
  }
  const seen = new Set<string>();
  return addresses.filter((address) => {
    const isNew = !seen.has(normalUrl(address));
    seen.add(normalUrl(address));
    return isNew;
  });
}

async function readList(file: string): Promise<string> {
  if (file === '-') return readText(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new DehuskError('INPUT_NOT_FOUND', { file });
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: systemReason(error) }, { cause: error });
  }
}

function addressesOf(file: string, list: string): readonly string[] {
  return list
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((written, i) => {
      const text = written.replace(/(?:^|\s)#.*$/s, '').trim();
      if (text === '') return [];
      if (!isAddress(text) || resolveUrl(text) === undefined)
        throw new DehuskError('WATCH_ADDRESS_BAD', { line: i + 1, file, text: text.slice(0, 200) });
      return [text];
    });
}
