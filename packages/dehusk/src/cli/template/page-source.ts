/** Where the key page of `dehusk template` and the pages it links to come from. */
import type { LinkOptions, LoadPage, Page } from '../../index.ts';

export interface PageSource {
  readonly key: Page;
  /** The key page as it is written: without an address that was only lent to it. */
  readonly written: Page;
  readonly load: LoadPage;
  readonly links: LinkOptions;
  /** The files of the key page and of those it links to. */
  readonly files: readonly { readonly file: string }[];
  /** An address as people know it: of a file, its path. */
  readonly nameOf: (url: string) => string;
}
