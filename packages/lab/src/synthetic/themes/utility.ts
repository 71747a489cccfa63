import {
  writeAccountLinks,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeSearchForm,
} from '../furniture/bars.ts';
import { writeAdverts, writeDirectory, writeLatest, writeNewsletter } from '../furniture/boxes.ts';
import { writeLinkRow, writeMenu } from '../furniture/menu.ts';
import { mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeIcon, writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

/** Component frameworks: divisions in divisions, classes that name looks, the same for template and content. */
export const utility: Theme = {
  doctype: '<!DOCTYPE html>',
  style: 'tidy',
  body: 'body#app.antialiased',
  parts: {
    main: 'div.prose.max-w-none',
    comments: 'div.mt-8.divide-y',
    date: 'span.text-xs.text-gray-500',
    tags: 'div.flex.flex-wrap.mt-2',
    breadcrumb: 'div.flex.text-sm.truncate',
    neighbours: 'div.grid.grid-cols-2.my-6',
    related: 'div.rounded-lg.bg-gray-50',
    advert: 'div.relative.overflow-hidden.z-10',
    share: 'div.inline-flex.space-x-2',
    form: 'form.space-y-4.border-t',
    tools: 'div.flex.justify-end.opacity-75',
  },
  shapes: {
    menu: 'div.flex.flex-col',
    item: 'div.px-3',
    activeItem: 'div.px-3.font-bold.bg-blue-100',
    link: 'a.block.hover:underline',
    activeLink: 'a.block.text-blue-700',
    current: 'span.block.text-blue-700',
    box: 'div.p-4.mb-4.shadow',
    boxTitle: 'div.text-lg.font-bold',
    button: 'button.px-4.py-2',
    entry: 'div.p-4.mb-4',
    field: 'div.flex',
  },
  separator: ' › ',
  write: (view) => writeNested(view, view.design.nesting + 2, () => writeUtilityBody(view)),
};

function writeNested(view: PageView, levels: number, body: () => void): void {
  if (levels === 0) body();
  else view.writer.element('div.w-full', () => writeNested(view, levels - 1, body));
}

function writeUtilityBody(view: PageView): void {
  const { writer } = view;
  writer.element('div.sticky.top-0', () => writeTopBar(view));
  writer.element('div.flex.container', () => {
    writer.element('div.w-1/4', () => writeNested(view, 2, () => writeLeft(view)));
    writer.element('div.w-1/2', () => {
      writeBreadcrumb(view);
      writeNested(view, 3, () => writeMain(view));
      writeBelowMain(view);
    });
    if (view.place.kind === 'article' || view.place.kind === 'home')
      writer.element('div.w-1/4', () => {
        writeAdverts(view);
        writeLatest(view);
      });
  });
  writer.element('div.bg-gray-900', () => writeBottom(view));
  writeCookieBanner(view, 'div.fixed.bottom-0');
  writeTracking(view);
}

function writeTopBar(view: PageView): void {
  const { writer, plan } = view;
  writer.element('div.flex', () => {
    writeIcon(view);
    writer.leaf('a.text-lg', plan.displayName, { href: plan.url(plan.map.home()) });
    writeSearchForm(view, 'form.relative');
    writer.element('div.text-sm', () => writeAccountLinks(view));
  });
}

function writeLeft(view: PageView): void {
  writeMenu(view, mainMenuItems(view));
  writeMenu(view, sectionMenuItems(view));
  writeNewsletter(view);
}

function writeBottom(view: PageView): void {
  const { writer } = view;
  writer.element('div.container', () => writeLinkRow(view));
  writeCounters(view, 'div.px-3');
  writeDirectory(view);
  writeCopyright(view, 'div.text-sm');
}
