/**
 * The pages of a WARC archive. What is whole is delivered, each damage is one failure with its place, and reading goes
 * on behind it where a record begins for sure.
 *
 * A page is handed out only after the byte behind its record was seen: in an archive with a gzip member per record
 * that is after its checksum was checked. In one gzip stream over the whole archive the only checksum stands at the
 * end, so there a wrong one is reported after the pages.
 */
import { DehuskError } from '../../errors.ts';
import type { Provenance } from '../../page/raw-page.ts';
import { failure, type InputItem } from '../input.ts';
import type { Archive } from './archive.ts';
import { closeRecord, openRecord, type WarcRecord } from './record.ts';
import { type RecordOptions, readRecordPage } from './record-page.ts';

export async function* readWarc(archive: Archive, options: RecordOptions): AsyncGenerator<InputItem> {
  for (let going = true; going; ) {
    try {
      yield* readRecords(archive, options);
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      const offset = archive.lossOffset();
      yield failure(error, { ...options.provenance, offset });
      going = yield* resync(archive, options.provenance, offset);
    }
  }
}

/** Looks for the next sure record. Damage met on the way is a failure of its own, unless it is of the same place. */
async function* resync(
  archive: Archive,
  provenance: Provenance,
  knownLoss: number,
): AsyncGenerator<InputItem, boolean> {
  for (let lastLoss = knownLoss; ; ) {
    try {
      return await archive.resync();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const offset = archive.lossOffset();
      if (offset !== lastLoss) yield failure(error, { ...provenance, offset });
      lastLoss = offset;
    }
  }
}

function isDamage(error: unknown): error is DehuskError {
  return error instanceof DehuskError && (error.code === 'INPUT_CUT' || error.code === 'INPUT_DAMAGED');
}

async function* readRecords(archive: Archive, options: RecordOptions): AsyncGenerator<InputItem> {
  for (;;) {
    const record = await openRecord(archive);
    if (!record) return;
    const item = await readItem(record, options);
    try {
      await closeRecord(archive, record);
    } catch (error) {
      // Else the damage stands for the item, be it a page or a failure: one loss, one report.
      if (item && isWhole(archive, record, error)) yield item;
      throw error;
    }
    if (item) yield item;
  }
}

/** Whether a record is whole although something failed at its end: cut behind its last byte, or damaged there. */
function isWhole(archive: Archive, record: WarcRecord, error: unknown): boolean {
  if (record.leftBytes > 0 || !isDamage(error)) return false;
  return error.code === 'INPUT_CUT' || archive.damageIsBehind();
}

/** The record's page or its failure; throws where it is the archive that is damaged, not the page. */
async function readItem(record: WarcRecord, options: RecordOptions): Promise<InputItem | undefined> {
  const provenance = { ...options.provenance, offset: record.offset };
  try {
    const page = await readRecordPage(record, { ...options, provenance });
    return page && { kind: 'page', page };
  } catch (error) {
    if (isDamage(error) || !(error instanceof DehuskError)) throw error;
    return failure(error, provenance);
  }
}
