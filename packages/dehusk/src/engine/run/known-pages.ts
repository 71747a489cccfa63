/**
 * Tells a page from those before it: whether an earlier one has the same content, and whether its own has changed since
 * its last record. Asked of each page in the order of the input, in one thread, so that the answers do not depend on how
 * many do the rest.
 *
 * In memory are 24 bytes for each page that is no duplicate (`FirstPages`). Who these pages are lies on disk, with the
 * facts of the state or in a temporary file, some hundred in a row:
 *
 *     first/N, across/N   u32 count · 24 bytes each: sketch, bands, digest of the text · their ids, as JSON
 *     record/HASH         of the last record of a page: digests of text, template, metadata and page, 20 bytes
 *     recorder            name of the run that has compared pages with their last records, the last of all
 *
 * A page is no duplicate of itself: the same address again is what changes are about.
 */
import type { HashKey } from '../../page/hash.ts';
import { digestOfRow } from '../digest.ts';
import { FirstPages } from '../first-pages.ts';
import { hasContent, printsDiffer, RECORD_BYTES, recordOfPrint, SKETCH_BYTES } from '../page-print.ts';
import type { Parking } from '../parking.ts';
import type { FactChanges, PageFacts } from '../store.ts';

export interface KnownPagesOptions {
  /** Mark pages that have the content of an earlier one, or leave them out. */
  readonly duplicates?: 'mark' | 'drop' | undefined;
  /** Also where that is a page of another site. */
  readonly duplicatesAcross?: boolean;
  /** Leave out pages whose content is that of their last record. */
  readonly changedOnly?: boolean;
}

/** `judgement`: the page is the same, and other parts of it are taken for template. */
type Change = 'new' | 'content' | 'template' | 'metadata' | 'judgement';

/** What is said of a page. */
export interface PageNews {
  /** Why it is not written. */
  readonly leftOut?: 'duplicate' | 'unchanged';
  /** The first page that has this content, in the order of the input. */
  readonly duplicate?: { readonly of: string; readonly exact: boolean } | undefined;
  /** What has changed since its last record. */
  readonly changed?: readonly Change[] | undefined;
}

export class KnownPages {
  readonly #options: KnownPagesOptions;
  readonly #first: FirstPageRows | undefined;
  readonly #last: LastRecords | undefined;

  /** `rows`: where first pages lie if there is no state. */
  constructor(
    options: KnownPagesOptions,
    {
      facts,
      hashKey,
      rows,
      run = '',
    }: {
      readonly facts?: PageFacts;
      readonly hashKey: HashKey;
      readonly rows?: RowKeeper;
      /** What it is called, if somebody can go on with it. */
      readonly run?: string | undefined;
    },
  ) {
    this.#options = options;
    const kind = options.duplicatesAcross ? 'across/' : 'first/';
    if (options.duplicates !== undefined) this.#first = new FirstPageRows(kind, facts, rows);
    if (options.changedOnly) this.#last = new LastRecords(facts!, hashKey, run);
  }

