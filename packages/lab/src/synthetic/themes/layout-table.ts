import { writeAccountLinks, writeCopyright, writeCounters, writeSearchForm } from '../furniture/bars.ts';
import { writeAdverts, writeDirectory, writeLatest, writeNewsletter } from '../furniture/boxes.ts';
import { writeLinkRow, writeMenuLink } from '../furniture/menu.ts';
import { type MenuItem, mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

/** The web of 1999: tables for the layout, fonts, no class names, end tags left out. */
export const layoutTable: Theme = {
  doctype:
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
  style: 'legacy',
  body: 'body[bgcolor=#ffffee]',
  parts: {
    main: 'div[align=justify]',
    comments: 'blockquote[cite=guests]',
    date: 'font[size=-2]',
    tags: 'font[size=-1]',
    breadcrumb: 'font[face=verdana]',
    neighbours: 'div[align=right]',
    related: 'div[align=left]',
    advert: 'div[align=center]',
    share: 'font[color=#006600]',
    form: 'form[name=guestbook]',
    tools: 'font[color=#990000]',
  },
  shapes: {
    menu: 'div',
    item: 'div',
    activeItem: 'div',
    link: 'a',
    activeLink: 'a',
    current: 'strong',
    box: 'div[title=box]',
    boxTitle: 'b',
    button: 'b',
    entry: 'div',
    field: 'div',
  },
  separator: '\u00a0| ',
  write: writeLayoutTableBody,
};

/** A box was a table with one cell. */
function writeCell(view: PageView, body: () => void): void {
  const { writer } = view;
  writer.element('table[width=100%][border=0]', () =>
    writer.element('tbody', () => writer.element('tr', () => writer.element('td[bgcolor=#ddddff]', body))),
  );
}

function writeLayoutTableBody(view: PageView): void {
  const { writer, design } = view;
  writer.element('center', () => {
    writer.element('table[width=760][cellspacing=0][border=0]', () =>
      writer.element('tbody', () => {
        writer.element('tr', () => writer.element('td[colspan=2][bgcolor=#003366]', () => writeBanner(view)));
        writer.element('tr', () => writer.element('td[colspan=2]', () => writeMenuRow(view)));
        writer.element('tr', () => writeColumns(view));
        writer.element('tr', () => writer.element('td[colspan=2][align=center]', () => writeFooter(view)));
      }),
    );
  });
  if (design.nesting > 2) writer.comment('end of layout');
  writeTracking(view);
}

function writeBanner(view: PageView): void {
  const { writer, plan } = view;
  writer.void('img[src=/gif/spacer.gif][width=1][height=20][alt=]');
  writer.element('font[size=5]', () => writer.leaf('b', plan.displayName));
  writer.void('br');
  writer.leaf('i', plan.phrase('tagline'));
}

function writeMenuRow(view: PageView): void {
  const { writer } = view;
  for (const [index, item] of mainMenuItems(view).entries()) {
    if (index > 0) writer.text(' | ');
    writeMenuLink(view, item);
  }
}

/** Pages of a section have its menu on the left, as a list of links and line breaks. */
function writeColumns(view: PageView): void {
  const { writer } = view;
  writer.element('td[width=160][valign=top]', () => {
    writeLineMenu(view, sectionMenuItems(view));
    writeSearchForm(view, 'form[name=find]');
    writeCell(view, () => writeLatest(view));
    writeCell(view, () => writeAdverts(view));
    writeCell(view, () => writeNewsletter(view));
  });
  writer.element('td[width=600][valign=top]', () => {
    writeBreadcrumb(view);
    writer.void('hr');
    writeMain(view);
    writeBelowMain(view);
  });
}

function writeLineMenu(view: PageView, items: readonly MenuItem[]): void {
  for (const item of items) {
    writeMenuLink(view, item);
    view.writer.void('br');
  }
}

function writeFooter(view: PageView): void {
  writeAccountLinks(view);
  view.writer.void('br');
  writeLinkRow(view);
  writeCounters(view, 'p');
  writeDirectory(view);
  writeCopyright(view, 'p');
}
