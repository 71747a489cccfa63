import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addDiffFlags, checkDiffFlags, type DiffFlags, diffFormat } from './diff.ts';

/** The flags of a command line, read as `dehusk diff` reads them. */
function parse(args: readonly string[]): { readonly inputs: readonly string[]; readonly flags: DiffFlags } {
  const command = new Command('diff').argument('[INPUT...]').exitOverride();
  addDiffFlags(command);
  command.parse(args, { from: 'user' });
  return { inputs: command.args, flags: command.opts<DiffFlags>() };
}

function check(...args: readonly string[]): void {
  const { inputs, flags } = parse(args);
  checkDiffFlags(inputs, flags);
}

const ab = ['a.html', 'b.html'];

it.each([
  [[], 'nothing to compare: name two versions of a page, or one archive that holds two captures of it'],
  [[...ab, 'c.html', 'd.html'], 'too many inputs: c.html d.html'],
  [['-', '-'], 'standard input can be read only once'],
  [['-', 'b.html', '--siblings', '-'], 'standard input can be read only once'],
  [['HTTPS://a.example/'], 'HTTPS://a.example/ is one version: name the other, too'],
  [
    [...ab, '--mapping', 'bottom-up'],
    "--mapping takes top-down-exact, restricted-top-down, prufer or consolidated-prufer, not 'bottom-up'",
  ],
  [[...ab, '--min-chars', '-1'], "--min-chars takes a whole number, not '-1'"],
  [
    [...ab, '--new', '24-05-01'],
    "--new takes a time such as 2024, 2024-05-01 or 20240501123000, not '24-05-01'",
  ],
  [[...ab, '--only', 'content'], '--only needs --state or --siblings'],
  [[...ab, '--site', 'x'], '--site needs --state'],
  [[...ab, '--state', 'a', '--siblings', 'b'], '--state cannot be used with --siblings'],
  [[...ab, '--brief', '--format', 'json'], '--brief cannot be used with --format json'],
  [[...ab, '--quiet', '--verbose'], '--quiet cannot be used with --verbose'],
  [[...ab, '--site-by', 'x'], "a site is told by host, domain or prefix:N, not by 'x' (siteBy)"],
  [[...ab, '--base-url', 'x'], 'x is not an absolute URL (baseUrl)'],
  [[...ab, '--ignore', 'p['], /^'p\[' is no CSS selector: /],
])('%j is wrong', (args, message) => {
  expect(() => check(...args)).toThrow(message);
});

it('takes what can be done', () => {
  expect(() => check('a.warc', '--url', 'https://a.example/', '--old', '2024-05-01T10:00:00Z')).not.toThrow();
  expect(() =>
    check(...ab, '--ignore', '.ad', '--ignore', 'nav', '--only', 'content', '--siblings', 'c', 'd'),
  ).not.toThrow();
  expect(parse([...ab, '--ignore', '.ad', '--ignore', 'nav']).flags.ignore).toEqual(['.ad', 'nav']);
});

it.each([
  [['-o', 'x.html'], 'html'],
  [['-o', 'x.HTM'], 'html'],
  [['-o', 'x.jsonl'], 'json'],
  [['-o', 'x.html', '--format', 'text'], 'text'],
  [['-o', '-'], 'text'],
  [[], 'text'],
])('%j writes %s', (args, format) => {
  expect(diffFormat(parse([...ab, ...args]).flags)).toBe(format);
});
