import type { PageView } from '../page-view.ts';
import { footerMenuItems, type MenuItem } from './menu-items.ts';

export function writeMenu(view: PageView, items: readonly MenuItem[]): void {
  const { shapes } = view.design.theme;
  if (items.length === 0) return;
  view.writer.element(shapes.menu, () => {
    for (const item of items) {
      const shape = item.state === 'other' ? shapes.item : shapes.activeItem;
      view.writer.element(shape, () => writeItem(view, item));
    }
  });
}

/** The links only, for themes that draw the rest of a menu themselves. */
export function writeMenuLink(view: PageView, item: MenuItem): void {
  const { shapes } = view.design.theme;
  const isCurrent = item.state === 'current' && !shapes.current.startsWith('a');
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
    writer.leaf('a', item.text, { href: plan.url(item.place) });
  }
}

function writeItem(view: PageView, item: MenuItem): void {
  writeMenuLink(view, item);
  writeMenu(view, item.below);
}
