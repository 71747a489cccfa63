import {
  writeAccountLinks,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeSearchForm,
} from '../furniture/bars.ts';
import { writeAdverts, writeBox, writeDirectory, writeLatest, writeNewsletter } from '../furniture/boxes.ts';
import { writeLinkRow, writeMenu } from '../furniture/menu.ts';
import { mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

/** Blog software of the 2010s: numbered widgets in a sidebar, generous classes. */
export const blog: Theme = {
  doctype: '<!DOCTYPE html>',
  style: 'tidy',
  body: 'body.blog.hfeed',
  parts: {
    main: 'div.entry-content',
    comments: 'div#comments-list.comments',
    date: 'p.entry-date',
    tags: 'p.entry-tags',
    breadcrumb: 'div.breadcrumbs',
    neighbours: 'div.post-navigation',
    related: 'div.related-posts',
    advert: 'div.banner-box',
    share: 'div.sharing',
    form: 'form#respond.comment-form',
    tools: 'p.entry-tools',
  },
  shapes: {
    menu: 'ul.menu',
    item: 'li.menu-item',
    activeItem: 'li.menu-item.current-menu-item',
    link: 'a',
    activeLink: 'a.on',
    current: 'a.on',
    box: 'div.widget',
    boxTitle: 'h3.widget-title',
    button: 'button.submit',
    entry: 'div.hentry',
    field: 'p.meta',
  },
  separator: ' » ',
  write: writeBlogBody,
};

function writeBlogBody(view: PageView): void {
  const { writer } = view;
  writer.element('div#page.site', () => {
    writer.leaf('a.screen-reader-text', view.plan.phrase('skip'), { href: '#content' });
    writer.element('div#masthead.header', () => writeMasthead(view));
    writer.element('div#content.columns', () => {
      writer.element('div#primary', () => {
        writeBreadcrumb(view);
        writeMain(view);
        writeBelowMain(view);
      });
      // The front page has the whole width.
      if (view.place.kind !== 'home') writer.element('div#secondary.sidebar', () => writeSidebar(view));
    });
    writer.element('div#colophon.footer', () => writeFooter(view));
  });
  writeCookieBanner(view, 'div.cookie-notice');
  writeTracking(view);
}

function writeMasthead(view: PageView): void {
  const { writer, plan } = view;
  writer.element('p.site-title', () =>
    writer.leaf('a', plan.displayName, { href: plan.url(plan.map.home()) }),
  );
  writer.leaf('p.site-description', plan.phrase('tagline'));
  writer.element('div.menu-main', () => writeMenu(view, mainMenuItems(view)));
}

function writeSidebar(view: PageView): void {
  const items = sectionMenuItems(view);
  writeSearchForm(view, 'form.search-form');
  if (items.length > 0) writeBox(view, view.plan.phrase('menu'), () => writeMenu(view, items));
  writeLatest(view);
  writeAdverts(view);
  writeNewsletter(view);
}

function writeFooter(view: PageView): void {
  const { writer } = view;
  writer.element('div.account', () => writeAccountLinks(view));
  writer.element('div.legal', () => writeLinkRow(view));
  writeCounters(view, 'span.stat');
  writeDirectory(view);
  writeCopyright(view, 'p.copyright');
  writer.leaf('a.to-top', view.plan.phrase('top'), { href: '#page' });
}
