import { describe, expect, it } from 'vitest';
import { pageFailure } from '../engine/engine.ts';
import { DehuskError, nearest } from '../errors.ts';
import { commandMessage } from './flag-hints.ts';
import { type MessageOptions, Messages, wantsColor } from './messages.ts';

const raw = { url: 'https://a.example/', provenance: { file: 'x.warc', offset: 7 } };

function said(say: (messages: Messages) => void, options: Partial<MessageOptions> = {}): string[] {
  const lines: string[] = [];
  const terminal = { line: (text: string) => lines.push(text) };
  const plain = { json: false, color: false, quiet: false, verbose: false };
  say(new Messages({ terminal, ...plain, ...options }));
  return lines;
}

describe('a fault of the program', () => {
  const fault = pageFailure(new TypeError('x is undefined'), raw);
  const line =
    'dehusk: x.warc byte 7 (https://a.example/): ' +
    'internal error, please report it: TypeError: x is undefined [INTERNAL]';

  it('is named like a failed page', () => {
    expect(said((messages) => messages.failure(fault, 1))).toEqual([line]);
  });

  it('shows its stack with --verbose', () => {
    const [first, ...stack] = said((messages) => messages.failure(fault, 1), { verbose: true });
    expect([first, stack[0]]).toEqual([line, '  TypeError: x is undefined']);
    expect(stack[1]).toMatch(/^ {2}at .*messages\.test\.ts/);
  });

  it('shows its stack in JSON too', () => {
    const lines = said((messages) => messages.failure(fault, 1), { verbose: true, json: true });
    expect(lines.map((each) => (JSON.parse(each) as { readonly event: string }).event)).toEqual([
      'failure',
      'stack',
    ]);
  });
});

describe('a failure', () => {
  it('names its file once', () => {
    const error = new DehuskError('INPUT_NOT_FOUND', { file: 'a.html' });
    const failure = { kind: 'failure', error, provenance: { file: 'a.html' } } as const;
    expect(said((messages) => messages.failure(failure, 1))).toEqual([
      'dehusk: no such file or folder: a.html [INPUT_NOT_FOUND]',
    ]);
  });

  it('names no file where none was named', () => {
    const error = new DehuskError('INPUT_NOT_FOUND', { file: 'its name is empty' });
    const failure = { kind: 'failure', error, provenance: { file: '' } } as const;
    expect(said((messages) => messages.failure(failure, 1))).toEqual([
      'dehusk: no such file or folder: its name is empty [INPUT_NOT_FOUND]',
    ]);
  });

  it('names its line', () => {
    const error = new DehuskError('INPUT_LINE_BAD', { line: 3, reason: 'test' });
    const failure = { kind: 'failure', error, provenance: { file: 'a.jsonl', line: 3, offset: 90 } } as const;
    expect(said((messages) => messages.failure(failure, 1))).toEqual([
      'dehusk: a.jsonl:3: line 3 holds no page: test [INPUT_LINE_BAD]',
    ]);
  });
});

it.each([
  ['a terminal', {}, true, true, true],
  ['no terminal', {}, false, true, false],
  ['--no-color', { FORCE_COLOR: '1' }, true, false, false],
  ['NO_COLOR', { NO_COLOR: '1' }, true, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true, true],
  ['NO_COLOR over FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, true, false],
  ['FORCE_COLOR without a terminal', { FORCE_COLOR: '1' }, false, true, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, true, false],
  ['FORCE_COLOR over TERM=dumb', { FORCE_COLOR: '1', TERM: 'dumb' }, false, true, true],
  ['TERM=dumb', { TERM: 'dumb' }, true, true, false],
])('%s', (_, env, isTerminal, flag, colored) => {
  expect(wantsColor(flag, { env, isTerminal })).toBe(colored);
});

const formats = ['text', 'markdown', 'html', 'marked-html'];

it.each([
  ['txt', 'text'],
  ['HTML', 'html'],
  ['mark', 'markdown'],
  ['marked', 'marked-html'],
  ['markdwon', 'markdown'],
  ['htm', 'html'],
  ['md', 'markdown'],
  ['mdx', undefined],
  ['dm', undefined],
  ['pdf', undefined],
  ['', undefined],
])('%j is meant as %j', (word, meant) => {
  expect(nearest(word, formats)).toBe(meant);
});

describe('what a log was begun with', () => {
  it.each([
    ['partitions', '--partitions'],
    ['siteBy', '--site-by'],
    ['template', '--template'],
    ['methodOptions.threshold', '--set threshold'],
    ['limits.maxNodes', '--max-page-nodes'],
    ['encode.frontMatter', '--front-matter'],
    ['encode.links', '--list-links'],
    ['encode.linkStyle', '--links'],
  ])('%s is told as %s', (name, flag) => {
    const error = new DehuskError('LOG_OTHER_SETTING', { log: 'redis://a', name, found: '1', expected: '2' });
    expect(commandMessage(error)).toBe(`the log redis://a was begun with ${flag} 1, not with 2`);
  });
});
