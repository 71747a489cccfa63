/** A Redis of one's own: Debian's, on a free port of this machine, with its files in a folder that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export function findRedis(): string | undefined {
  return ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path));
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** `settings`: as in its configuration, such as `--requirepass word`. Keeps nothing on disk unless told. */
export async function startRedis(
  folder: string,
  settings: readonly string[] = [],
  port?: number,
): Promise<RedisServer> {
  const at = port ?? (await freePort());
  const place = join(folder, `redis-${at}`);
  mkdirSync(place, { recursive: true });
  const own = [
    '--port',
    String(at),
    '--bind',
    '127.0.0.1',
    '--dir',
    place,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn(findRedis()!, [...own, ...settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
      if (said.includes('Ready to accept connections')) resolve();
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)));
  });
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
