import type { Theme } from '../theme.ts';
import { blog } from './blog.ts';
import { layoutTable } from './layout-table.ts';
import { plain } from './plain.ts';
import { portal } from './portal.ts';
import { semantic } from './semantic.ts';
import { utility } from './utility.ts';

export type ThemeName = 'blog' | 'semantic' | 'layoutTable' | 'utility' | 'portal' | 'plain';

/** The themes a site may wear; `bare` is not among them, because only single pages do without a template. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  blog,
  semantic,
  layoutTable,
  utility,
  portal,
  plain,
};

export const themeNames: readonly ThemeName[] = Object.keys(themes) as ThemeName[];
