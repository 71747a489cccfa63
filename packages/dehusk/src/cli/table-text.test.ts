import { expect, it } from 'vitest';
import { type Column, tableText } from './table-text.ts';

const columns: readonly Column[] = [
  { title: 'NAME', align: 'left', maxWidth: 6 },
  { title: 'COUNT', align: 'right' },
  { title: 'NOTE', align: 'left' },
];

it('lines columns up, numbers at the right, without spaces at the end', () => {
  const rows = [
    ['a', '1', 'x'],
    ['中文', '1,000', ''],
  ];
  expect(tableText(columns, rows)).toBe('NAME  COUNT  NOTE\na         1  x\n中文  1,000\n');
});

it('lets a cell over the width of its column push its own row only', () => {
  const rows = [
    ['abcdefghi', '1', 'x'],
    ['ab', '2', 'y'],
  ];
  expect(tableText(columns, rows)).toBe('NAME    COUNT  NOTE\nabcdefghi      1  x\nab          2  y\n');
});

it('shows what would steer a terminal', () => {
  expect(tableText(columns, [['\x1b[2J', '1', 'a\nb']])).toContain('\\x1b[2J      1  a\\x0ab\n');
});
