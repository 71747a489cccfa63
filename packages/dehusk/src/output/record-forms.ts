/**
 * Records in the forms that tools for corpora read. Nothing is in them that our own form has not; what a form has no
 * place for is in its metadata.
 *
 * - Dolma (docs/data-format.md of allenai/dolma): `id`, `text`, `source`, `added`, `created`, `metadata`.
 * - datatrove (`Document` in src/datatrove/data.py of huggingface/datatrove, as its JSON Lines reader takes it): `text`,
 *   `id`, `metadata`, whose values are texts, numbers or booleans.
 *
 * The metadata comes last, and is never empty: more can be written into a line that is there (`withNews`).
 */
import type { PageRecord } from './record.ts';

/** In the order of the help. */
export const recordForms = ['dehusk', 'dolma', 'datatrove'] as const;
export type RecordForm = (typeof recordForms)[number];

/** A record, or a piece of one. */
type Written = Omit<PageRecord, 'chunks'> & { readonly chunk?: object };

/** What is only known when the line is made already. */
export interface PageNewsFields {
  readonly duplicate?: PageRecord['duplicate'];
  readonly changed?: PageRecord['changed'];
}

/** `date`: when the run began, for pages that nobody has dated. */
export function inForm(record: Written, form: RecordForm, date: string): object {
  if (form === 'dehusk') return record;
  const { id, text = '', html, metadata, site, ...rest } = record;
  const content = html ?? text;
  if (form === 'datatrove') {
    const { file, ...said } = metadata;
    const { template, ...others } = rest;
    return {
      text: content,
      id,
      metadata: flat({
        ...said,
        ...(file !== undefined && { file_path: file }),
        ...others,
        template_ratio: template.ratio,
        site,
      }),
    };
  }
  const { published, date: fetched } = metadata;
  return {
    id,
    text: content,
    source: site,
    added: fetched ?? date,
    ...(published !== undefined && { created: published }),
    metadata: { ...metadata, ...rest, site },
  };
}

/** Values that are texts, numbers or booleans: lists of texts are one, and what has a shape of its own is JSON. */
function flat(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? flatValue(value) : value]),
  );
}

function flatValue(value: unknown): string {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value.join(', ') : JSON.stringify(value);
}

const encoder = new TextEncoder();
const emptyText = '"text":""';
/** Where a line is put together, so that no array is made for it but the last; a longer one has room of its own. */
const shared = new Uint8Array(0x40000);

/**
 * The line of a record that was made apart from its text, with that in its place, as it stands between the quotes of a
 * string. It is the first text of a record in all forms; what looks like it inside of a string has its quotes escaped.
 */
export function withText(line: string, text: Uint8Array): Uint8Array {
  const most = 3 * line.length + text.length;
  const room = most > shared.length ? new Uint8Array(most) : shared;
  const place = line.indexOf(emptyText) + emptyText.length - 1;
  const { written } = encoder.encodeInto(line, room);
  // What stands before the text is mostly ASCII, and often all of the line.
  const isAscii = written === line.length;
  const at = isAscii ? place : encoder.encodeInto(line.slice(0, place), room).written;
  room.copyWithin(at + text.length, at, written);
  room.set(text, at);
  return room.slice(0, written + text.length);
}

/** Lines of records with what is known of them since. */
export function withNews(lines: Uint8Array, news: PageNewsFields, form: RecordForm): Uint8Array {
  const { duplicate, changed } = news;
  const fields =
    form === 'datatrove'
      ? flat({ duplicate_of: duplicate?.of, duplicate_exact: duplicate?.exact, changed })
      : { duplicate, changed };
  const added = JSON.stringify(fields).slice(1, -1);
  // A line end inside of a record is escaped. The metadata of the other forms ends right before the record does.
  const end = form === 'dehusk' ? '}\n' : '}}\n';
  const text = new TextDecoder().decode(lines).replaceAll(end, () => `,${added}${end}`);
  return encoder.encode(text);
}
