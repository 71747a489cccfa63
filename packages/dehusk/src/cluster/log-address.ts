/** Where a log is, and which client speaks to it. Clients are optional: each is loaded when an address names its server. */
import { DehuskError } from '../errors.ts';
import { resolveUrl } from '../page/raw-page.ts';
import type { PageLog } from './page-log.ts';

export interface LogAddress {
  /** As the client takes it. */
  readonly url: URL;
  /** Of the names of everything that belongs to the log: several logs may lie on one server. */
  readonly prefix: string;
  /** As messages name it: without a password. */
  readonly name: string;
}

/** Logs that are not named otherwise (`?log=NAME`). */
const DEFAULT_PREFIX = 'dehusk';

const openers: Readonly<Record<string, (address: LogAddress) => Promise<PageLog>>> = {
  'redis:': async (address) => (await import('./redis-log.ts')).openRedisLog(address),
  'rediss:': async (address) => (await import('./redis-log.ts')).openRedisLog(address),
  'postgres:': async (address) => (await import('./postgres-log.ts')).openPostgresLog(address),
  'postgresql:': async (address) => (await import('./postgres-log.ts')).openPostgresLog(address),
};

/** Throws LOG_ADDRESS_BAD, and what opening throws. */
export async function openLog(address: string): Promise<PageLog> {
  const found = readAddress(address);
  return openers[found.url.protocol]!(found);
}

/** Throws LOG_ADDRESS_BAD. */
export function readAddress(address: string): LogAddress {
  const url = resolveUrl(address);
  if (url === undefined || !Object.hasOwn(openers, url.protocol))
    throw new DehuskError('LOG_ADDRESS_BAD', { address: withoutPassword(address) });
  const prefix = url.searchParams.get('log') ?? DEFAULT_PREFIX;
  // It becomes the name of a schema, and a part of keys.
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(prefix)) throw new DehuskError('LOG_NAME_BAD', { name: prefix });
  const name = withoutPassword(address);
  url.searchParams.delete('log');
  return { url, prefix, name };
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//');
}

/** Throws LOG_CLIENT_MISSING for one that is not installed. */
export async function loadClient<Client>(name: string, load: () => Promise<Client>): Promise<Client> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new DehuskError('LOG_CLIENT_MISSING', { client: name }, { cause: error });
  }
}
