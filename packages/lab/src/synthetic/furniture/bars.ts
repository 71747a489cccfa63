import type { PageView } from '../page-view.ts';
import type { Shape } from '../shape.ts';
import { mainMenuItems } from './menu-items.ts';

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
