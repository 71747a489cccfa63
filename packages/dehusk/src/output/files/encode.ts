/** A page as the bytes of its container: a JSON line, a WARC record, or the content of a file. */
import { escapeJson } from '../../page/parse.ts';
import type { RawPage } from '../../page/raw-page.ts';
import { ownVersion } from '../../version.ts';
import { chunkText } from '../chunks.ts';
import {
  createRecordApart,
  type JudgedPage,
  type OutputFormat,
  type PageRecord,
  type RecordOptions,
  type RecordWriters,
  recordLine,
} from '../record.ts';
import { inForm, type RecordForm, withText } from '../record-forms.ts';
import { renderContent } from '../render.ts';
import { type SiteTemplate, templateRecord } from '../template-document.ts';
import { conversionRecord, warcinfoRecord } from '../warc.ts';
import { type Container, holdsRecords } from './output.ts';

interface FormatFacts {
  /** Ending of a page's own file. */
  readonly extension: string;
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
}

const formats: Readonly<Record<OutputFormat, FormatFacts>> = {
  text: { extension: '.txt', contentType: 'text/plain' },
  markdown: { extension: '.md', contentType: 'text/markdown' },
  html: { extension: '.html', contentType: 'text/html' },
  'marked-html': { extension: '.html', contentType: 'text/html' },
};

export const outputFormats: readonly string[] = Object.keys(formats);

export function fileExtension(format: OutputFormat): string {
  return formats[format].extension;
}

export type EncodeOptions = RecordOptions & { readonly format: OutputFormat; readonly form?: RecordForm };

/** Reads the metadata of a page; loaded where it is needed. */
export type Describe = NonNullable<RecordWriters['describe']>;

/** Is metadata written? */
export function needsMetadata(container: Container, { frontMatter }: EncodeOptions): boolean {
  // Archives say in which language a page is.
  return container !== 'folder' || frontMatter === true;
}

/** A page with all that is said of it. */
interface EncodedPage extends JudgedPage {
  readonly raw: Pick<RawPage, 'url' | 'date' | 'recordId' | 'digest' | 'status' | 'provenance'>;
}

type Encode = (page: EncodedPage) => Uint8Array;

const encoder = new TextEncoder();

/** `date`: when the run began, for archived pages that have none. */
export function createEncoder(
  container: Container,
  options: EncodeOptions,
  { date, describe }: { readonly date: string; readonly describe?: Describe | undefined },
): Encode {
  const writers = { render: renderContent, chunk: chunkText, describe };
  // What a record says beside its content is not written.
  const contentOptions = { ...options, blocks: false, explain: false, templateText: false, links: false };
  const contentOf = (
    page: EncodedPage,
  ): { readonly content: Uint8Array; readonly language: string | undefined } => {
    const { record, text } = createRecordApart(page, contentOptions, writers);
    const content = text ?? encoder.encode(record.text ?? record.html ?? '');
    return { content, language: record.metadata.language };
  };
  if (container === 'folder') return (page) => asFile(contentOf(page).content);
  if (holdsRecords(container))
    return (page) => {
      const { record, text } = createRecordApart(page, options, writers);
      const lines = recordLines(record, options.form ?? 'dehusk', date);
      return text === undefined ? encoder.encode(lines) : withText(lines, escapeJson(text));
    };
  const { contentType } = formats[options.format];
  return (page) => conversionRecord({ raw: page.raw, ...contentOf(page), contentType }, date);
}

/**
 * A record as a line; one that was cut as a line for each piece, which is what stores for retrieval take: an id, a text,
 * and what is known of it.
 */
function recordLines(whole: PageRecord, form: RecordForm, date: string): string {
  // Most are not cut, and need not be copied.
  if (whole.chunks === undefined) return recordLine(inForm(whole, form, date));
  const { chunks, ...record } = whole;
  const lines = chunks.map(({ text, ...place }, index) =>
    recordLine(
      inForm(
        {
          ...record,
          id: `${record.id}#chunk-${index}`,
          text,
          chunk: { page: record.id, index, count: chunks.length, ...place },
        },
        form,
        date,
      ),
    ),
  );
  return lines.join('');
}

/** A site's template as a JSON line. */
export function encodeTemplate(template: SiteTemplate, { format }: EncodeOptions): Uint8Array {
  return encoder.encode(recordLine(templateRecord(template, { format })));
}

/** What stands before the first page. */
export function openingBytes(container: Container, date: string): Uint8Array | undefined {
  if (!container.startsWith('warc')) return undefined;
  const fields = {
    software: `dehusk/${ownVersion}`,
    format: 'WARC File Format 1.1',
    conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
  };
  return warcinfoRecord(fields, date);
}

const LINE_END = 0x0a;

/** A text file's last line has its end. */
function asFile(content: Uint8Array): Uint8Array {
  const { length } = content;
  if (length === 0 || content[length - 1] === LINE_END) return content;
  const file = new Uint8Array(length + 1);
  file.set(content);
  file[length] = LINE_END;
  return file;
}
