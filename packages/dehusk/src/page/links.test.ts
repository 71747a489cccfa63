import { expect, it } from 'vitest';
import { judgedLinks } from './links.ts';
import { readNormalText } from './page.ts';
import { parseText } from './parse.ts';

it('a link goes with most of its text, one without text with the texts around it', () => {
  const page = parseText(
    '<div><a href=/logo><img></a>T Site</div><a href=/menu>T Menu</a><a href=/mixed>T x <b>a longer text</b></a>' +
      '<p>Text <a href=/icon><i></i></a> <a href=/text>text</a></p><a href="mailto:a@b.c">T Mail</a>',
    { url: 'https://a.b/' },
  );
  const template = new Uint8Array(page.nodeCount);
  for (const node of page.segments) template[node] = readNormalText(page, node).startsWith('T ') ? 1 : 0;
  expect(judgedLinks(page, template)).toEqual([
    { url: 'https://a.b/logo', template: true },
    { url: 'https://a.b/menu', template: true },
    { url: 'https://a.b/mixed', template: false },
    { url: 'https://a.b/icon', template: false },
    { url: 'https://a.b/text', template: false },
  ]);
});

it('links of a page without any text are content', () => {
  const page = parseText('<a href="https://a.b/"><img></a>');
  expect(judgedLinks(page, new Uint8Array(page.nodeCount))).toEqual([
    { url: 'https://a.b/', template: false },
  ]);
});
