import { writeMain } from '../matter.ts';
import type { Theme } from '../theme.ts';
import { plain } from './plain.ts';

/** A page without any template, as print versions and old leftovers are. */
export const bare: Theme = {
  ...plain,
  body: 'body[style=margin:2em]',
  parts: { ...plain.parts, main: 'div[role=document]' },
  write: (view) => writeMain({ ...view, design: { ...view.design, adverts: 0 } }),
};
