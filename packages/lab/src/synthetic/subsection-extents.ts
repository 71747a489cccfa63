export interface SubsectionExtentsOptions {
  /** The first number that belongs to a subsection. */
  readonly start: number;
  /** How many numbers all subsections have together. */
  readonly length: number;
  readonly subsections: number;
  readonly leavesPerList: number;
}

/** How many pages each subsection has and where their numbers begin: the list pages after the first, then the leaves. */
export interface SubsectionExtents {
  start(subsection: number): number;
  leafCount(subsection: number): number;
  /** The first list page included, whose number is elsewhere. */
  listCount(subsection: number): number;
  /** The subsection that a page's number belongs to. */
  subsectionAt(id: number): number;
}

/** All subsections have the same length, or one page more: the first `longer` ones. */
export function createSubsectionExtents(options: SubsectionExtentsOptions): SubsectionExtents {
  const { subsections, leavesPerList } = options;
  const length = subsections === 0 ? 0 : Math.floor(options.length / subsections);
  const longer = subsections === 0 ? 0 : options.length % subsections;
  const pages = (subsection: number): number => length + (subsection < longer ? 1 : 0);
  // A list page for every so many leaves, where pages = leaves + list pages − 1.
  const listCount = (subsection: number): number => Math.ceil((pages(subsection) + 1) / (leavesPerList + 1));
  return {
    start: (subsection) => options.start + subsection * length + Math.min(subsection, longer),
    leafCount: (subsection) => pages(subsection) + 1 - listCount(subsection),
    listCount,
    subsectionAt: (id) => {
      const offset = id - options.start;
      const inLonger = longer * (length + 1);
      return offset < inLonger
        ? Math.floor(offset / (length + 1))
        : longer + Math.floor((offset - inLonger) / length);
    },
  };
}
