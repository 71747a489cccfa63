/** Themes of the web since 2010: blog software, HTML5 as the books teach it, component frameworks. */
import {
  writeAccountLinks,
  writeAdverts,
  writeBox,
  writeCookieBanner,
  writeCopyright,
  writeCounters,
  writeDirectory,
  writeIcon,
  writeLatest,
  writeNewsletter,
  writeSearchForm,
  writeTracking,
} from '../furniture.ts';
import {
  footerMenuItems,
  mainMenuItems,
  sectionMenuItems,
  writeBreadcrumb,
  writeLinkRow,
  writeMenu,
} from '../menus.ts';
import { writeBelowMain, writeMain } from '../page-kinds.ts';
import type { PageView, Theme } from '../page-view.ts';

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
    writer.element('div#colophon.footer', () => writeBlogFooter(view));
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

function writeBlogFooter(view: PageView): void {
  const { writer } = view;
  writer.element('div.account', () => writeAccountLinks(view));
  writer.element('div.legal', () => writeLinkRow(view));
  writeCounters(view, 'span.stat');
  writeDirectory(view);
  writeCopyright(view, 'p.copyright');
  writer.leaf('a.to-top', view.plan.phrase('top'), { href: '#page' });
}

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
  writer.element('header.top', () => writeSemanticHeader(view));
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
  writer.element('footer.bottom', () => writeSemanticFooter(view));
  writeTracking(view);
}

function writeSemanticHeader(view: PageView): void {
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

function writeSemanticFooter(view: PageView): void {
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
