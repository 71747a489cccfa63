import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DehuskError, type ErrorCode, errorMessages } from '../packages/dehusk/src/errors.ts';

const document = readFileSync(new URL('../docs/ERRORS.md', import.meta.url), 'utf8');
const rows = [...document.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.+?) \|$/gm)];

describe('the error table', () => {
  it('is what docs/ERRORS.md lists, code by code and word by word', () => {
    const documented = Object.fromEntries(
      rows.map(([, code, message]) => [code, message?.replaceAll('\\|', '|')]),
    );
    expect(documented).toEqual(errorMessages);
  });

  it('tells for each code what to do', () => {
    for (const [, code, , advice] of rows) expect(advice!.length, code).toBeGreaterThan(20);
  });

  it('names facts in braces, and an error fills them in', () => {
    const error = new DehuskError('PAGE_TOO_LARGE', { sizeBytes: 11, limitBytes: 10 });
    expect(error.message).toBe('page of 11 bytes is over the limit of 10 bytes (--max-page-bytes)');
    expect(error.code satisfies ErrorCode).toBe('PAGE_TOO_LARGE');
  });

  it('has no message with an unbalanced brace', () => {
    for (const message of Object.values(errorMessages))
      expect(message.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });
});
