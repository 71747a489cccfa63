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
