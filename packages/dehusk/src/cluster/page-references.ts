/** Pages that a log names by their place, because workers can read the archive: whether that can be done, and doing it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DehuskError } from '../errors.ts';
import { namesGzip } from '../input/input.ts';
import { PlacedPages } from '../input/placed-pages.ts';
import type { RawPage } from '../page/raw-page.ts';
import { checkReference, type PageReference } from './logged-page.ts';

/** Throws what the page's failure is; LOG_ARCHIVE_MISSING where not even the folder is here, which is no page's fault. */
export async function readReference(places: PlacedPages, reference: PageReference): Promise<Uint8Array> {
  try {
    return checkReference(reference, await places.read(reference, reference.sizeBytes));
  } catch (error) {
    const isUnread = error instanceof DehuskError && error.code === 'INPUT_UNREADABLE';
    if (!isUnread || existsSync(path.dirname(reference.path))) throw error;
    throw new DehuskError('LOG_ARCHIVE_MISSING', { file: reference.path }, { cause: error });
  }
}

/**
 * Says of each page whether it can be named by its place. A line of JSON Lines has none, and of a revisit the content
 * lies elsewhere. A compressed archive can be read from the middle if each record is a gzip member of its own: that is
 * tried with its second record.
 */
export class PageReferences {
  readonly #canSeek = new Map<string, boolean>();

  async pathOf({ provenance, revisit, bytes }: RawPage): Promise<string | undefined> {
    const { file, line, offset } = provenance;
    if (file === '-' || line !== undefined || revisit) return undefined;
    const found = path.resolve(file);
    if (offset === undefined || !namesGzip(file)) return found;
    if (offset === 0) return undefined;
    const known = this.#canSeek.get(found) ?? (await canRead(found, offset, bytes));
    this.#canSeek.set(found, known);
    return known ? found : undefined;
  }
}

async function canRead(file: string, offset: number, bytes: Uint8Array): Promise<boolean> {
  const places = new PlacedPages();
  try {
    return Buffer.compare(await places.read({ path: file, offset }, bytes.length), bytes) === 0;
  } catch (error) {
    if (error instanceof DehuskError) return false;
    throw error;
  } finally {
    await places.close();
  }
}
