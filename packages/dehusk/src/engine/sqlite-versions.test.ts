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
