/** Where a page came from, so that every message about it can name the place. */
export interface Provenance {
  /** The file as the user named it, or `-` for standard input. */
  readonly file: string;
  /** Name of the folder that was given as input, when the page is one file of it. */
  readonly root?: string;
  /** Path below that folder, with forward slashes. */
  readonly path?: string;
  /** Byte offset of the record in the file: of the compressed file where each record is a gzip member of its own. */
  readonly offset?: number;
  /** Line in the (decompressed) file, from 1. */
  readonly line?: number;
}

/** A page as it arrived: bytes, and what the transport said of them. */
export interface RawPage {
  /** As given, not normalised; absent for a file whose address nobody knows. */
  readonly url?: string;
  readonly bytes: Uint8Array;
  /** The transport's Content-Type, parameters included. */
  readonly contentType?: string;
  /** When the page was fetched, as the source wrote it (ISO 8601 in WARC). */
  readonly date?: string;
  /** Name of the archive's record, as the source wrote it (WARC-Record-ID). */
  readonly recordId?: string;
  readonly provenance: Provenance;
}
