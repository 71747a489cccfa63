import { writeCopyright, writeCounters, writeSearchForm } from '../furniture/bars.ts';
import { writeAdverts, writeBox, writeDirectory, writeLatest } from '../furniture/boxes.ts';
import { writeLinkRow, writeMenu } from '../furniture/menu.ts';
import { mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

/** Generators of manuals and hand-written sites: no class names at all, little template. */
export const plain: Theme = {
  doctype: '<!DOCTYPE html>',
  style: 'tidy',
  body: 'body[itemscope]',
  parts: {
    main: 'main',
    comments: 'section[role=feed]',
    date: 'time',
    tags: 'p[itemprop=keywords]',
    breadcrumb: 'nav[itemprop=breadcrumb]',
    neighbours: 'nav[role=doc-index]',
    related: 'aside',
    advert: 'div[data-slot]',
    share: 'menu',
    form: 'form[method=post]',
    tools: 'p[role=toolbar]',
  },
  shapes: {
    menu: 'ul',
    item: 'li',
    activeItem: 'li',
    link: 'a',
    activeLink: 'a',
    current: 'strong',
    box: 'section',
    boxTitle: 'h3',
    button: 'button',
    entry: 'section',
    field: 'p',
  },
  separator: ' · ',
  write: writePlainBody,
};

function writePlainBody(view: PageView): void {
  const { writer, plan } = view;
  writer.element('header', () => {
    writer.element('p', () => writer.leaf('a', plan.displayName, { href: plan.url(plan.map.home()) }));
    writer.element('nav', () => writeMenu(view, mainMenuItems(view)));
    if (plan.map.sections > 0) writeSearchForm(view, 'form');
  });
  writeBreadcrumb(view);
  writeMain(view);
  writeBelowMain(view);
  const items = sectionMenuItems(view);
  if (items.length > 0) writeBox(view, plan.phrase('menu'), () => writeMenu(view, items));
  writeLatest(view);
  writeAdverts(view);
  writer.element('footer', () => {
    writer.element('p', () => writeLinkRow(view));
    writeCounters(view, 'p');
    writeDirectory(view);
    writeCopyright(view, 'p');
  });
  writeTracking(view);
}
