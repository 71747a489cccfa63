/** No slice of work on the page's thread goes on when its time is over: by a clock that the work itself moves. */
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromDom } from '../../dehusk/src/page/from-dom.ts';
import { parseText } from '../../dehusk/src/page/parse.ts';
import { createSite } from '../../lab/src/synthetic/synthetic-site.ts';
import { changeStyleSteps } from '../src/content/change-style.ts';
import { viewStyleSteps } from '../src/content/view-style.ts';
import { copyShown, copyWhole } from '../src/copy/copy-document.ts';
import { readCopy } from '../src/copy/read-copy.ts';
import { inSlices, SLICE_MS } from '../src/slices.ts';

/** What browsers call a long task. */
const LONG_MS = 50;

const rows = Array.from({ length: 2_200 }, (_, i) => `<div><p>Row ${i} <b>of ${i}</b> and more</p></div>`);
const { document } = parseHTML(
  `<!doctype html><html><head><title>Large</title></head><body>${rows.join('')}</body></html>`,
) as unknown as { document: Document };
const nodes = [...document.querySelectorAll('*')];

/** Each step takes so long; what a slice took is noted when it ends. */
class StepClock {
  #now = 0;
  #begun = 0;
  readonly slices: number[] = [];

  readonly clock = {
    now: () => this.#now,
    rest: async () => this.endSlice(),
  };

  endSlice(): void {
    this.slices.push(this.#now - this.#begun);
    // The page has its turn.
    this.#now += 1_000;
    this.#begun = this.#now;
  }

  /** Time goes by while work is done, and not while it waits. */
  *timed<Value>(work: Generator<void, Value>, stepMs: number): Generator<void, Value> {
    for (;;) {
      const step = work.next();
      this.#now += stepMs;
      if (step.done) return step.value;
      yield;
    }
  }
}

const marks = {
  highlighted: { new: [], moved: [], template: [], unsteady: [] },
  outlined: { new: nodes.map((_, i) => i), moved: [], template: [], unsteady: [] },
  gone: nodes.map((_, element) => ({
    element,
    side: 'after' as const,
    text: 'gone',
    isBlock: true,
    name: 'new' as const,
  })),
  targets: [],
};

const works: Readonly<Record<string, () => Generator<void, unknown>>> = {
  'reading the page': () => copyWhole(document),
  'reading what is kept of it': () => copyShown(document),
  'the style of a view': () => viewStyleSteps('content', nodes, { templateIs: 'faded', highlight: 'x' }),
  'the style of changes': () => changeStyleSteps(marks, nodes, (name) => name),
};

beforeAll(() => void vi.stubGlobal('CSS', { escape: (text: string) => text }));
afterAll(() => void vi.unstubAllGlobals());

describe.each(Object.entries(works))('%s of 11,000 nodes', (_, start) => {
  it.each([0.01, 0.5, 7])('ends each slice in time with steps of %d ms', async (stepMs) => {
    const time = new StepClock();
    let steps = 0;
    const counted = (function* () {
      for (const work = start(); ; ) {
        const step = work.next();
        steps++;
        if (step.done) return step.value;
        yield;
      }
    })();
    await inSlices(time.timed(counted, stepMs), time.clock);
    time.endSlice();
    expect(steps).toBeGreaterThan(nodes.length);
    expect(Math.max(...time.slices)).toBeLessThan(LONG_MS);
    expect(time.slices.length).toBeGreaterThanOrEqual(Math.floor((steps * stepMs) / (SLICE_MS + stepMs)));
    expect(time.slices.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(steps * stepMs, 3);
  });
});

it('would be told if a slice went on', async () => {
  const time = new StepClock();
  const deaf = { now: () => 0, rest: time.clock.rest };
  await inSlices(time.timed(copyWhole(document), 1), deaf);
  time.endSlice();
  expect(Math.max(...time.slices)).toBeGreaterThan(LONG_MS);
});

describe('a copy', () => {
  const copied = (html: string): ReturnType<typeof fromDom> => {
    const parsed = parseHTML(html) as unknown as { document: Document };
    const steps = copyWhole(parsed.document);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return readCopy(step.value.copy).page;
  };
  const facts = ({
    nodeCount,
    segments,
    textHashLow,
    pathHashLow,
    tag,
    subtreeEnd,
  }: ReturnType<typeof fromDom>): object => ({
    nodeCount,
    tags: [...tag],
    ends: [...subtreeEnd],
    texts: [...segments].map((node) => [node, textHashLow[node], pathHashLow[node]]),
  });

  it('is read as the page that it is a copy of', () => {
    const site = createSite({ seed: 172, pages: 12, pageBytes: { min: 3_000, max: 20_000 } });
    for (let i = 0; i < site.pages; i++) {
      const { html } = site.page(i);
      const parsed = parseHTML(html) as unknown as { document: Parameters<typeof fromDom>[0] };
      expect(facts(copied(html))).toEqual(facts(fromDom(parsed.document)));
    }
    expect(parseText(site.page(0).html).nodeCount).toBeGreaterThan(100);
  });

  it('keeps what is neither text nor HTML, and attributes with any name', () => {
    const html =
      '<!doctype html><html><head><title>T</title></head><body><p 2="b" 1="a" class="x y">one<!-- between -->two</p>' +
      '<svg viewBox="0 0 1 1"><title>drawn</title></svg><svg:odd>named</svg:odd><script>secret()</script></body></html>';
    const page = copied(html);
    const parsed = parseHTML(html) as unknown as { document: Parameters<typeof fromDom>[0] };
    expect(facts(page)).toEqual(facts(fromDom(parsed.document)));
  });
});
