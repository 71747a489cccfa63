import { type PageView, pickLeaf, writePart } from '../page-view.ts';
import { createRandom, type Random } from '../random.ts';
import type { Shape } from '../shape.ts';
import type { PagePlace } from '../site-map.ts';
import { writeIcon } from './noise.ts';

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
