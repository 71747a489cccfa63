/** The extension's own IndexedDB. All of a change is on disk before anybody hears that it is done. */

const DATABASE = 'dehusk';
/** Grows where a table is added; what is in the tables has formats of its own. */
const VERSION = 2;

export const tableNames = ['meta', 'memory', 'facts', 'site', 'pages', 'copies'] as const;
type TableName = (typeof tableNames)[number];

export type Tables<Name extends TableName> = Readonly<Record<Name, IDBObjectStore>>;

export class Database {
  #opened: Promise<IDBDatabase> | undefined;

  async read<Value>(table: TableName, key: string): Promise<Value | undefined> {
    return this.look([table], (tables) => done<Value | undefined>(tables[table].get(key)));
  }

  /** Nothing is written, so nothing waits for the disk, and nobody for anybody. */
  async look<Name extends TableName, Value>(
    names: readonly Name[],
    act: (tables: Tables<Name>) => Promise<Value>,
  ): Promise<Value> {
    const transaction = (await this.#open()).transaction([...names]);
    return act(tablesOf(transaction, names));
  }

  /** Either all of it is on disk at the end, or nothing. `act` waits for nothing but the tables. */
  async change<Name extends TableName, Value>(
    names: readonly Name[],
    act: (tables: Tables<Name>) => Promise<Value>,
  ): Promise<Value> {
    const database = await this.#open();
    const transaction = database.transaction([...names], 'readwrite', { durability: 'strict' });
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was given up'));
    });
    // Where `act` fails nobody waits for the end of it.
    finished.catch(() => undefined);
    try {
      const value = await act(tablesOf(transaction, names));
      await finished;
      return value;
    } catch (error) {
      giveUp(transaction);
      // Firefox takes no more changes on a connection that has met a full disk: the next one gets another.
      if (isFull(error)) this.#opened = undefined;
      throw error;
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, VERSION);
      request.onupgradeneeded = () => {
        const { result } = request;
        for (const table of tableNames)
          if (!result.objectStoreNames.contains(table)) result.createObjectStore(table);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => {
        this.#opened = undefined;
        reject(request.error);
      };
    });
    return this.#opened;
  }
}

/** What `act` has written before it failed would be kept: to the browser nothing has gone wrong. */
function giveUp(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

function tablesOf<Name extends TableName>(transaction: IDBTransaction, names: readonly Name[]): Tables<Name> {
  const tables = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
  return tables as Record<Name, IDBObjectStore>;
}

export async function entries<Value>(table: IDBObjectStore): Promise<ReadonlyMap<string, Value>> {
  const [keys, values] = await Promise.all([done(table.getAllKeys()), done<Value[]>(table.getAll())]);
  return new Map(keys.map((key, i) => [String(key), values[i]!]));
}

export function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export function isFull(error: unknown): boolean {
  return (error as Error).name === 'QuotaExceededError';
}
