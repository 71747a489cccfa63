/** The page as something to take elsewhere: what the engine writes comes from the background, selectors from here. */
import type { TakenPart, TakenText, WrittenPart } from '../protocol.ts';
import type { JudgedDocument } from './judged-document.ts';
import { ruleSelector } from './rule-selector.ts';

export function selectorsAs(part: Exclude<TakenPart, WrittenPart>, judged: JudgedDocument): TakenText {
  const selectors = templateSelectors(judged);
  const isFilter = part === 'ublock';
  const lines = isFilter ? selectors.map((selector) => `${location.hostname}##${selector}`) : selectors;
  return { text: lines.map((line) => `${line}\n`).join(''), type: 'text/plain', name: fileName(part) };
}

/** Of what holds nothing but template: each names one element of this page, and no content. */
function templateSelectors({ nodes, answer }: JudgedDocument): readonly string[] {
  return [...new Set(answer.template.elements.map((entry) => ruleSelector(nodes[entry] as Element)))];
}

const endings: Readonly<Record<TakenPart, string>> = {
  markdown: '.md',
  text: '.txt',
  html: '.html',
  template: '.template.html',
  selectors: '.selectors.txt',
  ublock: '.ublock.txt',
  record: '.json',
};

/** Of the site and the path, as far as file systems take them. */
export function fileName(part: TakenPart): string {
  const path = location.pathname.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const site = location.host.replace(/[^\p{L}\p{N}.]+/gu, '-');
  return `${site}${path === '' ? '' : `-${path}`}`.slice(0, 80) + endings[part];
}
