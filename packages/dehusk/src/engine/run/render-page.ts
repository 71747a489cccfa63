/** A judged page as everything that a run writes of it: its record, its links, and what it is known by again. */
import { createEncoder, type EncodeOptions, needsMetadata } from '../../output/files/encode.ts';
import type { Container } from '../../output/files/output.ts';
import { createRecord, linkLines, type RecordWriters } from '../../output/record.ts';
import { renderContent, renderText } from '../../output/render.ts';
import type { JudgedPage } from '../engine.ts';
import type { hashOfTexts, printPage } from '../page-print.ts';

/** With which pages the template is written. */
export type TemplateMode = 'never' | 'always' | 'first' | 'separate';

/** How a page becomes bytes. Plain data: it is sent to threads. */
export interface RenderOptions {
  readonly container: Container;
  readonly encode: EncodeOptions;
  readonly template: TemplateMode;
  /** When the run began. */
  readonly date: string;
  /** What the page is compared with: pages of its site, of all sites, or its own last record. */
  readonly print?: { readonly across: boolean; readonly record: boolean } | undefined;
  /** Its links are written too. */
  readonly links?: boolean | undefined;
}

/** What can be sent between threads. */
export interface RenderedPage {
  /** Bytes of its container. */
  readonly record: Uint8Array;
  readonly print?: Uint8Array;
  /** A line for each. */
  readonly links?: Uint8Array;
}

export async function createRender(options: RenderOptions): Promise<(judged: JudgedPage) => RenderedPage> {
  const { container, encode, template, date, print, links } = options;
  const describe =
    needsMetadata(container, encode) || print?.record
      ? (await import('../../metadata/page-metadata.ts')).readMetadata
      : undefined;
  const encodePage = createEncoder(container, encode, { date, describe });
  const prints = print && (await import('../page-print.ts'));
  const encoder = new TextEncoder();
  return (judged) => {
    const withTemplate = template === 'always' || (template === 'first' && judged.isFirst);
    const { source, page, verdict, site, guarded, titleParts, pageCount } = judged;
    const written = { raw: source, page, verdict, site, guarded, titleParts, pageCount, withTemplate };
    return {
      record: encodePage(written),
      ...(prints && { print: printOf(judged, { ...print, ...prints, describe }) }),
      ...(links && { links: encoder.encode(linkLines(written)) }),
    };
  };
}

interface PrintParts extends NonNullable<RenderOptions['print']> {
  /** Loaded where it is needed. */
  readonly printPage: typeof printPage;
  readonly hashOfTexts: typeof hashOfTexts;
  readonly describe: RecordWriters['describe'];
}

function printOf(judged: JudgedPage, parts: PrintParts): Uint8Array {
  const { page, verdict } = judged;
  const site = parts.across ? undefined : judged.site;
  if (!parts.record)
    return parts.printPage({
      text: renderText(page, verdict).text,
      templateText: '',
      metadata: '',
      textsHash: 0,
      site,
    });
  const { text = '', metadata } = createRecord(
    { ...judged, raw: judged.source },
    { format: 'text' },
    { render: renderContent, describe: parts.describe },
  );
  // Where and when it was read is nothing that the page says.
  const { file, offset, line, date, digest, status, ...said } = metadata;
  return parts.printPage({
    text,
    templateText: renderText(page, verdict, { part: 'template' }).text,
    metadata: JSON.stringify(said),
    textsHash: parts.hashOfTexts(page),
    site,
  });
}
