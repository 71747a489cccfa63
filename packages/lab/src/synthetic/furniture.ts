/** What templates put around the matter of a page: boxes, bars, and what is no text at all. */
import type { Shape } from './html-writer.ts';
import { mainMenuItems } from './menus.ts';
import { type PageView, pickLeaf, writePart } from './page-view.ts';
import { createRandom, type Random } from './random.ts';
import type { PagePlace } from './site-map.ts';

const advertPool = 14;
/** The box of latest entries changes while a crawl goes on. */
const pagesPerLatest = 150;

/** An advertisement of the site's pool: the place is fixed, what stands there rotates. */
export function writeAdvert(view: PageView): void {
  const { plan, writer, templateRandom: random } = view;
  const number = random.below(advertPool);
  const text = plan.expand('advert', createRandom(plan.seed, 'advert', number));
  writePart(view, 'advert', () => {
    writer.leaf('small', plan.phrase('advert'));
    const target = `https://ads.example/click?c=${number}&t=${random.uint32().toString(36)}`;
    writer.leaf('a', text, { href: target, rel: 'nofollow' });
  });
}

export function writeAdverts(view: PageView): void {
  for (let count = 0; count < view.design.adverts; count++) writeAdvert(view);
}

/** The same on every page for a while. */
export function writeLatest(view: PageView): void {
  if (!view.design.hasLatest) return;
  const random = createRandom(view.plan.seed, 'latest', Math.floor(view.order / pagesPerLatest));
  const leaves = pickLeaves({ ...view, place: view.plan.map.home() }, random, 6);
  if (leaves.length > 0) writeBox(view, view.plan.phrase('latest'), () => writeTitles(view, leaves));
}

/** Other pages of the same subsection: differs from page to page. */
export function writeRelated(view: PageView): void {
  const { place, plan, random } = view;
  if (place.subsection < 0 || place.kind === 'list') return;
  const count = plan.map.leafCount(place.subsection);
  const leaves = Array.from({ length: random.between(2, 6) }, () =>
    plan.map.leaf(place.subsection, random.below(count)),
  );
  writePart(view, 'related', () => {
    view.writer.leaf('h3', plan.phrase('related'));
    writeTitles(view, leaves);
  });
}

export function writeNewsletter(view: PageView): void {
  const { plan, writer, design } = view;
  if (!design.hasNewsletter) return;
  writeBox(view, plan.phrase('newsletter'), () => {
    writer.leaf('p', plan.phrase('newsletterText'));
    writer.element('form[method=post]', () => {
      writer.leaf('label', plan.phrase('email'));
      writer.void('input[type=email][name=mail]');
      writer.leaf(design.theme.shapes.button, plan.phrase('subscribe'));
    });
  });
}

export function writeShare(view: PageView): void {
  const { plan, writer } = view;
  writePart(view, 'share', () => {
    writer.leaf('span', plan.phrase('share'));
    for (const network of ['Fathom', 'Pingwall', 'Chirrup'])
      writer.element(
        'a',
        () => {
          writeIcon(view);
          writer.text(` ${network}`);
        },
        {
          href: `https://share.example/${network.toLowerCase()}?u=${encodeURIComponent(plan.url(view.place))}`,
        },
      );
    writer.leaf('a', plan.phrase('print'), { href: '#print' });
  });
}

/** Long rows of links that many sites print below every page; they lead to the subsections. */
export function writeDirectory(view: PageView): void {
  const { plan, writer, design } = view;
  const subsections = plan.map.sections * plan.map.subsectionsPerSection;
  writer.leaf('p', design.selfPortrait);
  writer.element('p', () => {
    for (const [index, text] of design.directory.entries()) {
      if (index > 0) writer.text(' ');
      const target = subsections === 0 ? plan.map.home() : plan.map.list(index % subsections, 0);
      writer.leaf('a', text, { href: plan.url(target) });
    }
  });
}

export function writeBox(view: PageView, title: string, body: () => void): void {
  const { shapes } = view.design.theme;
  view.writer.element(shapes.box, () => {
    view.writer.leaf(shapes.boxTitle, title);
    body();
  });
}

function writeTitles(view: PageView, places: readonly PagePlace[], list: Shape = 'ul'): void {
  view.writer.element(list, () => {
    for (const place of places)
      view.writer.element('li', () =>
        view.writer.leaf('a', view.plan.title(place), { href: view.plan.url(place) }),
      );
  });
}

export function pickLeaves(view: PageView, random: Random, count: number): PagePlace[] {
  const leaves: PagePlace[] = [];
  for (let index = 0; index < count; index++) {
    const leaf = pickLeaf(view, random);
    if (leaf !== undefined) leaves.push(leaf);
  }
  return leaves;
}

