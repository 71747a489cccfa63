import { expect, test } from 'vitest';
import { readText, TEXT, tagName, walk } from './page.ts';
import { parseText } from './parse.ts';

test('enters in document order, leaves what it entered, and leaves out what it is told to', () => {
  const page = parseText('<ul><li>a<li><b></b>c</ul><p><i>d</i></p>e');
  const events: string[] = [];
  walk(page, {
    enter(node) {
      if (page.tag[node] === TEXT) events.push(readText(page, node));
      else events.push(`<${tagName(page, node)}>`);
      return tagName(page, node) !== 'p';
    },
    leave(node) {
      events.push(`</${tagName(page, node)}>`);
    },
  });
  expect(events.join('')).toBe(
    '<html><head></head><body><ul><li>a</li><li><b></b>c</li></ul><p>e</body></html>',
  );
});
