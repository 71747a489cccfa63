import {
  writeAccountLinks,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeSearchForm,
} from '../furniture/bars.ts';
import { writeAdverts, writeDirectory, writeLatest, writeNewsletter } from '../furniture/boxes.ts';
import { writeMenu } from '../furniture/menu.ts';
import { footerMenuItems, mainMenuItems, sectionMenuItems } from '../furniture/menu-items.ts';
import { writeIcon, writeTracking } from '../furniture/noise.ts';
import { writeBreadcrumb } from '../furniture/trail.ts';
import { writeBelowMain, writeMain } from '../matter.ts';
import type { PageView } from '../page-view.ts';
import type { Theme } from '../theme.ts';

/** HTML5 as the books teach it; the page's own menu item is no link. */
export const semantic: Theme = {
  doctype: '<!doctype html>',
  style: 'tidy',
  body: 'body.semantic',
  parts: {
    main: 'article.post',
    comments: 'section.discussion',
    date: 'time.date',
    tags: 'footer.tagged',
    breadcrumb: 'nav.trail',
    neighbours: 'nav.pager',
    related: 'aside.related',
    advert: 'aside.ad',
    share: 'div.share',
    form: 'form.reply',
    tools: 'div.actions',
  },
  shapes: {
    menu: 'ul',
    item: 'li',
    activeItem: 'li.active',
    link: 'a',
    activeLink: 'a[aria-current=true]',
    current: 'span[aria-current=page]',
    box: 'section.panel',
    boxTitle: 'h2',
    button: 'button[type=submit]',
    entry: 'section.entry',
    field: 'p',
  },
  separator: ' / ',
  write: writeSemanticBody,
};

function writeSemanticBody(view: PageView): void {
  const { writer } = view;
  writeCookieBanner(view, 'dialog[open]');
  writer.element('header.top', () => writeHeader(view));
  writer.element('main', () => {
    writeBreadcrumb(view);
    writeMain(view);
    writeBelowMain(view);
  });
  writer.element('aside.side', () => {
    const items = sectionMenuItems(view);
    if (items.length > 0) writer.element('nav.section', () => writeMenu(view, items));
    writeLatest(view);
    writeNewsletter(view);
    writeAdverts(view);
  });
  writer.element('footer.bottom', () => writeFooter(view));
  writeTracking(view);
}

function writeHeader(view: PageView): void {
  const { writer, plan } = view;
  writer.leaf('a.skip', plan.phrase('skip'), { href: '#main' });
  writer.element(
    'a.logo',
    () => {
      writeIcon(view);
      writer.text(plan.displayName);
    },
    { href: plan.url(plan.map.home()) },
  );
  writer.element('nav.site', () => writeMenu(view, mainMenuItems(view)));
  writeSearchForm(view, 'form[role=search]');
  writer.element('div.user', () => writeAccountLinks(view));
}

function writeFooter(view: PageView): void {
  const { writer, plan } = view;
  writer.element('nav.meta', () => writeMenu(view, footerMenuItems(view)));
  writer.element('section.social', () => {
    writer.leaf('h2', plan.phrase('follow'));
    for (const network of ['Fathom', 'Pingwall', 'Chirrup'])
      writer.leaf('a', network, { href: `https://${network.toLowerCase()}.example/` });
  });
  writeCounters(view, 'p.stat');
  writeDirectory(view);
  writeCopyright(view, 'p.copyright');
}
