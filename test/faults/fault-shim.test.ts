/** The library that disturbs the file system, and small programs that are disturbed by it. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDisk, readJournal } from '../../packages/lab/src/soak/disk-after-cut.ts';
import {
  type Fault,
  faultEnvironment,
  journalEnvironment,
  whyNoFaults,
} from '../../packages/lab/src/soak/fault-shim.ts';
import { createRandom } from '../../packages/lab/src/soak/mutate-page.ts';

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'dehusk-shim-')));
const outside = path.join(base, 'outside');
let count = 0;

/** Folders of their own, so that tests do not meet. */
function newFolder(): string {
  const folder = path.join(base, `watched ${++count}`);
  mkdirSync(folder);
  return folder;
}

beforeAll(() => mkdirSync(outside));
afterAll(() => rmSync(base, { recursive: true }));

/** Runs a script in the folder; returns what it prints. */
function run(folder: string, script: string, env: Readonly<Record<string, string>>): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** Each step prints `ok` or its error. */
const steps = `
const fs = require('node:fs');
const step = (name, action) => {
  try { action(); console.log(name, 'ok'); } catch (error) { console.log(name, error.code); }
};
step('elsewhere', () => fs.writeFileSync('../outside/file', 'bytes'));
step('write', () => fs.writeFileSync('file', 'bytes of a file'));
step('append', () => fs.appendFileSync('file', ', and more'));
step('read', () => fs.readFileSync('file'));
step('look', () => fs.statSync('file'));
step('rename', () => fs.renameSync('file', 'other'));
step('folder', () => fs.mkdirSync('folder'));
step('remove', () => fs.rmSync('other'));
`;

function disturbed(fault: Omit<Fault, 'report'>): { readonly said: string; readonly report: string } {
  const folder = newFolder();
  const report = `${folder} report`;
  const said = run(folder, steps, faultEnvironment(folder, { ...fault, report })).trim();
  return { said: said.replaceAll('\n', ', '), report: readFileSync(report, 'utf8').replace(folder, '') };
}

describe.skipIf(whyNoFaults() !== undefined && process.env.CI === undefined)('the shim', () => {
  it('lets one call fail, in the folder that it watches', () => {
    const { said, report } = disturbed({ kind: 'EIO', at: 1, isLasting: false });
    expect(said).toBe(
      'elsewhere ok, write EIO, append ok, read ok, look ok, rename ok, folder ok, remove ok',
    );
    expect(report).toBe('open /file\n');
  });

  it('lets all calls fail from then on, if they can fail in that way', () => {
    expect(disturbed({ kind: 'ENOSPC', at: 4, isLasting: true }).said).toBe(
      'elsewhere ok, write ok, append ok, read ok, look ok, rename ENOSPC, folder ENOSPC, remove ENOENT',
    );
    expect(disturbed({ kind: 'EMFILE', at: 2, isLasting: true }).said).toBe(
      'elsewhere ok, write ok, append EMFILE, read EMFILE, look ok, rename ok, folder ok, remove ok',
    );
  });

  it('writes half, and then nothing', () => {
    expect(disturbed({ kind: 'short', at: 1, isLasting: false }).said).toContain('write ok, append ok');
    expect(disturbed({ kind: 'short', at: 1, isLasting: true }).said).toContain(
      'write ENOSPC, append ENOSPC, read ok',
    );
  });

  it('writes down all that is done', () => {
    const folder = newFolder();
    const file = `${folder} journal`;
    const disk = readDisk(folder);
    writeFileSync(
      path.join(outside, 'script.js'),
      steps.replace("fs.rmSync('other')", "fs.rmdirSync('folder')"),
    );
    run(folder, "require('../outside/script.js')", journalEnvironment(folder, { file, cutAt: 0 }));
    const journal = readJournal(file);
    expect(journal.map(({ kind }) => kind)).toEqual([
      'created',
      'written',
      'written',
      'renamed',
      'folder',
      'removed',
    ]);
    disk.replay(journal);
    disk.settle();
    expect([...disk.root.sure.keys()]).toEqual(['other']);
    expect(disk.root.sure.get('other')).toMatchObject({
      sure: new TextEncoder().encode('bytes of a file, and more'),
    });
    expect(readdirSync(folder)).toEqual(['other']);
  });

  it('kills behind an entry of the journal', () => {
    const folder = newFolder();
    const file = `${folder} journal`;
    expect(run(folder, steps, journalEnvironment(folder, { file, cutAt: 3 }))).toBe(
      'elsewhere ok\nwrite ok\n',
    );
    expect(readJournal(file)).toHaveLength(3);
  });

  const careless = "fs.writeFileSync('new', 'bytes'); fs.renameSync('new', 'file')";
  const careful = `
    fs.writeFileSync('new', 'bytes', { flush: true });
    fs.renameSync('new', 'file');
    const folder = fs.openSync('.');
    fs.fsyncSync(folder);
  `;

  it.each([
    ['loses what a careless program wrote', careless, true],
    ['loses nothing of a careful one', careful, false],
  ])('%s', (_, script, isLost) => {
    const folder = newFolder();
    const file = `${folder} journal`;
    const disks = Array.from({ length: 40 }, () => readDisk(folder));
    const said = run(
      folder,
      `const fs = require('node:fs'); ${script}`,
      journalEnvironment(folder, { file, cutAt: 0 }),
    );
    expect(said).toBe('');
    const journal = readJournal(file);
    const lost = disks.filter((disk, seed) => {
      disk.replay(journal);
      disk.cutPower(createRandom(seed));
      const found = disk.root.sure.get('file');
      return found?.kind !== 'file' || Buffer.from(found.sure).toString() !== 'bytes';
    });
    expect(lost.length > 0).toBe(isLost);
  });
});
