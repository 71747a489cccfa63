import { describe, expect, it } from 'vitest';
import type { PassedOver, PassedReason } from '../input/input.ts';
import type { RawPage } from '../page/raw-page.ts';
import { passedText } from './progress.ts';
import { statsText, Tally } from './tally.ts';

const provenance = { file: 'a.warc', offset: 0 };
const page: RawPage = { url: 'https://a.example/', bytes: new Uint8Array(), provenance };

function passed(reason: PassedReason, detail?: string, count = 1): PassedOver[] {
  const one = { kind: 'passed-over' as const, reason, provenance, ...(detail !== undefined && { detail }) };
  return Array.from({ length: count }, () => one);
}

describe('what was passed over, in words', () => {
  const textOf = (...lists: PassedOver[][]): string | undefined => {
    const tally = new Tally();
    for (const list of lists) tally.addPassed(list);
    return passedText(tally.passed);
  };

  it('says nothing of nothing, nor of what never holds a page', () => {
    expect(textOf()).toBeUndefined();
    expect(textOf(passed('record', 'request', 9))).toBeUndefined();
  });

  it('names reasons, and of each the most frequent kinds', () => {
    const types = ['image/png', 'text/css', 'image/gif', 'font/woff'].map((type, i) =>
      passed('type', type, i + 1),
    );
    expect(
      textOf(passed('status', '404', 1200), passed('status', '301', 2), ...types, passed('revisit')),
    ).toBe(
      'passed over: 1,202 by HTTP status (404: 1,200, 301: 2; --any-status), ' +
        '10 by content type (font/woff: 4, image/gif: 3, text/css: 2, …), 1 revisit without an original',
    );
    expect(textOf(passed('conversion', undefined, 2), passed('empty'), passed('blank', undefined, 3))).toBe(
      'passed over: 2 conversions, 1 empty record, 3 blank lines',
    );
  });

  it('names files by their ending', () => {
    const tally = new Tally();
    tally.passedFiles = new Map([['.css', 2]]);
    expect(passedText(tally.passed)).toBe('passed over: 2 files (.css: 2)');
  });
});

describe('a tally', () => {
  it('goes on from what was saved, to the same statistics', () => {
    const whole = new Tally();
    const first = new Tally();
    const act = (tally: Tally, half: 1 | 2): void => {
      if (half === 1) {
        tally.addPage(true, page);
        tally.addPassed(passed('status', '404', 3));
        tally.addPassed(passed('type', 'a:b', 2));
        tally.addFailure({ kind: 'failure', error: { code: 'INPUT_CUT' } as never, provenance });
      } else {
        tally.addPage(false, { ...page, digest: 'wrong', revisit: true });
        tally.addPage(false, {
          digest: 'unknown',
          provenance: { file: 'x/a.html', root: 'x' },
        });
        tally.addGuarded();
        tally.addUnknown(true);
        tally.addUnknown(false);
        tally.addPassed(passed('revisit'));
        tally.passLast(passed('status', '404', 4));
      }
    };
    act(whole, 1);
    act(whole, 2);
    act(first, 1);
    const second = new Tally();
    second.restore(JSON.parse(JSON.stringify(first.saved(false))));
    act(second, 2);
    expect(statsText('done', second)).toBe(statsText('done', whole));
    const third = new Tally();
    third.restore(whole.saved(true));
    expect(statsText('done', third)).toBe(statsText('done', whole));
    expect(JSON.parse(statsText('done', whole))).toEqual({
      how: 'done',
      pages: 3,
      sites: 1,
      failed: 1,
      failures: { INPUT_CUT: 1 },
      guarded: 1,
      unknown: { pages: 2, sites: 1 },
      revisits: 1,
      unaddressed: 1,
      digests: { wrong: 1, unknown: 1 },
      passed_over: { revisit: 1, status: { 404: 7 }, type: { 'a:b': 2 } },
      bytes: 0,
    });
  });

  it('does not count twice what stood behind the last page of a run that goes on', () => {
    const first = new Tally();
    first.passLast(passed('empty', undefined, 5));
    expect(first.saved(false)).not.toHaveProperty('passed:empty:');
    expect(first.saved(true)).toHaveProperty('passed:empty:', 5);
    expect(statsText('stopped', first)).toContain('"empty": 5');
  });

  it('counts the pages of a pass once', () => {
    const tally = new Tally();
    tally.addPage(true, page);
    tally.beginPass('cleaning', true);
    tally.addPage(true, { ...page, digest: 'wrong' });
    expect(tally.counts).toMatchObject({ pages: 1, sites: 1, digestsWrong: 1 });
    tally.beginPass('cleaning', false);
    expect(tally.counts).toMatchObject({ pages: 1, sites: 0, digestsWrong: 1 });
  });

  it('holds a bounded number of details, whoever invents them', () => {
    const tally = new Tally();
    for (let nth = 0; nth < 5000; nth++) tally.addPassed(passed('type', `x/${nth}`));
    const types = tally.passed.get('type')!;
    expect(types.size).toBeLessThanOrEqual(201);
    expect([...types.values()].reduce((sum, count) => sum + count)).toBe(5000);
    expect(Object.keys(tally.saved(true)).length).toBeLessThan(220);
  });

  it('takes no name of a prototype for something else', () => {
    const tally = new Tally();
    tally.addPassed([...passed('type', '__proto__'), ...passed('type', 'constructor')]);
    expect(statsText('done', tally)).toContain('"__proto__": 1');
  });
});
