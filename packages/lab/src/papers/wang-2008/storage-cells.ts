/** How storage is written in tables and sentences. */
import { saving } from './storage-table.ts';

/** In KB, as the paper: of 1,000 bytes. */
export function kilobytes(bytes: number | undefined): string {
  if (bytes === undefined || Number.isNaN(bytes)) return '-';
  return (bytes / 1000).toFixed(0);
}

export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '-' : `${(100 * share).toFixed(digits)} %`;
}

/** What the table saves of the pages that a batch method holds. */
export function savedText(table: number, batch: number): string {
  return percent(saving(table, batch), 2);
}
