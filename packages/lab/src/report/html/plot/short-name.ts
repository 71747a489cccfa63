/** As much of a name as there is room for; the whole of it stands in a title or in a table. */
export function shortName(name: string, mostLetters: number): string {
  const letters = [...name];
  return letters.length <= mostLetters ? name : `${letters.slice(0, mostLetters - 1).join('')}…`;
}