export function writeCookieBanner(view: PageView, shape: Shape): void {
  const { design, plan, writer } = view;
  if (!design.hasCookieBanner) return;
  writer.element(shape, () => {
    writer.leaf('p', plan.phrase('cookies'));
    writer.leaf(design.theme.shapes.button, plan.phrase('accept'));
    writer.leaf('a', plan.phrase('privacy'), {
      href: plan.url(plan.map.place(Math.min(3, plan.map.pages - 1))),
    });
  });
}

/** With a choice of sections, whose names are no visible text. */
export function writeSearchForm(view: PageView, shape: Shape): void {
  const { plan, writer, design } = view;
  writer.element(
    shape,
    () => {
      writer.leaf('label', plan.phrase('searchIn'));
      writer.element('select[name=area]', () => {
        writer.leaf('option[value=0]', plan.phrase('everywhere'));
        for (const item of mainMenuItems(view).slice(1))
          writer.leaf('option', item.text, { value: String(item.place.id) });
      });
      writer.void('input[type=text][name=q]', { placeholder: plan.phrase('search') });
      writer.leaf(design.theme.shapes.button, plan.phrase('search'));
    },
    { action: `${plan.baseUrl}/search` },
  );
}

export function writeAccountLinks(view: PageView): void {
  const { plan, writer, templateRandom: random, design } = view;
  writer.leaf('a', plan.phrase('login'), { href: `${plan.baseUrl}/login?back=${view.place.id}` });
  writer.text(design.theme.separator);
  writer.leaf('a', plan.phrase('register'), { href: `${plan.baseUrl}/register` });
  if (view.place.kind !== 'product') return;
  writer.text(design.theme.separator);
  writer.leaf('a', `${plan.phrase('cart')} (${random.below(3)})`, { href: `${plan.baseUrl}/cart` });
}

/** Dates and numbers that a template prints afresh on each page. */
export function writeCounters(view: PageView, shape: Shape): void {
  const { design, plan, writer, templateRandom: random, order } = view;
  if (!design.hasCounters) return;
  const count = 48_210 + order * 3 + random.below(3);
  writer.leaf(shape, plan.phrase('today', { date: plan.crawlDate(order) }));
  writer.leaf(shape, plan.phrase('visitors', { count }));
  writer.leaf(shape, plan.phrase('online', { count: random.between(2, 140) }));
  writer.leaf(shape, plan.phrase('generated', { seconds: `0.${random.between(100, 999)}` }));
}

export function writeCopyright(view: PageView, shape: Shape): void {
  const { plan, writer } = view;
  writer.leaf(shape, `© 1998\u00a0– 2024 ${plan.displayName}. ${plan.phrase('rights')}`);
}

/** What stands in a page and is no text of it. */
export function writeHead(view: PageView): void {
  const { writer, plan, design, title, place } = view;
  writer.element('head', () => {
    writer.void('meta[charset=utf-8]');
    writer.leaf('title', place.kind === 'home' ? title : `${title} | ${plan.displayName}`);
    writer.void('meta[name=viewport][content=width=device-width, initial-scale=1]');
    writer.void('meta[name=description]', { content: `${title}, ${plan.date(place.id)}` });
    writer.void('link[rel=canonical]', { href: plan.url(place) });
    writer.void('link[rel=stylesheet]', { href: `${plan.baseUrl}/assets/screen.css?v=12` });
    writer.leaf('style', design.css);
    writer.leaf('script', design.script);
    writer.leaf(
      'script[type=application/ld+json]',
      JSON.stringify({ '@type': 'WebPage', name: title, url: plan.url(place) }),
    );
    writer.leaf('noscript', '<style>.lazy{display:none}</style>');
  });
}

/** At the end of a body: counting scripts, a pixel for those without scripts, a template of the page's script. */
export function writeTracking(view: PageView): void {
  const { writer, place, templateRandom: random } = view;
  writer.comment(`page ${place.id} served by node ${random.below(8)}`);
  writer.leaf('script', `queue.push({page:${place.id},kind:"${place.kind}"});if(1<2&&window.track)track();`);
  writer.leaf('noscript', '<img src="https://count.example/p.gif" alt="counter">');
}

export function writeIcon(view: PageView): void {
  const { writer, templateRandom: random } = view;
  writer.element('svg[viewBox=0 0 16 16][width=16]', () => {
    writer.leaf('title', 'icon');
    writer.raw(`<path d="M${random.below(16)} 2h8v${random.below(12)}z"/>`);
  });
}
