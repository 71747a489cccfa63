/** Tests that need a server of Debian's: skipped in words where it is not installed, but never in continuous integration. */
import { describe, it } from 'vitest';
import { findPostgres } from '../../packages/lab/src/cluster/postgres-server.ts';
import { findRedis } from '../../packages/lab/src/cluster/redis-server.ts';

export function redisTests(tests: () => void): void {
  needing('redis-server', findRedis() !== undefined, tests);
}

export function postgresTests(tests: () => void): void {
  needing('postgresql', findPostgres() !== undefined, tests);
}

function needing(program: string, isThere: boolean, tests: () => void): void {
  if (isThere) describe(`with ${program}`, tests);
  else
    describe(`with ${program}`, () => {
      it.skipIf(!process.env.CI)(`needs ${program}, which is not installed`, () => {
        throw new Error(`${program} is not installed, and nothing may be skipped here`);
      });
    });
}
