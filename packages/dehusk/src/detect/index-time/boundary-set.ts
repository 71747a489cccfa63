import { knownTags } from '../../page/names.ts';
import { TEXT } from '../../page/page.ts';

/** Tag number → 1 for the elements of these names. Names that HTML does not know have no number that pages share. */
export function boundarySet(names: readonly string[]): Uint8Array {
  const set = new Uint8Array(2 ** 16);
  for (const name of names) set[knownTags.idByName.get(name) ?? TEXT] = 1;
  set[TEXT] = 0;
  return set;
}
