/** Ways through a site: menus, breadcrumbs, and links to the page before and after. */
import type { WrittenItem } from './html-writer.ts';
import { type PageView, writePart } from './page-view.ts';
import type { PagePlace } from './site-map.ts';

export function writeMenu(view: PageView, items: readonly MenuItem[], level = 1): void {
  const { shapes } = view.design.theme;
  if (items.length === 0) return;
  view.writer.element(shapes.menu, () => {
    for (const item of items) {
      const shape = item.state === 'other' ? shapes.item : shapes.activeItem;
      view.writer.element(shape, () => writeItem(view, item, level));
    }
  });
}

/** The links only, for themes that draw the rest of a menu themselves. */
export function writeMenuLink(view: PageView, item: MenuItem, level?: number): void {
  const { shapes } = view.design.theme;
  const isCurrent = item.state === 'current' && !shapes.current.startsWith('a');
  const isDrawn =
    shapes.activeLink !== shapes.link || (level !== undefined && shapes.activeItem !== shapes.item);
  view.writer.menuItems.push({
    text: item.text,
    url: isCurrent ? undefined : view.plan.url(item.place),
    level: level ?? 1,
    active: activeOf(item, isDrawn),
  });
  if (isCurrent) view.writer.leaf(shapes.current, item.text);
  else
    view.writer.leaf(item.state === 'other' ? shapes.link : shapes.activeLink, item.text, {
      href: view.plan.url(item.place),
    });
}

/** Links in a row, as footers have them. */
export function writeLinkRow(view: PageView): void {
  const { writer, plan, design } = view;
  for (const [index, item] of footerMenuItems(view).entries()) {
    if (index > 0) writer.text(design.theme.separator);
    const url = plan.url(item.place);
    writer.menuItems.push({ text: item.text, url, level: 1, active: activeOf(item, false) });
    writer.leaf('a', item.text, { href: url });
  }
}

/** A section that the page is in can be told only where its item is drawn otherwise. */
function activeOf({ state }: MenuItem, isDrawn: boolean): WrittenItem['active'] {
  if (state === 'current') return 'page';
  return state === 'ancestor' && isDrawn ? 'section' : undefined;
}

function writeItem(view: PageView, item: MenuItem, level: number): void {
  writeMenuLink(view, item, level);
  writeMenu(view, item.below, level + 1);
}

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

/** The way from the home page; the last step is the page itself and no link. */
export function writeBreadcrumb(view: PageView): void {
  const { plan, place, writer, design } = view;
  if (place.kind === 'home') return;
  writePart(view, 'breadcrumb', () => {
    for (const step of stepsAbove(view)) {
      const text = step.kind === 'home' ? plan.phrase('home') : plan.title(step);
      writer.leaf('a', text, { href: plan.url(step) });
      writer.text(design.theme.separator);
    }
    writer.leaf('span', view.title);
  });
}

function stepsAbove({ plan, place }: PageView): readonly PagePlace[] {
  const steps = [plan.map.home()];
  if (place.section >= 0 && place.kind !== 'section') steps.push(plan.map.section(place.section));
  const isBelowList = place.subsection >= 0 && (place.kind !== 'list' || place.position > 0);
  if (isBelowList) steps.push(plan.map.list(place.subsection, 0));
  return steps;
}

/** Previous and next leaf of the subsection, or previous and next page of a list. */
export function writeNeighbours(view: PageView): void {
  const { place, plan, writer } = view;
  if (place.subsection < 0) return;
  const isList = place.kind === 'list';
  const count = isList ? plan.map.listCount(place.subsection) : plan.map.leafCount(place.subsection);
  if (count < 2) return;
  const at = (position: number): PagePlace =>
    isList ? plan.map.list(place.subsection, position) : plan.map.leaf(place.subsection, position);
  writePart(view, 'neighbours', () => {
    if (place.position > 0) writeNeighbour(view, 'previous', at(place.position - 1));
    if (isList) writer.leaf('span', plan.phrase('pageOf', { page: place.position + 1, pages: count }));
    if (place.position < count - 1) writeNeighbour(view, 'next', at(place.position + 1));
  });
}

function writeNeighbour(
  { writer, plan, place }: PageView,
  key: 'previous' | 'next',
  target: PagePlace,
): void {
  const text = place.kind === 'list' ? '' : `: ${plan.title(target)}`;
  writer.leaf('a', plan.phrase(key) + text, {
    href: plan.url(target),
    rel: key === 'next' ? 'next' : 'prev',
  });
}
