/** The flags that say what is in a record: of `clean`, and of workers, whose records are the same. */
import type { Command, Option } from 'commander';
import { type EncodeOptions, outputFormats } from '../output/files/encode.ts';
import type { ImageStyle, LinkStyle } from '../output/markdown.ts';
import type { OutputFormat } from '../output/record.ts';
import type { HiddenText } from '../output/verdict-view.ts';
import { orList } from './flag-values.ts';
import { chosen } from './flags.ts';
import { badValue, conflict, needs } from './messages.ts';

export interface RecordFlags {
  readonly format: OutputFormat;
  readonly hidden: HiddenText;
  readonly blocks?: boolean;
  readonly explain?: boolean;
  readonly links?: LinkStyle;
  readonly images?: ImageStyle;
  readonly listLinks?: boolean;
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

const linkStyles = ['absolute', 'relative', 'none', 'footnotes'] as const;

/** It had another meaning before, and no value. */
function linksFlag(): Option {
  const option = chosen(
    '--links <how>',
    'of Markdown: addresses as they are, absolute, at the end, or none',
    linkStyles,
  );
  const expected = `${orList(linkStyles)}; --list-links adds the links of a page to its record`;
  return option.argParser((value) => {
    if (linkStyles.some((style) => style === value)) return value;
    throw badValue({ flag: '--links', expected, value });
  });
}

function imagesFlag(): Option {
  return chosen('--images <how>', 'of Markdown: keep pictures, or their words, or nothing', [
    'keep',
    'alt',
    'none',
  ]);
}

export function addRecordFlags(command: Command): void {
  command
    .addOption(linksFlag())
    .addOption(imagesFlag())
    .option('--blocks', 'add to each record its blocks, with the evidence')
    .option('--explain', 'like --blocks, with the reasons for each verdict in words')
    .option('--list-links', 'add to each record its links, with whether each is template')
    .option('--template-text', 'add to each record the text that was judged template')
    .option('--front-matter', 'put title, dates and the rest before each text, as YAML')
    .option('--metadata-sources', 'say of each value of the metadata where it came from');
}

/** Throws for what no record can have. */
export function checkRecordFlags({ frontMatter, format, links, images }: RecordFlags): void {
  if (frontMatter && format.endsWith('html')) conflict('--front-matter', `--format ${format}`);
  if (links !== undefined && format !== 'markdown') needs('--links', '--format markdown');
  if (images !== undefined && format !== 'markdown') needs('--images', '--format markdown');
}

export function recordOptions(flags: RecordFlags): EncodeOptions {
  const { format, blocks = false, explain = false, templateText = false } = flags;
  const { hidden, frontMatter = false, metadataSources = false } = flags;
  const { links: linkStyle, images, listLinks: links = false } = flags;
  return {
    ...{ format, hidden, blocks, explain, templateText, links, frontMatter, metadataSources },
    ...(linkStyle && { linkStyle }),
    ...(images && { images }),
  };
}
