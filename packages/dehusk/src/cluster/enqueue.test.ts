import { expect, it } from 'vitest';
import type { SourceItem } from '../input/input.ts';
import { type EnqueueOptions, enqueue } from './enqueue.ts';
import { beginLog } from './log-setting.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { systemClock } from './patience.ts';

const PAGES = 300;

/** Two sites of different partitions: all pages of the first come before those of the second. */
async function* pages(onHalf: () => void): AsyncGenerator<SourceItem> {
  for (let i = 0; i < PAGES; i++) {
    if (i === PAGES / 2) onHalf();
    const site = i < PAGES / 2 ? 'a' : 'b';
    const page = {
      url: `https://${site}.example/${i}`,
      bytes: new TextEncoder().encode(`<p>${i}`),
      provenance: { file: 'x', line: i + 1 },
    };
    yield { kind: 'page', page };
  }
}

function append(log: MemoryLog, onHalf: () => void, options: Partial<EnqueueOptions> = {}): Promise<void> {
  const ignore = (): void => undefined;
  return enqueue({
    log,
    begin: () => beginLog(log, {}, { partitions: 2, siteBy: 'host' }),
    open: () => pages(onHalf),
    canReadAgain: true,
    producer: 'p',
    byReference: false,
    limitBytes: 1e9,
    clock: systemClock,
    signal: new AbortController().signal,
    report: {
      addPage: ignore,
      addPassed: ignore,
      fail: ignore,
      waits: ignore,
      again: ignore,
      trouble: ignore,
    },
    ...options,
  });
}

async function appendedTo(log: MemoryLog): Promise<number> {
  return (await log.status()).partitions.reduce((sum, { appended }) => sum + appended, 0);
}

/** A log that loses all that it has, once. */
function losingLog(): { readonly log: MemoryLog; readonly loseOnce: () => void } {
  const log = createMemoryLog({ now: () => 0 });
  const empty = log.save();
  let isLost = false;
  const loseOnce = (): void => {
    if (!isLost) log.fallBack(empty);
    isLost = true;
  };
  return { log, loseOnce };
}

it('notices at its end what the log has lost of partitions that got nothing more, and how it was begun', async () => {
  const { log, loseOnce } = losingLog();
  await append(log, loseOnce);
  expect(await appendedTo(log)).toBe(PAGES);
  expect(await log.agreed('setting')).toBeDefined();
});

it('says so where the input cannot be read again', async () => {
  const { log, loseOnce } = losingLog();
  await expect(append(log, loseOnce, { canReadAgain: false })).rejects.toMatchObject({
    code: 'LOG_FELL_BACK',
  });
});
