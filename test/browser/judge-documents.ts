/** What tests run in a page of the browser: it is bundled for that, and judges other pages of the same origin. */
import { type DomDocument, fromDom } from '../../packages/dehusk/src/page/from-dom.ts';
import { type JudgedVisit, judgeVisit, type Visit } from './judge-visit.ts';

/** The part of the browser that is used. */
interface Frame {
  src: string;
  hidden: boolean;
  onload: () => void;
  readonly contentDocument: DomDocument & { readonly URL: string };
  remove(): void;
}
declare const document: {
  readonly body: { append(frame: Frame): void };
  createElement(name: 'iframe'): Frame;
};
declare const DOMParser: new () => { parseFromString(html: string, type: 'text/html'): DomDocument };

/** Documents that are shown, each at its address, and whose scripts run. */
export async function judgeShown(visit: Visit): Promise<JudgedVisit> {
  const frame = document.createElement('iframe');
  // Nobody looks, and layout would take longest.
  frame.hidden = true;
  document.body.append(frame);
  const judged = await judgeVisit(visit, async (url) => {
    await new Promise<void>((shown) => {
      frame.onload = shown;
      frame.src = url;
    });
    return fromDom(frame.contentDocument, { url: frame.contentDocument.URL });
  });
  frame.remove();
  return judged;
}

/** Documents whose scripts do not run, so that there are elements in `noscript`. */
export function judgeFetched(visit: Visit): Promise<JudgedVisit> {
  return judgeVisit(visit, async (url) => {
    const html = await (await fetch(url)).text();
    return fromDom(new DOMParser().parseFromString(html, 'text/html'), { url });
  });
}
