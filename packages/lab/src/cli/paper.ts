/** `dehusk eval paper`: its flags and help. */
import type { Command } from 'commander';
import { count } from '../../../dehusk/src/cli/flag-values.ts';
import { addMessageFlags, chosen, type MessageFlags } from '../../../dehusk/src/cli/flags.ts';

export interface PaperFlags extends MessageFlags {
  readonly synthetic?: number;
  readonly format: 'text' | 'json' | 'markdown';
}

const examples = `
Papers:
  wang-2008    storage at equal recall, and recall at equal storage
  chen-2006    accuracy, time and query accuracy of detection while indexing
  alarte-2014  templates by hyperlink analysis: nodes of key pages
  huang-2011   sequence-based mappings: quality and time

Examples:
  a paper's tables on a corpus, beside the numbers it prints
    dehusk eval paper wang-2008 corpus/
  as a page, on generated sites
    dehusk eval paper chen-2006 --synthetic 6 --format markdown > chen.md

docs/PAPERS.md has the tables on the corpus that this project is measured on.
`;

export function definePaper(command: Command, exit: (code: number) => void): void {
  command
    .description("Makes a paper's tables again, and prints them beside its own numbers.")
    .usage('[options] NAME CORPUS...')
    .argument('<NAME>', 'the paper: wang-2008, chen-2006, alarte-2014 or huang-2011')
    .argument('[CORPUS...]', 'folders of sites with gold')
    .option('--synthetic <count>', 'also on this many generated sites', count('--synthetic'))
    .addOption(chosen('--format <how>', 'form of the report', ['text', 'json', 'markdown']).default('text'))
    .addHelpText('after', examples)
    .action(async (name: string, corpora: readonly string[], _flags: PaperFlags, self: Command) => {
      const { runPaper } = await import('./eval.ts');
      // eval has flags of the same names, and commander hands those of a subcommand to whoever comes first.
      exit(await runPaper(name, corpora, self.optsWithGlobals()));
    });
  addMessageFlags(command);
}
