/** The record of a page: one line of the JSON Lines that `clean` writes. */
import type { Verdict } from '../detect/detector.ts';
import { DehuskError } from '../errors.ts';
import { frontMatter } from '../metadata/front-matter.ts';
import type { DescribedPage, PageMetadata } from '../metadata/page-metadata.ts';
import { anchoredLinks, type JudgedLink, judgedLinks, readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { type Provenance, pageId, type RawPage } from '../page/raw-page.ts';
import type { ChunkOptions, TextChunk, TextOutline } from './chunks.ts';
import type { ImageStyle, LinkStyle } from './markdown.ts';
import { toText } from './text.ts';
import { type BlockVerdict, blockVerdicts, type HiddenText, round, templateRatio } from './verdict-view.ts';

export type OutputFormat = 'text' | 'markdown' | 'html' | 'marked-html';

/** What is in a record besides what always is. */
export interface RecordOptions {
  /** How the content is rendered; text unless told. */
  readonly format?: OutputFormat;
  /** What becomes of text that readers never see (closed dialogs, helpers for screen readers); `drop` unless told. */
  readonly hidden?: HiddenText;
  /** How Markdown has links; `absolute` unless told. */
  readonly linkStyle?: LinkStyle;
  /** How Markdown has pictures; `keep` unless told. */
  readonly images?: ImageStyle;
  /** Adds the verdict per block. */
  readonly blocks?: boolean;
  /** Adds the verdict per block, and why it is so. A cleaner must know when it is made. */
  readonly explain?: boolean;
  /** Adds the text that was judged template. */
  readonly templateText?: boolean;
  /** Adds the page's links, each with whether it is template. */
  readonly links?: boolean;
  /** Says of each value of the metadata where it came from. */
  readonly metadataSources?: boolean;
  /** Puts the metadata before the content, as YAML: of text and Markdown. */
  readonly frontMatter?: boolean;
  /** Adds the content in pieces for retrieval: of text and Markdown. */
  readonly chunks?: ChunkOptions | undefined;
}

export interface JudgedPage {
  readonly raw: Pick<RawPage, 'url' | 'date' | 'digest' | 'status' | 'provenance'>;
  readonly page: Page;
  readonly verdict: Verdict;
  readonly site: string;
  /** The page would have come out empty, and its verdict was changed for that. */
  readonly guarded?: boolean;
  /** What the titles of the site have in common, and of how many pages that is. */
  readonly titleParts?: DescribedPage['titleParts'];
  readonly pageCount?: number | undefined;
  /** Write the template with the content. What is told of the verdict stays as it is. */
  readonly withTemplate?: boolean;
}

/** A cleaned page as the command writes it: one line of JSON Lines. */
export interface PageRecord {
  /** The normalised address; without one, the place in the input. */
  readonly id: string;
  /** As given; absent where nobody knows it. */
  readonly url?: string;
  readonly site: string;
  /** The content: `text` for text and Markdown, `html` for the others. */
  readonly text?: string;
  readonly html?: string;
  /** What the page says of itself; what it does not say is absent. */
  readonly metadata: Partial<PageMetadata> & {
    /** As the page means it, without the name of the site. */
    readonly title: string;
    /** Of the HTTP response. */
    readonly status?: number;
    /** Absent for what was not read from anywhere: the template of a site. */
    readonly file?: string;
    readonly offset?: number;
    readonly line?: number;
    /** When the page was fetched. */
    readonly date?: string;
    /** The archive's digest of this page is another one: some of its bytes may have changed. */
    readonly digest?: 'wrong';
  };
  readonly template: {
    /** Template characters over all characters. */
    readonly ratio: number;
    /** Pages that had changed the site's template when this one was judged. */
    readonly version: number;
  };
  /** The page would have come out empty: what stands here is what was least certain to be template. */
  readonly empty_guard?: true;
  readonly blocks?: readonly BlockVerdict[];
  readonly template_text?: string;
  readonly links?: readonly JudgedLink[];
  /** The content in pieces; joined they are its text. The command writes each as a line of its own. */
  readonly chunks?: readonly TextChunk[];
  /** The first page that has this content, in the order of the input, and whether it has the same text. */
  readonly duplicate?: { readonly of: string; readonly exact: boolean };
  /** What has changed since the last record of this page. */
  readonly changed?: readonly string[];
}

/** The content of a page in one of the formats; of plain text, with what it does not show by itself. */
export type RenderContent = (
  judged: Pick<JudgedPage, 'page' | 'verdict' | 'withTemplate'>,
  options: RecordOptions,
) => RenderedText | { readonly html: string };

interface RenderedText {
  readonly text: string;
  readonly outline?: TextOutline;
  /** The same as UTF-8, where it was written so: then the string is made when somebody asks for it. */
  readonly bytes?: Uint8Array;
}

/** What a record is made with. They are handed in, so that who wants text alone carries no other writer. */
export interface RecordWriters {
  readonly render: RenderContent;
  /** Without it, all that is known of a page is its title. */
  readonly describe?: ((described: DescribedPage, withSources?: boolean) => PageMetadata) | undefined;
  /** Cuts the content into pieces. */
  readonly chunk?: ChunkContent;
}

type ChunkContent = (
  content: RenderedText,
  format: OutputFormat,
  options: ChunkOptions,
) => readonly TextChunk[];

export function createRecord(judged: JudgedPage, options: RecordOptions, writers: RecordWriters): PageRecord {
  const { raw, page, verdict, site } = judged;
  const content = writers.render(judged, options);
  const metadata = describePage(judged, content, options, writers);
  // Fields are added one by one: of an object that others are spread into V8 makes a shape of its own.
  const record = { id: pageId(raw) } as Writable<PageRecord>;
  if (raw.url !== undefined) record.url = raw.url;
  record.site = site;
  if ('html' in content) record.html = content.html;
  else record.text = options.frontMatter ? withFrontMatter(content.text, raw, metadata) : content.text;
  record.metadata = metadata;
  record.template = { ratio: round(templateRatio(page, verdict)), version: verdict.version };
  if (judged.guarded) record.empty_guard = true;
  if (options.blocks || options.explain)
    record.blocks = blockVerdicts(page, verdict, { explain: options.explain === true });
  if (options.templateText) record.template_text = toText(page, verdict, { part: 'template' });
  if (options.links) record.links = judgedLinks(page, verdict.template);
  if (options.chunks) record.chunks = chunksOf(content, options, writers);
  return record;
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/**
 * The record, and its text beside it where that was written as bytes and goes into the record as it is: the text in the
 * record is empty then. So whoever writes bytes makes no string of it.
 */
export function createRecordApart(
  judged: JudgedPage,
  options: RecordOptions,
  writers: RecordWriters,
): { readonly record: PageRecord; readonly text: Uint8Array | undefined } {
  const content = writers.render(judged, options);
  const isChanged = options.frontMatter === true || options.chunks !== undefined;
  const text = isChanged || 'html' in content ? undefined : content.bytes;
  const written = text === undefined ? content : { text: '', bytes: text };
  return { record: createRecord(judged, options, { ...writers, render: () => written }), text };
}

function chunksOf(
  content: ReturnType<RenderContent>,
  { format = 'text', chunks }: RecordOptions,
  { chunk }: RecordWriters,
): readonly TextChunk[] {
  if (chunk !== undefined && 'text' in content) return chunk(content, format, chunks!);
  throw new DehuskError('OPTION_BAD', { option: 'chunks', expected: 'text or Markdown', value: format });
}

function describePage(
  { raw, page, verdict, titleParts, pageCount }: JudgedPage,
  content: ReturnType<RenderContent>,
  { metadataSources, hidden }: RecordOptions,
  { describe }: RecordWriters,
): PageRecord['metadata'] {
  const { date, digest, status, provenance } = raw;
  // What gains fields is no copy: of each such copy V8 makes a shape of its own.
  const metadata: Writable<PageRecord['metadata']> = describe
    ? describe(
        {
          page,
          template: verdict.template,
          text: 'text' in content ? (content.bytes ?? content.text) : toText(page, verdict, { hidden }),
          titleParts,
          pageCount,
        },
        metadataSources,
      )
    : { title: readTitle(page) };
  if (status !== undefined) metadata.status = status;
  addProvenance(metadata, provenance);
  if (date !== undefined) metadata.date = date;
  if (digest === 'wrong') metadata.digest = digest;
  return metadata;
}

/** The content begins with the metadata. */
function withFrontMatter(
  text: string,
  { url }: JudgedPage['raw'],
  { file, offset, line, ...metadata }: PageRecord['metadata'],
): string {
  const head = frontMatter({ ...(url !== undefined && { url }), ...metadata });
  return text === '' ? head : `${head}\n${text}`;
}

/** A record as a line, with its end. */
export function recordLine(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** The links of a page as edges of a graph, a line each: between addresses, with the text that leads there. */
export function linkLines({ raw, page, verdict }: Pick<JudgedPage, 'raw' | 'page' | 'verdict'>): string {
  const from = pageId(raw);
  return anchoredLinks(page, verdict.template)
    .map(({ url, text, template }) =>
      recordLine({ from, to: url, text, in: template ? 'template' : 'content' }),
    )
    .join('');
}

/** The line of a page that failed, where its place in the output must not be empty. */
export function failureLine(
  raw: Pick<RawPage, 'url' | 'provenance'>,
  error: { readonly code: string; readonly message: string },
): string {
  const { url, provenance } = raw;
  const metadata = addProvenance({}, provenance);
  return `${JSON.stringify({ id: pageId(raw), ...(url !== undefined && { url }), error, metadata })}\n`;
}

/** What was not read from a file has none. */
function addProvenance(
  metadata: Writable<Pick<PageRecord['metadata'], 'file' | 'offset' | 'line'>>,
  { file, offset, line }: Provenance,
): object {
  if (file !== '') metadata.file = file;
  if (offset !== undefined) metadata.offset = offset;
  if (line !== undefined) metadata.line = line;
  return metadata;
}
