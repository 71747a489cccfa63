/** Pages that methods are tried on, and what must hold of every verdict. */
import { expect } from 'vitest';
import type { Verdict } from '../../packages/dehusk/src/detect/detector.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';

export function sitePage(title: string): Page {
  return parseText(
    `<title>${title}</title><nav><a href="/">Home</a> <a href="/all">All insects</a></nav>` +
      `<main><h1>All about ${title}</h1><p>Here is what we know of ${title}.</p></main><footer>© Insects</footer>`,
    { url: `https://insects.example/${title}`, id: `https://insects.example/${title}` },
  );
}

/** With little to judge: no text, one text, text nobody sees. */
export const oddPages: readonly Page[] = [
  parseText(''),
  parseText('x'),
  parseText('<select><option>hidden</select><svg><text>hidden</text></svg>'),
];

export function expectVerdictOf(page: Page, { template, score, seen, of, version }: Verdict): void {
  expect([template.length, score.length, seen.length]).toEqual(Array(3).fill(page.nodeCount));
  expect(template.every((bit) => bit === 0 || bit === 1)).toBe(true);
  expect(score.every((value) => value >= 0 && value <= 1)).toBe(true);
  expect(seen.every((count) => count <= of)).toBe(true);
  expect(of).toBeGreaterThanOrEqual(0);
  expect(version).toBeGreaterThanOrEqual(0);
}
