/**
 * Records as rows of a Parquet file. The columns are those of a record, with the metadata beside the rest: tools for
 * tables (DuckDB, pandas, Hugging Face datasets) select and filter by column. What has a shape of its own, such as
 * blocks, is JSON in a column; what no column is made for goes into `other`, so that nothing is lost.
 *
 * Which columns there are depends on what was asked for, and never on the pages: all parts of an output have the same.
 */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { RecordOptions } from './record.ts';

type ColumnKind = 'text' | 'texts' | 'integer' | 'number' | 'flag' | 'json';

interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Where its value stands in a record. */
  readonly path: readonly string[];
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const pageColumns: Readonly<Record<string, ColumnKind>> = { id: 'text', url: 'text', site: 'text' };

const metadataColumns: Readonly<Record<string, ColumnKind>> = {
  title: 'text',
  description: 'text',
  language: 'text',
  canonical: 'text',
  site_name: 'text',
  authors: 'texts',
  published: 'text',
  modified: 'text',
  image: 'text',
  kind: 'text',
  kind_score: 'number',
  breadcrumb: 'texts',
  tags: 'texts',
  license: 'text',
  status: 'integer',
  words: 'integer',
  chars: 'integer',
  tokens: 'integer',
  broken_json_ld: 'integer',
  file: 'text',
  offset: 'integer',
  line: 'integer',
  date: 'text',
  digest: 'text',
};

const chunkColumns: Readonly<Record<string, ColumnKind>> = {
  page: 'text',
  index: 'integer',
  count: 'integer',
  headings: 'texts',
  start: 'integer',
  end: 'integer',
  tokens: 'integer',
  overlap: 'integer',
};

/** In the order of a record. */
function columnsOf({
  format,
  blocks,
  explain,
  templateText,
  links,
  chunks,
}: RecordOptions): readonly Column[] {
  const under = (
    columns: Readonly<Record<string, ColumnKind>>,
    parent: readonly string[] = [],
    prefix = '',
  ): readonly Column[] =>
    Object.entries(columns).map(([name, kind]) => ({ name: prefix + name, kind, path: [...parent, name] }));
  return [
    ...under(pageColumns),
    ...under(format?.endsWith('html') ? { html: 'text' } : { text: 'text' }),
    ...under(metadataColumns, ['metadata']),
    ...under({ ratio: 'number', version: 'integer' }, ['template'], 'template_'),
    ...under({ empty_guard: 'flag' }),
    ...under({ of: 'text', exact: 'flag' }, ['duplicate'], 'duplicate_'),
    ...under({ changed: 'texts' }),
    ...(blocks || explain ? under({ blocks: 'json' }) : []),
    ...(templateText ? under({ template_text: 'text' }) : []),
    ...(links ? under({ links: 'json' }) : []),
    ...(chunks ? under(chunkColumns, ['chunk'], 'chunk_') : []),
  ];
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'record', num_children: columns.length + 1 },
    ...columns.flatMap(elementsOf),
    json('other'),
  ];
}

function elementsOf({ name, kind }: Column): SchemaElement[] {
  switch (kind) {
    case 'text':
      return [text(name)];
    case 'texts':
      return [
        { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        text('element'),
      ];
    case 'integer':
      return [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }];
    case 'number':
      return [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }];
    case 'flag':
      return [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }];
    case 'json':
      return [json(name)];
  }
}

function text(name: string): SchemaElement {
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
}

/** As text: not all readers know the type JSON. */
function json(name: string): SchemaElement {
  return text(name);
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The rows of one file, a group at a time. */
export class ParquetRows {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(options: RecordOptions) {
    this.#columns = columnsOf(options);
    // The smallest and the largest value of each column would put whole texts into the footer.
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      statistics: false,
    });
  }

  /** Records that stand together, so that a reader can take them one group after the other. */
  addGroup(records: readonly JsonObject[]): void {
    const data = this.#columns.map(({ name, kind, path }) => ({
      name,
      data: records.map((record) => cellOf(path.reduce(childOf, record), kind)),
    }));
    const other = { name: 'other', data: records.map((record) => restOf(record, this.#columns)) };
    this.#writer.write({ columnData: [...data, other], rowGroupSize: records.length });
  }

  finish(): Uint8Array {
    this.#writer.finish();
    return this.#bytes.getBytes();
  }
}

function childOf(parent: unknown, name: string): unknown {
  return (parent as JsonObject | undefined)?.[name];
}

function cellOf(value: unknown, kind: ColumnKind): unknown {
  if (value === undefined) return undefined;
  if (kind === 'integer') return BigInt(value as number);
  return kind === 'json' ? JSON.stringify(value) : value;
}

/** What no column has. */
function restOf(record: JsonObject, columns: readonly Column[]): string | undefined {
  const rest = withoutPaths(
    record,
    columns.map(({ path }) => path),
  );
  return rest === undefined ? undefined : JSON.stringify(rest);
}

function withoutPaths(object: JsonObject, paths: readonly (readonly string[])[]): JsonObject | undefined {
  const left = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === name).map(([, ...path]) => path);
    if (below.length === 0) return [[name, value]];
    if (below.some((path) => path.length === 0)) return [];
    const rest = withoutPaths(value as JsonObject, below);
    return rest === undefined ? [] : [[name, rest]];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
