import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../../packages/dehusk/src/cluster/log-address.ts';
import { type PostgresServer, startPostgres } from '../../packages/lab/src/cluster/postgres-server.ts';
import { freePort } from '../../packages/lab/src/cluster/redis-server.ts';
import { describePageLog } from '../contracts/page-log-contract.ts';
import { postgresTests } from './servers.ts';

postgresTests(() => {
  let server: PostgresServer;

  beforeAll(() => {
    server = startPostgres(mkdtempSync(join(tmpdir(), 'dehusk-postgres-')));
  });
  afterAll(() => server.stop());

  describePageLog('postgres', async (name) => ({
    log: await openLog(`${server.url}&log=${name}`),
    expire: () => sleep(150),
    shortLeaseMs: 50,
  }));

  describe('a server that cannot be used is refused in words', () => {
    it('a wrong address', async () => {
      await expect(openLog(`postgres://a@127.0.0.1:${await freePort()}/b`)).rejects.toMatchObject({
        code: 'LOG_UNREACHABLE',
        message: expect.stringMatching(/ECONNREFUSED/),
      });
    });

    it('a user that there is not', async () => {
      await expect(openLog(server.url.replace('dehusk@', 'nobody:secret@'))).rejects.toMatchObject({
        code: 'LOG_LOGIN_REFUSED',
        message: expect.not.stringMatching(/secret/),
      });
    });
  });

  it('goes on with a server that was started again', async () => {
    await using log = await openLog(`${server.url}&log=again`);
    await log.agree('partitions', '4');
    server.stop();
    await expect(log.agreed('partitions')).rejects.toMatchObject({ code: 'LOG_UNREACHABLE' });
    server.start();
    await expect.poll(() => log.agreed('partitions').catch(() => 'cut')).toBe('4');
  });
});
