import type { Page } from '../../page/page.ts';

/**
 * Which pages of a batch the trees are built from: `samples` lists of at most `samplePages` indices, no page in two
 * of them, together spread evenly over the batch. They are not drawn at random: the same pages must give the same
 * verdicts. A second capture of a page is in no sample, or what stands on that page alone would stand on two.
 */
export function drawSamples(
  pages: readonly Page[],
  samples: number,
  samplePages: number,
): readonly (readonly number[])[] {
  const distinct = firstCaptures(pages);
  const drawn = Math.min(distinct.length, samples * samplePages);
  const lists: number[][] = Array.from({ length: Math.min(samples, drawn) }, () => []);
  for (let i = 0; i < drawn; i++)
    lists[i % lists.length]!.push(distinct[Math.floor((i * distinct.length) / drawn)]!);
  return lists;
}

/** A page that nobody can name is always a new one. */
function firstCaptures(pages: readonly Page[]): readonly number[] {
  const known = new Set<string>();
  return [...pages.keys()].filter((index) => {
    const { id } = pages[index]!;
    const isNew = id === '' || !known.has(id);
    known.add(id);
    return isNew;
  });
}
