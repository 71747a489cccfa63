import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../packages/dehusk/src/cli/commands.ts';
import { commandMessage, flagHints } from '../packages/dehusk/src/cli/flag-hints.ts';
import {
  DehuskError,
  type ErrorCode,
  errorMessages,
  libraryMessages,
} from '../packages/dehusk/src/errors.ts';

const document = readFileSync(new URL('../docs/ERRORS.md', import.meta.url), 'utf8');
const rows = [...document.matchAll(/^\| `([A-Z_]+)` \|(.*)\|$/gm)].map(([, code, rest]) => ({
  code: code as ErrorCode,
  cells: rest!.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
}));
const isOfLibrary = (code: string): boolean => Object.hasOwn(libraryMessages, code);

/** An error of the code whose facts are their own names. */
function sample(code: ErrorCode, known: Readonly<Record<string, string>> = {}): DehuskError {
  const names = [...errorMessages[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name]);
  return new DehuskError(code, { ...Object.fromEntries(names), ...known });
}

/** What the command says of errors that have a hint. */
const hinted = [
  ...Object.keys(flagHints).map((code) => sample(code as ErrorCode)),
  sample('STATE_OF_OTHER_MODE', { found: 'page by page' }),
  ...['contact', 'delayMs', 'totalMs'].map((option) => sample('OPTION_BAD', { option })),
  ...['method', 'methodOptions', 'guard', 'template'].map((name) => sample('INDEX_OTHER_SETTING', { name })),
];

describe('the error table', () => {
  it('is what docs/ERRORS.md lists, code by code and word by word', () => {
    expect(Object.fromEntries(rows.map(({ code, cells }) => [code, cells[0]]))).toEqual(errorMessages);
  });

  it('tells for each code what to do', () => {
    for (const { code, cells } of rows) expect(cells.at(-1)!.length, code).toBeGreaterThan(20);
  });

  it('names facts in braces, and an error fills them in', () => {
    const error = new DehuskError('PAGE_TOO_MANY_NODES', { limit: 10 });
    expect(error.message).toBe('page has more than 10 nodes (maxNodes)');
    expect(error.code satisfies ErrorCode).toBe('PAGE_TOO_MANY_NODES');
  });

  it('has no message with an unbalanced brace', () => {
    for (const message of Object.values(errorMessages))
      expect(message.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });

  it('speaks of flags to users of the command alone', () => {
    for (const [code, message] of Object.entries(libraryMessages))
      expect(message, code).not.toMatch(/--|flag/);
  });
});

describe('what the command says instead of an option', () => {
  const flags = new Set<string>();

  beforeAll(async () => {
    for (const { load } of Object.values(commands)) {
      const command = new Command();
      (await load())(command, () => undefined);
      for (const { long } of command.options) flags.add(long!);
    }
  });

  it('is what docs/ERRORS.md lists', () => {
    for (const { code, cells } of rows.filter((row) => isOfLibrary(row.code))) {
      const hint = flagHints[code];
      if (typeof hint === 'function') expect(cells[1], code).toMatch(/--/);
      else expect(cells[1], code).toBe(hint?.trim() ?? '');
    }
  });

  it('names flags that there are', () => {
    for (const error of hinted) {
      const named = commandMessage(error).match(/--[a-z-]+/g) ?? [];
      expect(
        named.filter((flag) => !flags.has(flag)),
        error.code,
      ).toEqual([]);
    }
    const documented = rows.flatMap(({ code, cells }) =>
      isOfLibrary(code) ? (cells[1]!.match(/--[a-z-]+/g) ?? []) : [],
    );
    expect(documented.filter((flag) => !flags.has(flag))).toEqual([]);
  });

  it('takes the place of the brackets at the end', () => {
    for (const [code, hint] of Object.entries(flagHints)) {
      if (typeof hint === 'string') expect(errorMessages[code as ErrorCode], code).toMatch(/ \([^(){}]+\)$/);
    }
    expect(commandMessage(sample('HTTP_ROBOTS', { rule: 'line 2 says Disallow: /(a)' }))).toBe(
      'url is not fetched: line 2 says Disallow: /(a) (--no-robots)',
    );
    expect(commandMessage(sample('STATE_OF_OTHER_METHOD'))).toBe(
      'the state was saved by method found, not by expected (--method found)',
    );
    expect(commandMessage(sample('INPUT_CUT'))).toBe(sample('INPUT_CUT').message);
  });

  it('can be said again of an error that says it already', () => {
    for (const error of hinted) {
      const once = commandMessage(error);
      error.message = once;
      expect(commandMessage(error)).toBe(once);
    }
  });
});
