import {
  writeAccountLinks,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeSearchForm,
} from '../furniture/bars.ts';
import {
  writeAdvert,
  writeAdverts,
  writeBox,
  writeDirectory,
  writeLatest,
  writeNewsletter,
} from '../furniture/boxes.ts';
import { writeMenu } from '../furniture/menu.ts';
import { footerMenuItems, mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

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
