/**
 * A map whose values may take so much memory and no more: those that were not used for the longest time are parked as
 * bytes, and come back when they are asked for. With it the memory of a crawl does not grow with the number of sites.
 */

/** Where values wait. What was parked last under a key is what comes back. */
export interface Parking extends AsyncDisposable {
  put(key: string, bytes: Uint8Array): void | Promise<void>;
  get(key: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  delete(key: string): void | Promise<void>;
}

/** Keeps the bytes in memory: much less than the values take, but not bounded. Where there is no disk. */
export function createMemoryParking(): Parking {
  const parked = new Map<string, Uint8Array>();
  return {
    put: (key, bytes) => {
      parked.set(key, bytes);
    },
    get: (key) => parked.get(key),
    delete: (key) => {
      parked.delete(key);
    },
    [Symbol.asyncDispose]: async () => parked.clear(),
  };
}

export interface ParkedMapOptions<Value> {
  readonly limitBytes: number;
  readonly sizeOf: (value: Value) => number;
  readonly toBytes: (value: Value) => Uint8Array;
  readonly fromBytes: (bytes: Uint8Array, key: string) => Value;
  /** Asked for when the first value must go. */
  readonly openParking: () => Promise<Parking>;
}

interface Entry<Value> {
  readonly value: Value;
  sizeBytes: number;
}

export class ParkedMap<Value> implements AsyncDisposable {
  readonly #options: ParkedMapOptions<Value>;
  /** The longest unused first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #parking: Parking | undefined;
  #sizeBytes = 0;

  constructor(options: ParkedMapOptions<Value>) {
    this.#options = options;
  }

  /** What the values in memory take. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The value, if it is in memory. */
  atHand(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry?.value;
  }

  /** Brings back what is not. */
  async unpark(key: string): Promise<Value | undefined> {
    const bytes = await this.#parking?.get(key);
    if (bytes === undefined) return undefined;
    return this.set(key, this.#options.fromBytes(bytes, key));
  }

  set(key: string, value: Value): Value {
    this.#forget(key);
    this.#entries.set(key, { value, sizeBytes: 0 });
    return value;
  }

  /**
   * After a value was used, when it may have grown: what is too much is parked. The value itself stays. Undefined where
   * nothing has to be parked.
   */
  settle(key: string): Promise<void> | undefined {
    const used = this.#entries.get(key);
    if (used !== undefined) {
      const sizeBytes = this.#options.sizeOf(used.value);
      this.#sizeBytes += sizeBytes - used.sizeBytes;
      used.sizeBytes = sizeBytes;
    }
    const isTooMuch = this.#sizeBytes > this.#options.limitBytes && this.#entries.size > 1;
    return isTooMuch ? this.#parkOldest() : undefined;
  }

  async delete(key: string): Promise<void> {
    this.#forget(key);
    await this.#parking?.delete(key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#entries.clear();
    this.#sizeBytes = 0;
    await this.#parking?.[Symbol.asyncDispose]();
    this.#parking = undefined;
  }

  async #parkOldest(): Promise<void> {
    const [key, { value }] = this.#entries.entries().next().value!;
    this.#parking ??= await this.#options.openParking();
    await this.#parking.put(key, this.#options.toBytes(value));
    this.#forget(key);
    await this.settle(key);
  }

  #forget(key: string): void {
    this.#sizeBytes -= this.#entries.get(key)?.sizeBytes ?? 0;
    this.#entries.delete(key);
  }
}
