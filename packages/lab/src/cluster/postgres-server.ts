/** A PostgreSQL of one's own: Debian's, as a user without rights, on a socket in a folder that goes with it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface PostgresServer {
  /** For the database that is there from the start. */
  readonly url: string;
  stop(how?: 'fast' | 'immediate'): void;
  start(): void;
}

/** Where its programs are. */
export function findPostgres(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((bin) => existsSync(join(bin, 'postgres')));
}

/** It refuses to be run by root: then it is the user that Debian has made for it, or nobody. */
const isRoot = process.getuid?.() === 0;

function unprivileged(): { readonly name: string; readonly uid: number; readonly gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN),
    );
    if (uid! > 0) return { name, uid: uid!, gid: gid! };
  }
  throw new Error('there is no user without rights to run PostgreSQL as');
}

export function startPostgres(folder: string): PostgresServer {
  const bin = findPostgres()!;
  const place = join(folder, 'postgres');
  mkdirSync(place, { recursive: true });
  const user = isRoot ? unprivileged() : undefined;
  if (user !== undefined) {
    chownSync(place, user.uid, user.gid);
    // The folders above it are ours alone.
    chmodSync(folder, 0o711);
    chmodSync(join(folder, '..'), 0o711);
  }
  const run = (program: string, ...args: readonly string[]): void => {
    const words = [join(bin, program), ...args];
    const command = user === undefined ? words : ['runuser', '-u', user.name, '--', ...words];
    const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
      encoding: 'utf8',
      cwd: place,
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  };
  const data = join(place, 'data');
  run('initdb', '-D', data, '-U', 'dehusk', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync');
  const settings = `-c listen_addresses='' -c unix_socket_directories='${place}' -c fsync=off`;
  const start = (): void =>
    run('pg_ctl', '-D', data, '-w', '-l', join(place, 'log'), '-o', settings, 'start');
  start();
  return {
    url: `postgres://dehusk@localhost/postgres?host=${encodeURIComponent(place)}`,
    start,
    stop: (how = 'immediate') => run('pg_ctl', '-D', data, '-m', how, '-w', 'stop'),
  };
}
