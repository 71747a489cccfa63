import type { PageView } from '../page-view.ts';
import type { PagePlace } from '../site-map.ts';

export interface MenuItem {
  readonly place: PagePlace;
  readonly text: string;
  /** The page itself, a hub above it, or any other page. */
  readonly state: 'current' | 'ancestor' | 'other';
  readonly below: readonly MenuItem[];
}

/** Home and the sections, or the info pages of a site too small for sections. */
export function mainMenuItems(view: PageView): readonly MenuItem[] {
  const { map } = view.plan;
  const home: MenuItem = { ...toItem(view, map.home()), text: view.plan.phrase('home') };
  if (map.sections === 0) return [home, ...footerMenuItems(view)];
  return [home, ...Array.from({ length: map.sections }, (_, section) => sectionItem(view, section))];
}

/** The subsections of the section the page is in; none on pages outside of all sections. */
export function sectionMenuItems(view: PageView): readonly MenuItem[] {
  const { section } = view.place;
  return section < 0 ? [] : subsectionItems(view, section);
}

export function footerMenuItems(view: PageView): readonly MenuItem[] {
  const { map } = view.plan;
  return Array.from({ length: map.infoPages }, (_, position) => toItem(view, map.info(position)));
}

function sectionItem(view: PageView, section: number): MenuItem {
  const below = view.design.hasMegaMenu ? subsectionItems(view, section) : [];
  return toItem(view, view.plan.map.section(section), below);
}

function subsectionItems(view: PageView, section: number): readonly MenuItem[] {
  const { map } = view.plan;
  const first = section * map.subsectionsPerSection;
  return Array.from({ length: map.subsectionsPerSection }, (_, offset) =>
    toItem(view, map.list(first + offset, 0)),
  );
}

function toItem(view: PageView, place: PagePlace, below: readonly MenuItem[] = []): MenuItem {
  return { place, text: view.plan.title(place), state: stateOf(view.place, place), below };
}

function stateOf(page: PagePlace, target: PagePlace): MenuItem['state'] {
  if (page.id === target.id) return 'current';
  if (target.kind === 'section' && page.section === target.section) return 'ancestor';
  return target.kind === 'list' && page.subsection === target.subsection ? 'ancestor' : 'other';
}
