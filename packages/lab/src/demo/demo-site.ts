/** What a site of the demo is: pages whose texts were written for it, in a design of their own. */
import type { Markup } from '../report/html/markup.ts';

export interface DemoSite {
  /** A host below `.example`, which belongs to nobody. */
  readonly host: string;
  /** What it is, for a reader of the demo. */
  readonly what: string;
  readonly pages: readonly DemoPage[];
}

interface DemoPage {
  readonly path: string;
  readonly html: string;
}

/** A page of a site before its design is around it. */
export interface PageText {
  readonly path: string;
  readonly title: string;
  readonly body: Markup;
}
