/** A tool that reads one page at a time. */
export interface UnreadPage {
  readonly html: string;
  readonly url: string;
}

export type ReadPage = (page: UnreadPage) => string | Promise<string>;

/** Waits for a package that may not be installed; the second argument is what to install. */
export type LoadPackage = <Module>(loading: Promise<Module>, packageName: string) => Promise<Module>;
