/** What a reader sees of a view: for each text of a page, whether it stands out as it is or is faded. */
import { type Page, readNormalText } from '../../dehusk/src/page/page.ts';
import type { DrivenTab } from './driven-browser.ts';

export interface ShownText {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * By what the browser draws: the opacity of what a text stands in, and the highlights. Texts that no reader sees are no
 * texts of a page.
 */
const readMarks = `(() => {
  const highlighted = new Set();
  for (const highlight of CSS.highlights.values()) for (const range of highlight) highlighted.add(range.startContainer);
  const unseen = 'script,style,noscript,template,select,svg,textarea,iframe,object,video,audio,canvas,math,head,datalist';
  const faded = new Map();
  const isFaded = (element) => {
    if (element === null) return false;
    if (!faded.has(element)) faded.set(element, getComputedStyle(element).opacity < 0.3 || isFaded(element.parentElement));
    return faded.get(element);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue.replace(/[ \\t\\n\\f\\r]+/g, ' ').trim();
    if (text === '' || node.parentElement.closest(unseen)) continue;
    texts.push({ text, isMarked: highlighted.has(node) || isFaded(node.parentElement) });
  }
  return texts;
})()`;

export function shownMarks(tab: DrivenTab): Promise<readonly ShownText[]> {
  return tab.evaluate(readMarks);
}

/** What should be seen of the view of the content. */
export function expectedMarks(page: Page, template: Uint8Array): readonly ShownText[] {
  return [...page.segments].map((node) => ({
    text: readNormalText(page, node)
      .replace(/[ \t\n\f\r]+/g, ' ')
      .trim(),
    isMarked: template[node] === 1,
  }));
}
