import type { PageView } from '../page-view.ts';

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
