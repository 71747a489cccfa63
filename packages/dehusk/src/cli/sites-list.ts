/** All sites of a state: a row for each, and the sums. */
import type { SiteFacts, StoreReader } from '../index.ts';
import type { Messages } from './messages.ts';
import { formatBytes, formatCount, grouped } from './number-format.ts';
import { loadSite } from './sites-state.ts';
import { type Column, tableText } from './table-text.ts';

interface SiteRow {
  readonly site: string;
  readonly facts: SiteFacts;
  readonly segments: number;
  readonly templateSegments: number;
  readonly sizeBytes: number;
}

const columns: readonly Column[] = [
  { title: 'SITE', align: 'left' },
  { title: 'PAGES', align: 'right' },
  { title: 'SEGMENTS', align: 'right' },
  { title: 'STATE', align: 'right' },
  { title: 'TEMPLATE', align: 'right' },
  { title: 'LAST PAGE', align: 'left' },
];

export async function listSites(
  store: StoreReader,
  { format, messages }: { readonly format: 'text' | 'json'; readonly messages: Messages },
): Promise<string> {
  const rows = await readRows(store);
  if (rows.length === 0) {
    messages.info('summary', 'the state knows no site yet', { sites: 0 });
    return '';
  }
  sayTotals(rows, messages);
  return format === 'json' ? rows.map(jsonLine).join('') : tableText(columns, rows.map(tableRow));
}

async function readRows(store: StoreReader): Promise<readonly SiteRow[]> {
  const rows: SiteRow[] = [];
  for await (const { site, facts, sizeBytes } of store.sites()) {
    const { detector } = await loadSite(store, site);
    const templateSegments = detector.templateSegments().length;
    rows.push({ site, facts, segments: detector.segmentCount ?? 0, templateSegments, sizeBytes });
  }
  return rows;
}

function tableRow({ site, facts, segments, sizeBytes }: SiteRow): readonly string[] {
  const share = templateShare(facts);
  return [
    site,
    grouped(facts.pageCount),
    grouped(segments),
    formatBytes(sizeBytes),
    share === null ? '-' : `${(share * 100).toFixed(1)} %`,
    facts.lastPage,
  ];
}

function jsonLine({ site, facts, segments, templateSegments, sizeBytes }: SiteRow): string {
  const record = {
    site,
    pages: facts.pageCount,
    segments,
    template_segments: templateSegments,
    state_bytes: sizeBytes,
    template_share: templateShare(facts),
    last_page: facts.lastPage,
  };
  return `${JSON.stringify(record)}\n`;
}

/** Of the characters of its pages; null for a site whose pages had none. */
function templateShare({ chars, templateChars }: SiteFacts): number | null {
  return chars === 0 ? null : Math.round((templateChars / chars) * 10_000) / 10_000;
}

function sayTotals(rows: readonly SiteRow[], messages: Messages): void {
  const sum = (count: (row: SiteRow) => number): number => rows.reduce((all, row) => all + count(row), 0);
  const totals = {
    sites: rows.length,
    pages: sum(({ facts }) => facts.pageCount),
    segments: sum(({ segments }) => segments),
    stateBytes: sum(({ sizeBytes }) => sizeBytes),
  };
  const counts = `${formatCount(totals.sites, 'site')}, ${formatCount(totals.pages, 'page')}`;
  const sizes = `${formatCount(totals.segments, 'segment')}, ${formatBytes(totals.stateBytes)} of state`;
  messages.info('summary', `${counts}, ${sizes}`, totals);
}
