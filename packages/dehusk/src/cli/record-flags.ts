/** The flags that say what is in a record: of `clean`, and of workers, whose records are the same. */
import type { Command } from 'commander';
import { type EncodeOptions, outputFormats } from '../output/files/encode.ts';
import type { OutputFormat } from '../output/record.ts';
import type { HiddenText } from '../output/verdict-view.ts';
import { chosen } from './flags.ts';
import { conflict } from './messages.ts';

export interface RecordFlags {
  readonly format: OutputFormat;
  readonly hidden: HiddenText;
  readonly blocks?: boolean;
  readonly explain?: boolean;
  readonly links?: boolean;
  readonly templateText?: boolean;
  readonly frontMatter?: boolean;
  readonly metadataSources?: boolean;
}

export function formatFlag(): ReturnType<typeof chosen> {
  return chosen('--format <how>', 'how a page is rendered', outputFormats).default('text');
}

export function hiddenFlag(): ReturnType<typeof chosen> {
  return chosen(
    '--hidden <what>',
    'keep text that readers never see (closed dialogs, helpers for screen readers), or drop it',
    ['drop', 'keep'],
  ).default('drop');
}

export function addRecordFlags(command: Command): void {
  command
    .option('--blocks', 'add to each record its blocks, with the evidence')
    .option('--explain', 'like --blocks, with the reasons for each verdict in words')
    .option('--links', 'add to each record its links, with whether each is template')
    .option('--template-text', 'add to each record the text that was judged template')
    .option('--front-matter', 'put title, dates and the rest before each text, as YAML')
    .option('--metadata-sources', 'say of each value of the metadata where it came from');
}

/** Throws for what no record can have. */
export function checkRecordFlags({ frontMatter, format }: RecordFlags): void {
  if (frontMatter && format.endsWith('html')) conflict('--front-matter', `--format ${format}`);
}

export function recordOptions(flags: RecordFlags): EncodeOptions {
  const { format, blocks = false, explain = false, templateText = false, links = false } = flags;
  const { hidden, frontMatter = false, metadataSources = false } = flags;
  return { format, hidden, blocks, explain, templateText, links, frontMatter, metadataSources };
}
