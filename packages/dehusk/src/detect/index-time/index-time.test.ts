import { describe, expect, it } from 'vitest';
import { describeBatchDetector } from '../../../../../test/contracts/batch-detector-contract.ts';
import { pageSource } from '../../../../../test/page-source.ts';
import { DehuskError } from '../../errors.ts';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Verdict } from '../detector.ts';
import { createIndexTimeDetector, type IndexTimeDetector } from './index-time.ts';
import type { IndexTimeOptions } from './method.ts';

// Of its content eight different words of nine are on all pages, which is above the default.
describeBatchDetector('index-time', () => createIndexTimeDetector({ templateRatio: 0.9 }));

interface Design {
  readonly menu: string;
  readonly footer: string;
}

const green: Design = { menu: 'Home Ants Bees', footer: 'All rights reserved' };
const blue: Design = { menu: 'Start Spiders Snails', footer: 'Some rights reserved' };

const insect = (
  number: number,
  { menu, footer }: Design = green,
  url = `https://insects.example/${number}`,
): Page =>
  parseText(
    `<div class=menu>${menu}</div><div class=main><h1>Insect ${number}</h1><p>Only${number} here${number} words${number}` +
      ` stand${number}.</div><div class=foot>${footer}</div>`,
    { url },
  );

const insects = (from: number, to: number, design: Design = green): readonly Page[] =>
  Array.from({ length: to - from }, (_, i) => insect(from + i, design));

const templateOf = (page: Page, { template }: Verdict): string =>
  [...page.segments]
    .filter((node) => template[node] === 1)
    .map((node) => readNormalText(page, node))
    .join(' | ');

/** The template texts of each page, batch after batch. */
function judgeAll(detector: IndexTimeDetector, ...batches: readonly (readonly Page[])[]): readonly string[] {
  return batches.flatMap((pages) => {
    const verdicts = detector.judgeBatch(pages);
    return pages.map((page, i) => templateOf(page, verdicts[i]!));
  });
}

const whole = 'Home Ants Bees | All rights reserved';

describe('a batch', () => {
  it('has the template that five of its pages share', () => {
    expect(judgeAll(createIndexTimeDetector(), insects(0, 5))).toEqual(Array(5).fill(whole));
    expect(judgeAll(createIndexTimeDetector(), insects(0, 4))).toEqual(Array(4).fill(''));
  });

  it('tells what the verdict rests on', () => {
    const pages = [
      ...insects(0, 6),
      insect(6, { ...green, footer: 'All rights reserved ©' }),
      insect(7, blue),
    ];
    const verdicts = createIndexTimeDetector().judgeBatch(pages);
    const facts = [...pages[6]!.segments].map((node) => {
      const { score, seen } = verdicts[6]!;
      return [score[node], seen[node]];
    });
    // The menu; the heading and the text, given up; the footer, whose texts differ and whose words do not.
    expect(facts).toEqual([
      [1, 7],
      [0, 1],
      [0, 1],
      [1, 7],
    ]);
    expect(verdicts[6]!.of).toBe(8);
  });

  it('counts two captures of a page once', () => {
    const captures = Array.from({ length: 3 }, () => insect(0));
    expect(judgeAll(createIndexTimeDetector(), [...captures, ...insects(1, 4)])).toEqual(Array(6).fill(''));
    expect(judgeAll(createIndexTimeDetector(), [...captures, ...insects(1, 5)])).toEqual(
      Array(7).fill(whole),
    );
  });

  it('is not misled by the same words at another place, in another style or order', () => {
    const shuffled = ['Home Ants Bees', 'Ants Bees Home', 'Bees Home Ants'];
    const pages = insects(0, 12).map((_, i) => insect(i, { menu: shuffled[i % 3]!, footer: `x${i}` }));
    expect(new Set(judgeAll(createIndexTimeDetector(), pages))).toEqual(new Set(['']));
    expect(judgeAll(createIndexTimeDetector({ dropFirst: true }), pages)[0]).toBe('Home Ants Bees');
  });

  it('says the same whatever the key of the hashes', () => {
    const judged = (hashKey: IndexTimeOptions['hashKey']): readonly Verdict[] =>
      createIndexTimeDetector({ hashKey }).judgeBatch(
        insects(0, 9).map((page) => parseText(pageSource(page), { hashKey, url: page.url! })),
      );
    expect(judged([1, 2])).toEqual(judged([3, 4]));
  });

  it('tells what it takes, and changes nothing by it', () => {
    const detector = createIndexTimeDetector();
    const before = detector.save();
    const { methodBytes } = detector.measureBatch(insects(0, 50));
    expect(methodBytes).toBeGreaterThan(50 * 12 * 12);
    expect(detector.measureBatch(insects(0, 800)).methodBytes).toBeGreaterThan(methodBytes);
    expect(detector.save()).toEqual(before);
  });
});

