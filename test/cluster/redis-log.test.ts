import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../../packages/dehusk/src/cluster/log-address.ts';
import { freePort, type RedisServer, startRedis } from '../../packages/lab/src/cluster/redis-server.ts';
import { describePageLog } from '../contracts/page-log-contract.ts';
import { redisTests } from './servers.ts';

redisTests(() => {
  let server: RedisServer;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dehusk-redis-'));
    server = await startRedis(folder);
  });
  afterAll(() => server.stop());

  describePageLog('redis', async (name) => ({
    log: await openLog(`${server.url}/0?log=${name}`),
    expire: () => sleep(150),
    shortLeaseMs: 50,
  }));

  describe('a server that cannot be used is refused in words', () => {
    it('a wrong address', async () => {
      await expect(openLog(`redis://127.0.0.1:${await freePort()}`)).rejects.toMatchObject({
        code: 'LOG_UNREACHABLE',
        message: expect.stringMatching(/ECONNREFUSED/),
      });
    });

    it('a host that there is not', async () => {
      await expect(openLog('redis://nowhere.invalid')).rejects.toMatchObject({ code: 'LOG_UNREACHABLE' });
    });

    it('a wrong password, and none', async () => {
      const closed = await startRedis(folder, ['--requirepass', 'right']);
      const at = (login: string): string => `redis://${login}127.0.0.1:${closed.port}`;
      try {
        for (const login of ['', ':wrong@', 'somebody:wrong@']) {
          const refused = expect(openLog(at(login))).rejects;
          await refused.toMatchObject({ code: 'LOG_LOGIN_REFUSED' });
          await expect(openLog(at(login))).rejects.not.toThrow(/wrong@/);
        }
        await (await openLog(at(':right@')))[Symbol.asyncDispose]();
      } finally {
        await closed.stop();
      }
    });

    it('one that drops what it has no room for', async () => {
      const forgetful = await startRedis(folder, ['--maxmemory-policy', 'allkeys-lru']);
      try {
        await expect(openLog(forgetful.url)).rejects.toMatchObject({ code: 'LOG_EVICTS' });
      } finally {
        await forgetful.stop();
      }
    });

    it('one that is full', async () => {
      const small = await startRedis(folder, ['--maxmemory', '3mb']);
      const log = await openLog(small.url);
      const body = new Uint8Array(500_000);
      try {
        const fill = async (): Promise<void> => {
          for (let item = 1; item < 20; item++)
            await log.append(0, {
              producer: 'p',
              follows: item - 1,
              entries: [{ item, digest: 0, head: '{}', body }],
              limitBytes: 1e9,
            });
        };
        await expect(fill()).rejects.toMatchObject({ code: 'LOG_FULL' });
      } finally {
        await log[Symbol.asyncDispose]();
        await small.stop();
      }
    });

    it('what is no log', async () => {
      await expect(openLog('mysql://a:secret@b/c')).rejects.toMatchObject({
        code: 'LOG_ADDRESS_BAD',
        message: expect.stringMatching(/^no log can be at mysql:\/\/b\/c/),
      });
      await expect(openLog('redis://a?log=A-B')).rejects.toMatchObject({ code: 'LOG_NAME_BAD' });
    });
  });

  it('goes on with a server that was started again', async () => {
    const first = await startRedis(folder);
    const log = await openLog(first.url);
    await log.agree('partitions', '4');
    await first.stop();
    await expect(log.agreed('partitions')).rejects.toMatchObject({ code: 'LOG_UNREACHABLE' });
    const again = await startRedis(folder, [], first.port);
    await expect.poll(() => log.agreed('partitions').catch(() => 'cut')).toBeUndefined();
    await log[Symbol.asyncDispose]();
    await again.stop();
  });
});
