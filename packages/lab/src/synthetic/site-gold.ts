import type { Design } from './design.ts';
import type { Label } from './label.ts';
import { toSelector } from './shape.ts';
import type { SitePlan } from './site-plan.ts';
import { type PartName, partLabels } from './theme.ts';

/** The `site.json` of the corpus. */
export interface SiteGold {
  readonly name: string;
  readonly kind: string;
  readonly lang: string;
  readonly generator: string;
  readonly licence: string;
  readonly baseUrl: string;
  readonly contentSelectors: readonly string[];
  readonly templateSelectors: readonly string[];
  readonly ignoreSelectors: readonly string[];
  readonly notes: string;
  readonly pages: number;
}

export interface SiteGoldOptions {
  readonly name: string;
  readonly kind: string;
  readonly plan: SitePlan;
  readonly designs: readonly Design[];
}

export function toSiteGold({ name, kind, plan, designs }: SiteGoldOptions): SiteGold {
  return {
    name,
    kind,
    lang: plan.language.code,
    generator: 'dehusk synthetic sites',
    licence: 'Apache-2.0, generated text',
    baseUrl: `${plan.baseUrl}/`,
    contentSelectors: selectorsOf(designs, 'content'),
    templateSelectors: selectorsOf(designs, 'template'),
    ignoreSelectors: selectorsOf(designs, 'ignored'),
    notes: 'labels.json has every page; the selectors say the same.',
    pages: plan.map.pages,
  };
}

function selectorsOf(designs: readonly Design[], label: Label): string[] {
  const names = (Object.keys(partLabels) as PartName[]).filter((part) => partLabels[part] === label);
  return designs.flatMap(({ theme, naming }) =>
    names.map((part) => `${toSelector(theme.body, naming)} ${toSelector(theme.parts[part], naming)}`),
  );
}
