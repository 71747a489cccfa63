import type { RawPage } from './raw-page.ts';
import { normalUrl } from './url.ts';

/**
 * A page's identity: its normalised address; without one, its place in the input: the path below the folder that was
 * named, or the file, with line or offset where a file holds many pages.
 */
export function pageId({ url, provenance }: Pick<RawPage, 'url' | 'provenance'>): string {
  if (url !== undefined) return normalUrl(url);
  const { file, path, line, offset } = provenance;
  const within = line ?? offset;
  return within === undefined ? (path ?? file) : `${path ?? file}#${within}`;
}
