/**
 * Runs once before all tests: whatever they put where temporary files belong goes when the last one is done. Most clean up
 * behind themselves, but a test that fails, a process that is killed and a folder that several files share do not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
