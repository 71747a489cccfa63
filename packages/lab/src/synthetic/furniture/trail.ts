import { type PageView, writePart } from '../page-view.ts';
import type { PagePlace } from '../site-map.ts';

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