describe('batches of 50, of 200 and of all', () => {
  const pages = insects(0, 403);
  const batches = (size: number): readonly (readonly Page[])[] =>
    Array.from({ length: Math.ceil(pages.length / size) }, (_, i) => pages.slice(i * size, (i + 1) * size));

  it('find the same template, on the last three pages too', () => {
    for (const size of [50, 200, 403])
      expect(judgeAll(createIndexTimeDetector(), ...batches(size)), `${size}`).toEqual(
        Array(403).fill(whole),
      );
    // What a batch of three knows by itself.
    expect(judgeAll(createIndexTimeDetector(), batches(200)[2]!)).toEqual(['', '', '']);
  });

  it('come to the same counts', () => {
    const evidence = (size: number): readonly number[] => {
      const detector = createIndexTimeDetector();
      const verdicts = batches(size).flatMap((batch) => detector.judgeBatch(batch));
      return [verdicts.at(-1)!.seen[pages[402]!.segments[0]!]!, verdicts.at(-1)!.of];
    };
    expect([50, 200, 403].map(evidence)).toEqual(Array(3).fill([403, 403]));
  });

  it('know all that earlier ones have learned, and add up nothing rarer', () => {
    const few = [insects(0, 3), insects(3, 6), insects(6, 9)];
    expect(judgeAll(createIndexTimeDetector(), ...few)).toEqual(Array(9).fill(''));
    const detector = createIndexTimeDetector();
    judgeAll(detector, insects(0, 5), insects(5, 10, blue), insects(10, 15, blue));
    expect(judgeAll(detector, [insect(20)], [insect(21, blue)])).toEqual([
      whole,
      'Start Spiders Snails | Some rights reserved',
    ]);
  });

  it('forget what was met the longest time ago', () => {
    const detector = createIndexTimeDetector({ maxCarried: 6 });
    judgeAll(detector, insects(0, 5), insects(5, 10, blue));
    expect(judgeAll(detector, [insect(20)], [insect(21, blue)])).toEqual([
      '',
      'Start Spiders Snails | Some rights reserved',
    ]);
  });
});

describe('what is carried', () => {
  it('goes on after save and load as if nothing had happened', () => {
    const detector = createIndexTimeDetector();
    judgeAll(detector, insects(0, 30), insects(30, 40, blue));
    const loaded = createIndexTimeDetector();
    loaded.load(detector.save());
    expect(loaded.save()).toEqual(detector.save());
    for (const batch of [[insect(50), insect(51, blue)], insects(52, 60)])
      expect(loaded.judgeBatch(batch)).toEqual(detector.judgeBatch(batch));
    expect(loaded.save()).toEqual(detector.save());
  });

  it('comes with the words where an index asks for both', () => {
    const detector = createIndexTimeDetector();
    let carried: Uint8Array = new Uint8Array();
    for (const batch of [insects(0, 30), insects(30, 40, blue), [insect(50), insect(51, blue)]]) {
      const judged = createIndexTimeDetector().judgeWords!(batch, carried);
      expect(judged.verdicts).toEqual(detector.judgeBatch(batch));
      expect(judged.table.pages).toEqual(batch);
      expect(judged.carried).toEqual(detector.save());
      carried = judged.carried;
    }
  });

  it('is refused with an error of the table where it is another’s, or damaged', () => {
    const detector = createIndexTimeDetector();
    judgeAll(detector, insects(0, 9));
    const state = detector.save();
    const codeOf = (given: Partial<IndexTimeOptions>, bytes: Uint8Array): string => {
      try {
        createIndexTimeDetector(given).load(bytes);
      } catch (error) {
        if (error instanceof DehuskError) return error.code;
        throw error;
      }
      return 'none';
    };
    expect(codeOf({ templatePages: 6 }, state)).toBe('STATE_OF_OTHER_OPTIONS');
    expect(codeOf({ batchPages: 6 }, state)).toBe('none');
    expect(codeOf({}, new Uint8Array())).toBe('STATE_DAMAGED');
    for (let at = state.length - 200; at < state.length; at++) {
      const damaged = state.with(at, state[at]! ^ 1);
      expect(['STATE_DAMAGED', 'STATE_NEWER']).toContain(codeOf({}, damaged));
      expect(codeOf({}, state.subarray(0, at))).toBe('STATE_DAMAGED');
    }
  });
});
