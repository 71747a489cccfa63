import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  html,
  httpResponse,
  joined,
  perRecord,
  plain,
  titles,
  warcRecord,
} from '../../../../test/contracts/input-fixtures.ts';
import { PlacedPages } from './placed-pages.ts';

let folder: string;
let places: PlacedPages;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dehusk-places-'));
  places = new PlacedPages();
});
afterEach(async () => {
  await places.close();
  rmSync(folder, { recursive: true });
});

function fileWith(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const textAt = async (path: string, offset?: number, maxPageBytes = 1000): Promise<string> =>
  new TextDecoder().decode(
    await places.read(offset === undefined ? { path } : { path, offset }, maxPageBytes),
  );

/** The files of the folder that this process holds open; undefined where the system does not tell. */
function openFiles(): number | undefined {
  if (!existsSync('/proc/self/fd')) return undefined;
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder)).length;
}

describe('pages at their places', () => {
  it.each([
    ['plain', plain],
    ['packed', perRecord],
  ])('are read from a %s archive in any order, and at once', async (name, { bytes, starts }) => {
    const path = fileWith(`${name}.warc`, bytes);
    const order = [2, 0, 1, 1, 0, 2];
    const read = await Promise.all(order.map((i) => textAt(path, starts[i + 1])));
    expect(read).toEqual(order.map((i) => html(titles[i]!)));
    expect(openFiles() ?? 1).toBe(1);
  });

  it('are read from files of their own', async () => {
    expect(await textAt(fileWith('page.html', html('moths')))).toBe(html('moths'));
  });

  it('may be longer than the first read', async () => {
    const page = html('x'.repeat(3_000_000));
    const { bytes, starts } = joined([warcRecord('a'), warcRecord(httpResponse(page))]);
    expect(await textAt(fileWith('long.warc', bytes), starts[1], page.length)).toBe(page);
  });

  it('of many archives hold few of them open', async () => {
    const paths = Array.from({ length: 30 }, (_, i) => fileWith(`${i}.warc`, plain.bytes));
    const read = await Promise.all(paths.map((path) => textAt(path, plain.starts[1])));
    expect(new Set(read)).toEqual(new Set([html(titles[0])]));
    await textAt(paths[0]!, plain.starts[1]);
    await vi.waitFor(() => expect(openFiles() ?? 8).toBeLessThanOrEqual(8));
    await places.close();
    expect(openFiles() ?? 0).toBe(0);
  });

  it('are found where an archive was missing before', async () => {
    const path = join(folder, 'late.warc');
    await expect(textAt(path, plain.starts[1])).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
    writeFileSync(path, plain.bytes);
    expect(await textAt(path, plain.starts[1])).toBe(html(titles[0]));
  });

  it('are told from what is no page', async () => {
    const path = fileWith('a.warc', plain.bytes);
    await expect(textAt(path, 0)).rejects.toMatchObject({ code: 'INPUT_RECORD_BAD' });
    await expect(textAt(path, plain.starts[1], 10)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  });
});
