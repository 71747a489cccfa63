import { describe, expect, it } from 'vitest';
import type { WorstPage } from '../../results/details.ts';
import type { MethodResult } from '../../results/results.ts';
import type { MethodKind, NumberedMethod } from './methods.ts';
import { flow, shownMethods } from './worst-pages.ts';

function method(name: string, kind: MethodKind, f1: number): NumberedMethod {
  const gold = { figures: { f1 } };
  const result = { method: name, all: { read: gold, lenient: gold } } as unknown as MethodResult;
  return { result, name, number: 0, kind };
}

const methods = [
  method('none', 'baseline', 0.7),
  method('incremental', 'stream', 0.6),
  method('other-stream', 'stream', 0.8),
  ...Array.from({ length: 9 }, (_, i) => method(`batch-${i}`, 'batch', 0.9 + i / 100)),
  method('peer', 'peer', 0.65),
  method('worse-peer', 'peer', 0.5),
];

const names = (shown: readonly NumberedMethod[]): readonly string[] => shown.map(({ name }) => name);

describe('the methods whose pages are shown', () => {
  it('are the best, the best of each kind and incremental, then the next best', () => {
    expect(names(shownMethods(methods, new Map()))).toEqual([
      ...['batch-8', 'other-stream', 'peer', 'incremental'],
      ...['batch-7', 'batch-6', 'batch-5', 'batch-4'],
    ]);
  });

  it('are as many as a file can hold, and one at least', () => {
    const page = {
      parts: [{ runs: [{ kind: 'kept', text: 'x'.repeat(4_000_000) }] }],
    } as unknown as WorstPage;
    const worst = new Map(methods.map(({ name }) => [name, new Map([['site', [page]]])]));
    expect(names(shownMethods(methods, worst))).toEqual(['batch-8']);
  });
});

describe('the flow of a page', () => {
  it('tells by elements what both do and what is wrong', () => {
    const runs = (['content', 'template', 'kept', 'removed', 'ignored'] as const).map((kind) => ({
      kind,
      text: kind,
    }));
    expect(flow([{ runs }]).markup).toBe(
      '<div class="flow"><p dir="auto">content <i>template</i> <ins>kept</ins> <del>removed</del> <u>ignored</u></p>\n</div>',
    );
  });

  it('says how much is left out', () => {
    const leftOut = { content: 1200, template: 0, kept: 5, removed: 0, ignored: 0 };
    const gap = flow([{ leftOut, blocks: 3 }]).markup;
    expect(gap).toContain('… 3 blocks not shown; characters: 1,200 kept by both, 5 kept wrongly …');
    const run = { kind: 'removed', text: 'begins', cut: { chars: 4000, tail: 'ends' } } as const;
    expect(flow([{ runs: [run] }]).markup).toContain(
      '<del>begins<b class="cut"> … 4,000 characters … </b>ends</del>',
    );
  });

  it('escapes the text of pages', () => {
    const text = '</p><script>x</script>';
    expect(flow([{ runs: [{ kind: 'kept', text, cut: { chars: 1, tail: text } }] }]).markup).not.toContain(
      '<script',
    );
  });
});
