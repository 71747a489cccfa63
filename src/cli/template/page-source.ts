/** Where the key page of `dehusk template` and the pages it links to come from. */
import type { LinkOptions, LoadPage, Page } from '../../index.ts';

export interface PageSource {
  readonly key: Page;
  /** The key page as it is written: without an address that was only lent to it. */
  readonly written: Page;
  readonly load: LoadPage;
  readonly links: LinkOptions;
  /** An address as people know it: of a file, its path. */
  readonly nameOf: (url: string) => string;
}
