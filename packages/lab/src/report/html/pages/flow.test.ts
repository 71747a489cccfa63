import { describe, expect, it } from 'vitest';
import { flow } from './flow.ts';

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
