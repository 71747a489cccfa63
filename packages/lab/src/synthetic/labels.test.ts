import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { themeNames } from './design.ts';
import type { Label } from './html-writer.ts';
import { languageNames } from './language.ts';
import { createSite, type SyntheticPage, type SyntheticSite } from './synthetic-site.ts';

/** What trees of parse5 and of linkedom have in common. */
interface TreeNode {
  readonly nodeName: string;
  readonly parentNode?: TreeNode | null;
  readonly childNodes?: Iterable<TreeNode>;
  readonly value?: string;
  readonly nodeValue?: string | null;
}

const hidden = new Set('script style noscript template head svg iframe textarea select option'.split(' '));

/** Text nodes by the rule of the corpus. */
function* numberedTexts(node: TreeNode): Generator<TreeNode> {
  if (node.nodeName === '#text' && textOf(node) !== '') yield node;
  if (hidden.has(node.nodeName.toLowerCase())) return;
  for (const child of node.childNodes ?? []) yield* numberedTexts(child);
}

function textOf(node: TreeNode): string {
  return (node.value ?? node.nodeValue ?? '').trim();
}

function countElements(node: TreeNode): number {
  let count = node.nodeName.startsWith('#') ? 0 : 1;
  for (const child of node.childNodes ?? []) count += countElements(child);
  return count;
}

function countStartTags(html: string): number {
  const markup = html.replace(/(<(script|style|noscript)[^>]*>)[\s\S]*?(?=<\/\2>)/gi, '$1');
  return markup.match(/<[a-z][^>]*>/gi)!.length;
}

/** A line per text node: comparing lines is much faster than comparing objects. */
function selectorLabels(site: SyntheticSite, page: SyntheticPage): string {
  const gold = site.gold();
  const { document } = parseHTML(serialize(parse(page.html)));
  // linkedom splits a text at each entity.
  document.documentElement.normalize();
  const marks = new Map<unknown, Label>();
  const mark = (selectors: readonly string[], label: Label): void => {
    for (const selector of selectors)
      for (const element of document.querySelectorAll(selector)) marks.set(element, label);
  };
  mark(gold.contentSelectors, 'content');
  mark(gold.templateSelectors, 'template');
  mark(gold.ignoreSelectors, 'ignored');
  const root = document as unknown as TreeNode;
  return [...numberedTexts(root)].map((node) => `${nearest(node, marks)}: ${textOf(node)}`).join('\n');
}

function nearest(node: TreeNode, marks: ReadonlyMap<unknown, Label>): Label {
  for (let at = node.parentNode; at; at = at.parentNode) {
    const label = marks.get(at);
    if (label !== undefined) return label;
  }
  return 'template';
}

function recorded(page: SyntheticPage): string {
  return page.texts.map(({ text, label }) => `${label}: ${text.trim()}`).join('\n');
}

/** Each theme with each way of writing it that these seeds happen to draw, in all languages. */
const sites = themeNames.flatMap((theme, row) =>
  languageNames.map((language, column) =>
    createSite({ seed: 100 + row * 10 + column, pages: 60, theme, language, redesignAt: 40 }),
  ),
);

describe('the labels of synthetic pages', () => {
  it.each(sites)('number the text nodes as a parser finds them: $name', (site) => {
    for (let order = 0; order < site.pages; order += 6) {
      const page = site.page(order);
      const tree = parse(page.html) as TreeNode;
      expect([...numberedTexts(tree)].map(textOf).join('\n')).toBe(
        page.texts.map(({ text }) => text.trim()).join('\n'),
      );
      expect(page.labels).toEqual(page.texts.map(({ label }) => label));
      // Nothing was implied, moved or dropped by the parser, so the tree is the one that was meant.
      expect(countElements(tree)).toBe(countStartTags(page.html));
    }
  });

  it.each(sites)('agree with the selectors of the site: $name', (site) => {
    for (let order = 0; order < site.pages; order += 19) {
      const page = site.page(order);
      expect(selectorLabels(site, page)).toBe(recorded(page));
    }
  });

  it('has all three labels on pages of every theme', () => {
    for (const site of sites) {
      const labels = new Set(Array.from({ length: 8 }, (_, order) => site.page(order).labels).flat());
      expect([...labels].sort()).toEqual(['content', 'ignored', 'template']);
    }
  });

  it('has content on every page', () => {
    for (const site of sites)
      for (let order = 0; order < site.pages; order += 6)
        expect(site.page(order).labels).toContain('content');
  });
});
