/** Themes as the web had them before 2010: layout tables, portals full of ids, and pages written by hand. */
import {
  writeAccountLinks,
  writeAdvert,
  writeAdverts,
  writeBox,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeDirectory,
  writeLatest,
  writeNewsletter,
  writeSearchForm,
  writeTracking,
} from '../furniture.ts';
import {
  footerMenuItems,
  type MenuItem,
  mainMenuItems,
  sectionMenuItems,
  writeBreadcrumb,
  writeLinkRow,
  writeMenu,
  writeMenuLink,
} from '../menus.ts';
import { writeBelowMain, writeMain } from '../page-kinds.ts';
import type { PageView, Theme } from '../page-view.ts';

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
        writer.element('tr', () =>
          writer.element('td[colspan=2][align=center]', () => writeTableFooter(view)),
        );
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

function writeTableFooter(view: PageView): void {
  writeAccountLinks(view);
  view.writer.void('br');
  writeLinkRow(view);
  writeCounters(view, 'p');
  writeDirectory(view);
  writeCopyright(view, 'p');
}

/** Shops and portals of the 2000s: ids everywhere, much template around little matter. */
export const portal: Theme = {
  doctype:
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  style: 'tidy',
  body: 'body#portal',
  parts: {
    main: 'div#baseMain',
    comments: 'div#baseComments',
    date: 'span.ts',
    tags: 'div.kw',
    breadcrumb: 'div#baCrumb',
    neighbours: 'div.paging',
    related: 'div.alsoBought',
    advert: 'div.adUnit',
    share: 'div.tellFriend',
    form: 'form#fmComment',
    tools: 'div.cmd',
  },
  shapes: {
    menu: 'dl.nav',
    item: 'dd',
    activeItem: 'dd.sel',
    link: 'a.lnk',
    activeLink: 'a.lnk.sel',
    current: 'strong.sel',
    box: 'div.bx',
    boxTitle: 'h4',
    button: 'button.btn',
    entry: 'div.cell',
    field: 'div.fld',
  },
  separator: ' > ',
  write: writePortalBody,
};

function writePortalBody(view: PageView): void {
  const { writer, plan } = view;
  writer.element('div#topBar', () => {
    writeAccountLinks(view);
    writeCounters(view, 'span.cnt');
  });
  writer.element('div#head', () => {
    writer.leaf('h4', plan.displayName);
    writer.leaf('span.slogan', plan.phrase('tagline'));
    writeSearchForm(view, 'form#fmSearch');
    writeAdvert(view);
  });
  writer.element('div#mainNav', () => writeMenu(view, mainMenuItems(view)));
  writer.element('div#bodyArea', () => {
    writeBreadcrumb(view);
    writeSides(view);
    writer.element('div#center', () => {
      if (view.place.kind === 'list') writeSortBar(view);
      writeMain(view);
      writeBelowMain(view);
    });
  });
  writer.element('div#foot', () => writeFoot(view));
  writeCookieBanner(view, 'div#ckLayer');
  writeTracking(view);
}

function writeSides(view: PageView): void {
  const { writer, plan } = view;
  const items = sectionMenuItems(view);
  writer.element('div#leftCol', () => {
    if (items.length > 0) writeBox(view, plan.phrase('menu'), () => writeMenu(view, items));
    writeNewsletter(view);
    writeAdverts(view);
  });
  if (view.place.kind !== 'product') writer.element('div#rightCol', () => writeLatest(view));
}

function writeSortBar(view: PageView): void {
  const { writer, plan } = view;
  writer.element('form#fmSort', () => {
    writer.leaf('label', plan.phrase('sort'));
    writer.element('select[name=by]', () => {
      for (const key of ['price', 'name', 'latest'] as const) writer.leaf('option', plan.phrase(key));
    });
  });
}

/** Columns of links, the sections once more. */
function writeFoot(view: PageView): void {
  const { writer, plan } = view;
  writer.element('div.col', () => {
    writer.leaf('h4', plan.phrase('menu'));
    writeMenu(view, mainMenuItems(view));
  });
  writer.element('div.col', () => {
    writer.leaf('h4', plan.phrase('help'));
    writeMenu(view, footerMenuItems(view));
  });
  writeDirectory(view);
  writeCopyright(view, 'div.copy');
}

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

/** A page without any template, as print versions and old leftovers are. */
export const bare: Theme = {
  ...plain,
  body: 'body[style=margin:2em]',
  parts: { ...plain.parts, main: 'div[role=document]' },
  write: (view) => writeMain({ ...view, design: { ...view.design, adverts: 0 } }),
};
