import { describe, expect, test } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { parseText } from '../page/parse.ts';
import { toHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';
import { toText } from './text.ts';
import { blockVerdicts, templateRatio } from './verdict-view.ts';

function judged(html: string, facts: readonly (readonly [template: number, score: number, seen: number])[]) {
  const page = parseText(html);
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (const [index, node] of page.segments.entries()) {
    [template[node], score[node], seen[node]] = facts[index]!;
  }
  const verdict: Verdict = { template, score, seen, of: 48, version: 1 };
  return { page, verdict };
}

describe('blockVerdicts', () => {
  test('sums, evidence and paths', () => {
    const { page, verdict } = judged(
      '<div><ul><li><a>abcd</a><li><a>ef</a></ul><p>0123<b>4567</b>89</p></div>',
      [
        [1, 1, 41],
        [1, 0.25, 43],
        [0, 0, 1],
        [1, 0.5, 20],
        [0, 0, 2],
      ],
    );
    expect(blockVerdicts(page, verdict)).toEqual([
      { path: '/html/body/div/ul', template: true, score: 0.75, seen: 41, of: 48, chars: 6 },
      { path: '/html/body/div/p', template: false, score: 0.2, seen: 20, of: 48, chars: 10 },
    ]);
    expect(templateRatio(page, verdict)).toBe(10 / 16);
  });

  test('half of the characters is not more than half; characters are code points', () => {
    const half = judged('a😀<b>cd</b>', [
      [1, 1, 9],
      [0, 0, 1],
    ]);
    expect(blockVerdicts(half.page, half.verdict)[0]).toMatchObject({
      template: false,
      chars: 4,
      path: '/html/body',
    });
    const more = judged('a😀e<b>cd</b>', [
      [1, 1, 9],
      [0, 0, 1],
    ]);
    expect(blockVerdicts(more.page, more.verdict)[0]).toMatchObject({ template: true, seen: 9 });
  });

  test('without template text, seen is the smallest of all', () => {
    const { page, verdict } = judged('ab<b>c</b>', [
      [0, 0, 4],
      [0, 0, 3],
    ]);
    expect(blockVerdicts(page, verdict)[0]).toMatchObject({ template: false, seen: 3 });
  });

  test('a page without text', () => {
    const { page, verdict } = judged('<div></div>', []);
    expect(blockVerdicts(page, verdict)).toEqual([]);
    expect(templateRatio(page, verdict)).toBe(0);
  });

  test('the path of a very deep block is cut at its start', () => {
    const { page, verdict } = judged(`${'<i>'.repeat(100)}x`, [[0, 0, 1]]);
    expect(blockVerdicts(page, verdict)[0]!.path).toBe(`/${'/i'.repeat(64)}`);
  });
});

describe('text that readers never see', () => {
  const template = [1, 1, 9] as const;
  const content = [0, 0, 1] as const;
  const html =
    '<nav>Menu</nav><p>Read</p><p>this</p><div hidden><p>Copied</p><img src="a.png" alt="b"></div>';

  test('is left out of all formats, unless it is to be kept', () => {
    const { page, verdict } = judged(html, [template, content, content, content]);
    const keep = { hidden: 'keep' } as const;
    expect(toText(page, verdict)).toBe('Read\n\nthis');
    expect(toText(page, verdict, keep)).toBe('Read\n\nthis\n\nCopied');
    expect(toMarkdown(page, verdict)).toBe('Read\n\nthis');
    expect(toMarkdown(page, verdict, keep)).toBe('Read\n\nthis\n\nCopied\n\n![b](a.png)');
    expect(toHtml(page, verdict)).not.toMatch(/Copied|img/);
    expect(toHtml(page, verdict, keep)).toMatch(/Copied.*img/);
    expect(toText(page)).toBe('Menu\n\nRead\n\nthis');
  });

  test('stays where it is all the content', () => {
    const { page, verdict } = judged(html, [template, template, template, content]);
    expect(toText(page, verdict)).toBe('Copied');
    expect(toMarkdown(page, verdict)).toContain('Copied');
  });

  test('is a part of the template', () => {
    const { page, verdict } = judged(html, [template, content, content, template]);
    expect(toText(page, verdict, { part: 'template' })).toBe('Menu\n\nCopied');
  });
});
