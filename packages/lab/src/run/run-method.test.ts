import { type Page, parseText, type Verdict } from 'dehusk';
import { createNoneDetector } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import type { EvalMethod } from '../methods/methods.ts';
import type { LoadedSite } from './evaluate.ts';
import { runMethod } from './run-method.ts';

const htmls = [1, 2, 3].map((i) => `<p>Home</p><p>Own ${i}</p>`);
const pages = htmls.map((html, i) => parseText(html, { url: `https://bees.example/${i + 1}` }));
const site: LoadedSite = { name: 'bees', pages, htmls, parseMs: 1, failed: [] };

/** Home is template from the given page on. */
function verdicts(from: number): readonly Verdict[] {
  return pages.map((page, i) => {
    const verdict = createNoneDetector().judge(page);
    verdict.template[page.segments[0]!] = i + 1 >= from ? 1 : 0;
    verdict.score[page.segments[0]!] = i + 1 >= from ? 0.75 : 0;
    return verdict;
  });
}

const method = (run: EvalMethod['run'], more: Partial<EvalMethod> = {}): EvalMethod => ({
  name: 'm',
  run,
  ...more,
});

describe('the lines of a method', () => {
  it('have what is kept, the grades, and the page with the first verdict', async () => {
    const lines = await runMethod(
      method(() => ({ verdicts: verdicts(2) })),
      site,
    );
    expect(lines.map(({ kept, scores }) => [kept, scores])).toEqual([
      [[[0, 1]], 'AAA='],
      [[[1, 1]], 'SwA='],
      [[[1, 1]], 'SwA='],
    ]);
    expect(lines.map(({ first_verdict, position }) => [first_verdict, position])).toEqual([
      [2, 1],
      [2, 2],
      [2, 3],
    ]);
    expect(lines[0]).not.toHaveProperty('elements');
  });

  it('have elements where they are meant', async () => {
    const [line] = await runMethod(
      method(() => ({ verdicts: verdicts(1) }), { judgesElements: true }),
      site,
    );
    expect(line!.elements).toEqual([]);
  });

  it('have no grades and no first verdict where nothing is ever called template', async () => {
    const [line] = await runMethod(
      method(() => ({ verdicts: verdicts(9) })),
      site,
    );
    expect(line).not.toHaveProperty('scores');
    expect(line).not.toHaveProperty('first_verdict');
  });

  it('tell that a batch holds all pages back', async () => {
    const [line] = await runMethod(
      method(() => ({ verdicts: verdicts(1) }), { holdsSite: true }),
      site,
    );
    expect(line!.first_verdict).toBe(3);
  });

  it('tell pages a second with parsing, unless the method has parsed', async () => {
    const texts = pages.map(() => ({ text: 'x' }));
    const [line] = await runMethod(
      method(() => ({ texts, ms: 3 })),
      site,
    );
    expect(line).toMatchObject({ ms: 3, parse_ms: 1, pages_per_second: 250, first_verdict: 1 });
    expect(line).not.toHaveProperty('peak_bytes');
    const [parsing] = await runMethod(
      method(() => ({ texts, ms: 4 }), { parses: true }),
      site,
    );
    expect(parsing!.pages_per_second).toBe(250);
  });

  it('see memory that is in use when the method turns to a page, though it is given back', async () => {
    const heavy = method((all: readonly Page[]) => {
      for (const [i] of all.entries()) hold(i === 1 ? 64_000_000 : 0, () => all[i]);
      return { verdicts: verdicts(1) };
    });
    const [line] = await runMethod(heavy, site);
    expect(line!.peak_bytes).toBeGreaterThan(64_000_000);
    const [light] = await runMethod(
      method(() => ({ verdicts: verdicts(1) })),
      site,
    );
    expect(light!.peak_bytes).toBeLessThan(32_000_000);
  });
});

/** The bytes live while `work` runs. */
function hold(bytes: number, work: () => unknown): void {
  const held = new Uint8Array(bytes).fill(1);
  work();
  expect(held.length).toBe(bytes);
}
