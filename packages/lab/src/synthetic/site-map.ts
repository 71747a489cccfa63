/** The pages of a site and how they hang together. */

export type LeafKind = 'article' | 'product' | 'documentation' | 'thread';

export type PageKind = 'home' | 'info' | 'section' | 'list' | LeafKind;

/** Where a page stands in its site. Sections, subsections and positions count from 0; −1 where there is none. */
export interface PagePlace {
  readonly id: number;
  readonly kind: PageKind;
  readonly section: number;
  /** Numbered through the whole site. */
  readonly subsection: number;
  /** Of an info page among the info pages, of a list page among its subsection's, of a leaf in its subsection. */
  readonly position: number;
}

interface SiteMapOptions {
  readonly pages: number;
  readonly wantedSections: number;
  readonly wantedSubsections: number;
  readonly leavesPerList: number;
  /** What the leaves of each section are; repeated when there are more sections. */
  readonly leafKinds: readonly LeafKind[];
}

/**
 * The pages of a site and how they hang together, by arithmetic alone: any page's place is known without visiting
 * the others, so that a site of a million pages costs no more memory than one of ten.
 *
 * Numbers: home, info pages, sections, subsections (the first list page of each), and then per subsection its
 * further list pages followed by its leaves.
 */
export interface SiteMap {
  readonly pages: number;
  readonly infoPages: number;
  readonly sections: number;
  readonly subsectionsPerSection: number;
  place(id: number): PagePlace;
  home(): PagePlace;
  info(position: number): PagePlace;
  section(section: number): PagePlace;
  list(subsection: number, position: number): PagePlace;
  leaf(subsection: number, position: number): PagePlace;
  leafCount(subsection: number): number;
  listCount(subsection: number): number;
  /** Leaves from the first up to, but not including, the second number stand on a list page. */
  leavesOnList(subsection: number, position: number): readonly [from: number, to: number];
}

export function createSiteMap(options: SiteMapOptions): SiteMap {
  const counts = countPages(options);
  const { infoPages, sections, subsectionsPerSection, firstSubsection, firstLeaf } = counts;
  const { start, leafCount, listCount, subsectionAt } = createSubsectionExtents({
    start: firstLeaf,
    length: options.pages - firstLeaf,
    subsections: sections * subsectionsPerSection,
    leavesPerList: options.leavesPerList,
  });
  const sectionOf = (subsection: number): number => Math.floor(subsection / subsectionsPerSection);
  const outside = { section: -1, subsection: -1 };

  const home = (): PagePlace => ({ id: 0, kind: 'home', ...outside, position: 0 });
  const info = (position: number): PagePlace => ({ id: 1 + position, kind: 'info', ...outside, position });
  const section = (number: number): PagePlace => {
    return { id: 1 + infoPages + number, kind: 'section', section: number, subsection: -1, position: 0 };
  };
  const list = (subsection: number, position: number): PagePlace => {
    const id = position === 0 ? firstSubsection + subsection : start(subsection) + position - 1;
    return { id, kind: 'list', section: sectionOf(subsection), subsection, position };
  };
  const leaf = (subsection: number, position: number): PagePlace => {
    const id = start(subsection) + listCount(subsection) - 1 + position;
    const kind = options.leafKinds[sectionOf(subsection) % options.leafKinds.length]!;
    return { id, kind, section: sectionOf(subsection), subsection, position };
  };
  const placeBelow = (id: number): PagePlace => {
    const subsection = subsectionAt(id);
    const offset = id - start(subsection);
    const furtherLists = listCount(subsection) - 1;
    return offset < furtherLists ? list(subsection, offset + 1) : leaf(subsection, offset - furtherLists);
  };
  const place = (id: number): PagePlace => {
    if (id === 0) return home();
    if (id <= infoPages) return info(id - 1);
    if (id <= infoPages + sections) return section(id - 1 - infoPages);
    return id < firstLeaf ? list(id - firstSubsection, 0) : placeBelow(id);
  };
  const leavesOnList = (subsection: number, position: number): readonly [number, number] => {
    const share = leafCount(subsection) / listCount(subsection);
    return [Math.floor(position * share), Math.floor((position + 1) * share)];
  };
  const { pages } = options;
  const places = { place, home, info, section, list, leaf };
  return { pages, infoPages, sections, subsectionsPerSection, ...places, leafCount, listCount, leavesOnList };
}

interface PageCounts {
  readonly infoPages: number;
  readonly sections: number;
  readonly subsectionsPerSection: number;
  readonly firstSubsection: number;
  readonly firstLeaf: number;
}

/** A site of under a dozen pages has no sections: its menu leads to info pages. */
function countPages({ pages, wantedSections, wantedSubsections }: SiteMapOptions): PageCounts {
  const infoPages = pages < 12 ? pages - 1 : 3;
  // At most a third of the pages are hubs, so that small sites still consist of leaves.
  const hubs = pages < 12 ? 0 : Math.floor(pages / 3);
  const sections = Math.min(wantedSections, Math.floor(hubs / 2));
  const subsectionsPerSection =
    sections === 0 ? 0 : Math.min(wantedSubsections, Math.floor(hubs / sections) - 1);
  const firstSubsection = 1 + infoPages + sections;
  return {
    infoPages,
    sections,
    subsectionsPerSection,
    firstSubsection,
    firstLeaf: firstSubsection + sections * subsectionsPerSection,
  };
}

interface SubsectionExtentsOptions {
  /** The first number that belongs to a subsection. */
  readonly start: number;
  /** How many numbers all subsections have together. */
  readonly length: number;
  readonly subsections: number;
  readonly leavesPerList: number;
}

/** How many pages each subsection has and where their numbers begin: the list pages after the first, then the leaves. */
interface SubsectionExtents {
  start(subsection: number): number;
  leafCount(subsection: number): number;
  /** The first list page included, whose number is elsewhere. */
  listCount(subsection: number): number;
  /** The subsection that a page's number belongs to. */
  subsectionAt(id: number): number;
}

/** All subsections have the same length, or one page more: the first `longer` ones. */
function createSubsectionExtents(options: SubsectionExtentsOptions): SubsectionExtents {
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