  async tell(id: string, print: Uint8Array): Promise<PageNews> {
    const changed = this.#last?.changesOf(id, print);
    if (changed !== undefined && !changed.some((change) => isOfContent[change]))
      return { leftOut: 'unchanged', changed };
    const duplicate = await this.#first?.duplicateOf(id, print);
    if (duplicate !== undefined && this.#options.duplicates === 'drop')
      return { leftOut: 'duplicate', duplicate };
    this.#last?.keep(id, print);
    return { duplicate, changed };
  }

  /** What the next commit must write; after this there is nothing. */
  take(): FactChanges {
    return new Map([...(this.#first?.take() ?? []), ...(this.#last?.take() ?? [])]);
  }
}

const RECORDER = 'recorder';

/** The run that has compared pages with their last records, the last of all; undefined if none has. */
export function lastRecorder(facts: PageFacts): string | undefined {
  const name = facts.get(RECORDER);
  return name && new TextDecoder().decode(name);
}

/** Whether such a change is worth a record. */
const isOfContent: Readonly<Record<Change, boolean>> = {
  new: true,
  content: true,
  judgement: true,
  template: false,
  metadata: false,
};

/** Where rows lie that no state keeps. */
type RowKeeper = Pick<Parking, 'get' | 'put'>;

interface FirstPage {
  readonly id: string;
  readonly print: Uint8Array;
}

/** Rows of a chunk, where no commit says when it ends. */
const CHUNK_ROWS = 256;
/** Chunks whose pages are in memory: families of duplicates often stand together. */
const CACHED_CHUNKS = 64;

/** The first pages of their kinds: found in memory, read from where they are kept. */
class FirstPageRows {
  readonly #prefix: string;
  readonly #facts: PageFacts | undefined;
  readonly #rows: RowKeeper | undefined;
  readonly #table = new FirstPages();
  /** Number of the first page of each chunk, and the chunk's own; in order. */
  readonly #chunks: { readonly start: number; readonly number: number }[] = [];
  readonly #cached = new Map<number, readonly FirstPage[]>();
  /** Pages that no chunk has yet. */
  #pending: FirstPage[] = [];
  #forgotten: string[] = [];

  constructor(prefix: string, facts: PageFacts | undefined, rows: RowKeeper | undefined) {
    this.#prefix = prefix;
    this.#facts = facts;
    this.#rows = rows;
    for (const { name, bytes } of facts?.list(prefix) ?? []) {
      this.#chunks.push({ start: this.#table.count, number: Number(name.slice(prefix.length)) });
      for (let i = 0; i < chunkLength(bytes); i++) this.#table.add(bytes.subarray(4 + i * SKETCH_BYTES));
    }
  }

  /** A page that is the first of its kind is remembered as that. */
  async duplicateOf(id: string, print: Uint8Array): Promise<PageNews['duplicate']> {
    if (!hasContent(print)) return undefined;
    const found = this.#table.find(print);
    if (found === undefined) {
      this.#table.add(print);
      this.#pending.push({ id, print: print.slice(0, SKETCH_BYTES) });
      if (this.#rows !== undefined && this.#pending.length >= CHUNK_ROWS) await this.#keepPending();
      return undefined;
    }
    const first = await this.#read(found);
    if (first.id === id) return undefined;
    return { of: first.id, exact: !printsDiffer(first.print, print) };
  }

  take(): FactChanges {
    const changes = new Map<string, Uint8Array | undefined>(this.#forgotten.map((name) => [name, undefined]));
    this.#forgotten = [];
    if (this.#pending.length === 0) return changes;
    const { name, bytes } = this.#endChunk();
    return changes.set(name, bytes);
  }

  async #keepPending(): Promise<void> {
    const { name, bytes } = this.#endChunk();
    await this.#rows!.put(name, bytes);
  }

  #endChunk(): { readonly name: string; readonly bytes: Uint8Array } {
    const number = (this.#chunks.at(-1)?.number ?? -1) + 1;
    const pages = this.#pending;
    this.#pending = [];
    this.#chunks.push({ start: this.#table.count - pages.length, number });
    // What the table has forgotten nobody can find.
    while (this.#chunks.length > 1 && this.#chunks[1]!.start <= this.#table.start)
      this.#forgotten.push(this.#nameOf(this.#chunks.shift()!.number));
    return { name: this.#nameOf(number), bytes: encodeChunk(pages) };
  }

  /** In the order of their numbers. */
  #nameOf(number: number): string {
    return this.#prefix + String(number).padStart(10, '0');
  }

  async #read(number: number): Promise<FirstPage> {
    const pendingStart = this.#table.count - this.#pending.length;
    if (number >= pendingStart) return this.#pending[number - pendingStart]!;
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle]!.start <= number) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low]!;
    return (await this.#chunk(chunk.number))[number - chunk.start]!;
  }

  async #chunk(number: number): Promise<readonly FirstPage[]> {
    const name = this.#nameOf(number);
    const pages = this.#cached.get(number) ?? decodeChunk((await (this.#rows ?? this.#facts)!.get(name))!);
    this.#cached.delete(number);
    this.#cached.set(number, pages);
    if (this.#cached.size > CACHED_CHUNKS) this.#cached.delete(this.#cached.keys().next().value!);
    return pages;
  }
}

/** How many first pages a state knows, and what they take in memory while a run asks for them. */
export function countFirstPages(facts: PageFacts | undefined): {
  readonly pages: number;
  readonly bytes: number;
} {
  let pages = 0;
  for (const prefix of ['first/', 'across/'])
    for (const { bytes } of facts?.list(prefix) ?? []) pages += chunkLength(bytes);
  return { pages, bytes: pages * SKETCH_BYTES };
}

function chunkLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

function encodeChunk(pages: readonly FirstPage[]): Uint8Array {
  const ids = new TextEncoder().encode(JSON.stringify(pages.map(({ id }) => id)));
  const bytes = new Uint8Array(4 + pages.length * SKETCH_BYTES + ids.length);
  new DataView(bytes.buffer).setUint32(0, pages.length, true);
  for (const [i, { print }] of pages.entries()) bytes.set(print, 4 + i * SKETCH_BYTES);
  bytes.set(ids, 4 + pages.length * SKETCH_BYTES);
  return bytes;
}

function decodeChunk(bytes: Uint8Array): readonly FirstPage[] {
  const end = 4 + chunkLength(bytes) * SKETCH_BYTES;
  const ids = JSON.parse(new TextDecoder().decode(bytes.subarray(end))) as readonly string[];
  return ids.map((id, i) => ({
    id,
    print: bytes.subarray(4 + i * SKETCH_BYTES, 4 + (i + 1) * SKETCH_BYTES),
  }));
}

/** What the last record of each page was made of. */
class LastRecords {
  readonly #facts: PageFacts;
  readonly #hashKey: HashKey;
  readonly #run: Uint8Array;
  #changes = new Map<string, Uint8Array>();

  constructor(facts: PageFacts, hashKey: HashKey, run: string) {
    this.#facts = facts;
    this.#hashKey = hashKey;
    this.#run = new TextEncoder().encode(run);
  }

  /** Empty where all is as it was. */
  changesOf(id: string, print: Uint8Array): readonly Change[] {
    const name = this.#nameOf(id);
    const before = this.#changes.get(name) ?? this.#facts.get(name);
    if (before?.length !== RECORD_BYTES) return ['new'];
    const now = recordOfPrint(print);
    const differs = ([start, end]: readonly [number, number]): boolean =>
      now.subarray(start, end).some((byte, i) => byte !== before[start + i]);
    const isSamePage = !differs(parts.page);
    if (isSamePage && differs(parts.content)) return ['judgement'];
    return (['content', 'template', 'metadata'] as const).filter((part) => differs(parts[part]));
  }

  keep(id: string, print: Uint8Array): void {
    this.#changes.set(this.#nameOf(id), recordOfPrint(print));
  }

  take(): FactChanges {
    const changes = this.#changes.set(RECORDER, this.#run);
    this.#changes = new Map();
    return changes;
  }

  #nameOf(id: string): string {
    return `record/${digestOfRow(['record', id], this.#hashKey).toString(16).padStart(14, '0')}`;
  }
}

/** Of what is kept of a record: where each digest stands. */
const parts = { content: [0, 8], template: [8, 12], metadata: [12, 16], page: [16, 20] } as const;
