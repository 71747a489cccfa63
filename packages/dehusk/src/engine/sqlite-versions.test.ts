import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePageVersions, smallLimits } from '../../../../test/contracts/page-versions-contract.ts';
import { createTestFolder } from '../../../../test/copy-sources.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { openSqliteVersions } from './sqlite-versions.ts';

const at = createTestFolder();

describePageVersions('a SQLite file', async () => openSqliteVersions(at('contract.versions'), smallLimits));

const page = { site: 'a.example', url: 'https://a.example/' };

it('has one writer at a time, and is no state', async () => {
  await using _ = openSqliteVersions(at('one.versions'));
  expect(() => openSqliteVersions(at('one.versions'))).toThrow(/is in use by another run/);
  await using state = openSqliteStore(at('a.state'));
  await state.commit({ sites: new Map() });
  expect(() => openSqliteVersions(at('a.state'))).toThrow(/is not a state file/);
});

it('says that a row is damaged', async () => {
  const file = at('damaged.versions');
  {
    await using versions = openSqliteVersions(file);
    await versions.keep(page, { text: 'x', takenAt: 1_234_567, replaced: [] });
  }
  const bytes = readFileSync(file);
  bytes.write('1234568', bytes.indexOf('1234567'));
  writeFileSync(file, bytes);
  await using versions = openSqliteVersions(file);
  await expect(versions.history(page.url)).rejects.toThrow(/damaged/);
});

it('says that a copy is damaged, and goes on with the next one', async () => {
  const file = at('damaged-copy.versions');
  {
    await using versions = openSqliteVersions(file);
    await versions.keep(page, { text: 'what the page says', takenAt: 1, replaced: [] });
  }
  const bytes = readFileSync(file);
  // The first bytes of what is compressed.
  bytes[bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]))]! ^= 1;
  writeFileSync(file, bytes);
  await using versions = openSqliteVersions(file);
  await expect(versions.load(page.url, 1)).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
  expect(await versions.keep(page, { text: 'and now', takenAt: 2, replaced: [] })).toBe('kept');
  expect(await versions.load(page.url, 2)).toBe('and now');
});
