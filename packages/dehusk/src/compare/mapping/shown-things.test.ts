import { expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { shownMedia } from './shown-things.ts';

it('shows what a late picture stands in for, and what a style puts behind an element; an empty style shows nothing', () => {
  const page = parseText(
    `<img src=stand-in.gif data-src=a.png><p style="background: url('b.png')"><p style=""><img src=""><source srcset="c.png 2x">`,
    { url: 'https://shop.example/list/' },
  );
  expect([...shownMedia(page).values()]).toEqual(
    ['a.png', 'b.png', 'c.png'].map((name) => `https://shop.example/list/${name}`),
  );
});
