/** What may be told of a site without its pages. */
import { type CorpusSite, type GroupName, groupOf } from '../corpus/read-corpus.ts';
import type { LoadedSite } from '../run/load-site.ts';

export interface SiteFacts {
  readonly name: string;
  readonly group: GroupName;
  readonly kind: string;
  readonly language: string;
  readonly pages: number;
  /** Pages that the read gold covers. */
  readonly readPages: number;
  readonly failedPages: number;
}

export function siteFacts(site: CorpusSite, { pages, failed }: LoadedSite): SiteFacts {
  const { name, kind, language, readLabels } = site;
  return {
    name,
    group: groupOf(name),
    kind,
    language,
    pages: pages.length,
    readPages: pages.filter(({ url }) => readLabels.has(url ?? '')).length,
    failedPages: failed.length,
  };
}
