import { describe, expect, it } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { type Page, readNormalText, tagName } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { createSelector } from '../page/select.ts';
import { createOverrides, type OverriddenVerdict, type SiteOverrides } from './overrides.ts';

/** Every other text is template, the first one is. */
function verdictOn(page: Page): Verdict {
  const verdict = {
    template: new Uint8Array(page.nodeCount),
    score: new Float32Array(page.nodeCount).fill(0.25),
    seen: Uint32Array.from({ length: page.nodeCount }, (_, node) => node),
    of: 48,
    version: 17,
  };
  for (const [index, node] of page.segments.entries()) verdict.template[node] = (index + 1) % 2;
  return verdict;
}

function overridden(html: string, rules: Partial<SiteOverrides>, site = 'a.example') {
  const page = parseText(html);
  const before = verdictOn(page);
  const after = createOverrides({ keep: [], drop: [], ...rules }, createSelector)(site, page, before);
  return { page, before, after };
}

/** The texts that are kept. */
function kept(page: Page, { template }: Verdict): string {
  const texts = Array.from(page.segments).filter((node) => template[node] === 0);
  return texts.map((node) => readNormalText(page, node)).join(' ');
}

const html = '<nav>n1<p>n2</nav><aside id=x>a1<div class=recipe>r1<p>r2<b>r3</b></div>a2</aside><p>p1';

describe('createOverrides', () => {
  it.each<[string, Partial<SiteOverrides>, string]>([
    ['nothing', {}, 'n2 r1 r3 p1'],
    ['keep: texts at and below the element', { keep: ['nav'] }, 'n1 n2 r1 r3 p1'],
    ['drop: texts at and below the element', { drop: ['aside'] }, 'n2 p1'],
    ['the nearest element decides: keep in drop', { drop: ['aside'], keep: ['.recipe'] }, 'n2 r1 r2 r3 p1'],
    ['the nearest element decides: drop in keep', { keep: ['aside'], drop: ['.recipe'] }, 'n2 a1 a2 p1'],
    ['on one element keep decides', { keep: ['aside'], drop: ['#x'] }, 'n2 a1 r1 r2 r3 a2 p1'],
    ['three levels', { drop: ['aside', 'b'], keep: ['.recipe'] }, 'n2 r1 r2 p1'],
    ['everything', { drop: ['html'] }, ''],
    ['the selectors of a site', { sites: { 'a.example': { drop: ['body'] } } }, ''],
    ['not those of another', { sites: { 'b.example': { drop: ['body'] } } }, 'n2 r1 r3 p1'],
    [
      'those of all sites and of this one',
      { drop: ['p'], sites: { 'a.example': { keep: ['nav'] } } },
      'n1 r1',
    ],
  ])('%s', (_, rules, texts) => {
    const { page, after } = overridden(html, rules);
    expect(kept(page, after)).toBe(texts);
  });

  it('sets the score, leaves the evidence, and changes no array of the method', () => {
    const { page, before, after } = overridden(html, { keep: ['nav'], drop: ['aside'] });
    expect(before).toEqual(verdictOn(page));
    const scores = Array.from(page.segments, (node) => after.score[node]);
    expect(scores).toEqual([0, 0, 1, 1, 1, 1, 1, 0.25]);
    expect(after).toMatchObject({ seen: before.seen, of: 48, version: 17 });
  });

  it('tells what was dropped', () => {
    const { page, after } = overridden('<nav>n</nav><p>a<img>', { drop: ['p'] });
    const dropped = Array.from(after.dropped!.keys()).filter((node) => after.dropped![node] === 1);
    expect(dropped.map((node) => tagName(page, node))).toEqual(['p', '#text', 'img']);
    expect(overridden(html, { keep: ['nav'] }).after.dropped).toBeUndefined();
  });

  it('returns the very verdict where no selector touches the page', () => {
    const untouched: readonly Partial<SiteOverrides>[] = [
      {},
      { sites: { 'b.example': { keep: ['p'] } } },
      { keep: ['video'] },
    ];
    for (const rules of untouched) {
      const { before, after } = overridden(html, rules);
      expect(after).toBe<OverriddenVerdict>(before);
    }
  });

  it('takes a site for a site, whatever its name', () => {
    const { before, after } = overridden(html, { sites: {} }, 'constructor');
    expect(after).toBe<OverriddenVerdict>(before);
  });

  it('refuses a bad selector at once', () => {
    const bad = { keep: [], drop: [], sites: { 'a.example': { drop: ['p['] } } };
    expect(() => createOverrides(bad, createSelector)).toThrow(
      expect.objectContaining({ code: 'SELECTOR_BAD' }),
    );
    expect(() => createOverrides({ keep: [' '], drop: [] }, createSelector)).toThrow(
      "' ' is no CSS selector: it is empty",
    );
  });
});
