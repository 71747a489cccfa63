import { expect, test } from 'vitest';
import { frontMatter } from './front-matter.ts';

test('values cannot leave the head', () => {
  const head = frontMatter({
    title: 'a: "b"\n---\nc',
    tags: ['x', '- y'],
    words: 3,
    description: '',
    x: undefined,
  });
  expect(head).toBe('---\ntitle: "a: \\"b\\"\\n---\\nc"\ntags: ["x","- y"]\nwords: 3\n---\n');
});

test('what readers of YAML 1.1 take for the end of a line is escaped', () => {
  expect(frontMatter({ title: 'a\x85b\u2028c\x07' })).toBe('---\ntitle: "a\\u0085b\\u2028c\\u0007"\n---\n');
});
