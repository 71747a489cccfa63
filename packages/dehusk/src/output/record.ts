/** The record of a page: one line of the JSON Lines that `clean` writes. */
import type { Verdict } from '../detect/detector.ts';
import { type JudgedLink, judgedLinks, readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { type Provenance, pageId, type RawPage } from '../page/raw-page.ts';
import { toText } from './text.ts';
import { type BlockVerdict, blockVerdicts, round, templateRatio } from './verdict-view.ts';

export type OutputFormat = 'text' | 'markdown' | 'html' | 'marked-html';

/** What is in a record besides what always is. */
export interface RecordOptions {
  /** How the content is rendered; text unless told. */
  readonly format?: OutputFormat;
  /** Adds the verdict per block. */
  readonly blocks?: boolean;
  /** Adds the verdict per block, and why it is so. A cleaner must know when it is made. */
  readonly explain?: boolean;
  /** Adds the text that was judged template. */
  readonly templateText?: boolean;
  /** Adds the page's links, each with whether it is template. */
  readonly links?: boolean;
}

export interface JudgedPage {
  readonly raw: Pick<RawPage, 'url' | 'date' | 'digest' | 'provenance'>;
  readonly page: Page;
  readonly verdict: Verdict;
  readonly site: string;
  /** The page would have come out empty, and its verdict was changed for that. */
  readonly guarded?: boolean;
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
  readonly metadata: {
    readonly title: string;
    /** Absent for what was not read from anywhere: the template of a site. */
    readonly file?: string;
    readonly offset?: number;
    readonly line?: number;
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
}

/** The content of a page in one of the formats. */
export type RenderContent = (
  judged: Pick<JudgedPage, 'page' | 'verdict' | 'withTemplate'>,
  format: OutputFormat,
) => { readonly text: string } | { readonly html: string };

/** `render` is handed in, so that who wants text alone carries no other writer. */
export function createRecord(judged: JudgedPage, options: RecordOptions, render: RenderContent): PageRecord {
  const { raw, page, verdict, site } = judged;
  const { url, date, digest, provenance } = raw;
  return {
    id: pageId(raw),
    ...(url === undefined ? {} : { url }),
    site,
    ...render(judged, options.format ?? 'text'),
    metadata: {
      title: readTitle(page),
      ...provenanceFields(provenance),
      ...(date === undefined ? {} : { date }),
      ...(digest === 'wrong' ? { digest } : {}),
    },
    template: { ratio: round(templateRatio(page, verdict)), version: verdict.version },
    ...(judged.guarded ? { empty_guard: true } : {}),
    ...(options.blocks || options.explain
      ? { blocks: blockVerdicts(page, verdict, { explain: options.explain === true }) }
      : {}),
    ...(options.templateText ? { template_text: toText(page, verdict, 'template') } : {}),
    ...(options.links ? { links: judgedLinks(page, verdict.template) } : {}),
  };
}

/** A record as a line, with its end. */
export function recordLine(record: PageRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** What was not read from a file has none. */
function provenanceFields({ file, offset, line }: Provenance): {
  file?: string;
  offset?: number;
  line?: number;
} {
  return {
    ...(file === '' ? {} : { file }),
    ...(offset === undefined ? {} : { offset }),
    ...(line === undefined ? {} : { line }),
  };
}
