import { expect, it } from 'vitest';
import { cutAround } from './wording.ts';

const long = 'The river rises in March and falls in June, and in between it carries wood, salt and letters. ';

it.each([
  ['one word', 'A red bee sings', 'A blue bee sings', 'A [red] bee sings'],
  ['an end', 'A bee', 'A bee sings', 'A bee[]'],
  ['a beginning', 'Two bees', 'bees', '[Two ]bees'],
  ['whole words', 'unbreakable', 'unbeatable', '[unbreakable]'],
  ['everything', 'abc', 'xyz', '[abc]'],
  ['nothing', 'abc', 'abc', 'abc[]'],
  ['letters of scripts without spaces', '每一座剧院', '每一条剧院', '每一[座]剧院'],
  [
    'in a long text',
    `${long}A red bee. ${long}`,
    `${long}A blue bee. ${long}`,
    /^…June, and in between it carries wood, salt and letters\. A \[red\] bee\. The river .*…$/,
  ],
])('shows %s', (_, text, other, expected) => {
  const { text: cut, changed } = cutAround(text, other);
  const told = `${cut.slice(0, changed[0])}[${cut.slice(...changed)}]${cut.slice(changed[1])}`;
  if (typeof expected === 'string') expect(told).toBe(expected);
  else expect(told).toMatch(expected);
});
