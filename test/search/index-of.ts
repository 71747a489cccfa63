/** Small indexes for tests: pages of words, some of them template. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { WordTable } from '../../packages/dehusk/src/page/words/word-table.ts';
import { createIndexEntry, type IndexEntry } from '../../packages/dehusk/src/search/index-entry.ts';
import type { IndexSetting } from '../../packages/dehusk/src/search/index-file.ts';
import { type IndexReader, openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import { openIndexWriter } from '../../packages/dehusk/src/search/index-writer.ts';

export interface TestPage {
  readonly id: string;
  readonly title?: string;
  readonly content: string;
  /** Texts that are judged template. */
  readonly template?: string;
  readonly site?: string;
}

export const plainSetting: IndexSetting = { method: 'none', methodOptions: {}, guard: true, template: false };
export const templateSetting: IndexSetting = { ...plainSetting, template: true };

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-index-'));
let files = 0;

export function newFile(extension = '.index'): string {
  return path.join(folder, `${++files}${extension}`);
}

function htmlOf({ title = '', content, template = '' }: TestPage): string {
  return `<title>${title}</title><nav>${template}</nav><main>${content}</main>`;
}

/** What is in a nav is template. */
function navIsTemplate(page: Page): Uint8Array {
  const bits = new Uint8Array(page.nodeCount);
  for (const node of page.segments) {
    let above = page.parent[node]!;
    while (above > 0 && page.tags.name(page.tag[above]!) !== 'nav') above = page.parent[above]!;
    bits[node] = above > 0 ? 1 : 0;
  }
  return bits;
}

export function entryOf(test: TestPage, keepTemplate = false): IndexEntry {
  const page = parseText(htmlOf(test), { url: test.id, id: test.id });
  const table = new WordTable();
  table.addPage(page);
  const { site = 'site' } = test;
  return createIndexEntry(table, 0, { site, verdict: { template: navIsTemplate(page) }, keepTemplate });
}

/** Each inner list is committed on its own. */
export function writeIndex(
  batches: readonly (readonly TestPage[])[],
  setting: IndexSetting = plainSetting,
): string {
  const file = newFile();
  using writer = openIndexWriter(file, { setting, hashKey: [1, 2] });
  for (const pages of batches)
    writer.commit({ entries: pages.map((page) => entryOf(page, setting.template)) });
  return file;
}

export function indexOf(pages: readonly TestPage[], setting: IndexSetting = plainSetting): IndexReader {
  return openIndex(writeIndex([pages], setting));
}
