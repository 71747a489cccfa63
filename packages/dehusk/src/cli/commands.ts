/** The commands by name. */
import type { Command } from 'commander';

type DefineCommand = (command: Command, exit: (code: number) => void) => void;

interface LazyCommand {
  /** What `dehusk --help` shows behind the name. */
  readonly args: string;
  readonly description: string;
  /** False for one that has none. */
  readonly hasFlags?: boolean;
  readonly load: () => Promise<DefineCommand>;
}

/** In the order of the help. A command's module is loaded when the command is named, and not for the list. */
export const commands: Readonly<Record<string, LazyCommand>> = {
  clean: {
    args: '[INPUT...]',
    description:
      'Reads pages, learns what each site prints on page after page, and writes the content of each page without it.',
    load: async () => (await import('./clean.ts')).defineClean,
  },
  template: {
    args: '<PAGE> [INPUT...]',
    description:
      'Writes the template of one page as a clean page, found by comparing it with pages it links to.',
    load: async () => (await import('./template/template.ts')).defineTemplate,
  },
  diff: {
    args: '[OLD NEW...]',
    description: 'Shows what changed between two versions of a page.',
    load: async () => (await import('./diff/diff.ts')).defineDiff,
  },
  watch: {
    args: '<LIST...>',
    description: 'Visits pages again and again, and tells what is new in their content.',
    load: async () => (await import('./watch/watch.ts')).defineWatch,
  },
  index: {
    args: '[INPUT...]',
    description: 'Builds a full-text index of pages without the words of their template.',
    load: async () => (await import('./index.ts')).defineIndex,
  },
  search: {
    args: '<FILE> <QUERY...>',
    description: 'Finds the pages of an index that match a query, the best first.',
    load: async () => (await import('./search.ts')).defineSearch,
  },
  learn: {
    args: '[INPUT...]',
    description: 'Makes lessons of the pages of an archive, part by part: the first step beyond one machine.',
    load: async () => (await import('./learn.ts')).defineLearn,
  },
  fold: {
    args: '[LESSONS...]',
    description: 'Makes states of lessons, by which any number of dehusk clean --freeze can judge.',
    load: async () => (await import('./fold.ts')).defineFold,
  },
  enqueue: {
    args: '[INPUT...]',
    description: 'Puts pages of a crawl into a log that any number of workers share.',
    load: async () => (await import('./enqueue.ts')).defineEnqueue,
  },
  worker: {
    args: '',
    description: 'Judges the pages of a log, beside any number of other workers.',
    load: async () => (await import('./worker.ts')).defineWorker,
  },
  drain: {
    args: '',
    description: 'Writes what comes out of a log into a file, each record once.',
    load: async () => (await import('./drain.ts')).defineDrain,
  },
  lag: {
    args: '',
    description: 'Shows what waits in a log, and who works on it.',
    load: async () => (await import('./lag.ts')).defineLag,
  },
  sites: {
    args: '<STATE>',
    description: 'Shows what is known about each site, and gives its template to other tools.',
    load: async () => (await import('./sites/sites.ts')).defineSites,
  },
  mcp: {
    args: '',
    description: 'Serves pages, templates, changes and an index to language models (Model Context Protocol).',
    load: async () => (await import('./mcp/mcp.ts')).defineMcp,
  },
  completion: {
    args: '<SHELL>',
    description: 'Prints what bash, zsh or fish needs to complete commands and flags.',
    hasFlags: false,
    load: async () => (await import('./completion.ts')).defineCompletion,
  },
};
