/**
 * Files of lessons and of states: written once from front to back, put in their place when they are whole, and read at
 * any place of them by any number of processes. Nothing in them depends on when, where or by whom they were written.
 *
 *     header    one line of JSON: what the file is
 *     parts     bytes; whoever writes the tail says where each is
 *     tail      JSON: where the parts are, and what else is known at the end
 *     end       u32 × 2 offset of the tail · u32 its length · u32 its CRC-32 · u32 CRC-32 of the header · 4 bytes of magic
 *
 * A file that was cut has no end, and says so. Parts have checksums, which stand in the tail. A file grows under another
 * name, so two processes that write the same file at the same time do not meet: both are right, and the last one stays.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from '@exodus/bytes/crc.js';
import { type DehuskError, systemReason } from '../../errors.ts';
import { orWriteError, syncFolder, writeAll } from '../../output/files/appended-file.ts';

/** Where bytes lie in a file: offset, length, CRC-32. */
export type PartLocation = readonly [offset: number, length: number, checksum: number];

const END_BYTES = 24;
/** `dhpk` */
const MAGIC = 0x6b706864;
/** Small parts are gathered. */
const GATHERED_BYTES = 1024 * 1024;
const MOST_HEADER_BYTES = 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is wrong with a file that is read, in the words of whoever reads it. */
export type DamagedFile = (file: string, reason: string) => DehuskError;

export class PackedWriter {
  readonly #handle: FileHandle;
  /** Until it is whole; undefined for a file that never gets a name. */
  readonly #written: string | undefined;
  readonly #name: string;
  readonly #headerSum: number;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #position = 0;

  private constructor(handle: FileHandle, name: string, written: string | undefined, header: Uint8Array) {
    this.#handle = handle;
    this.#name = name;
    this.#written = written;
    this.#headerSum = crc32(header);
  }

  /** Throws OUTPUT_UNWRITABLE. The folder is made where it is not there. */
  static async create(name: string, header: object): Promise<PackedWriter> {
    const folder = path.dirname(name);
    await orWriteError(mkdir(folder, { recursive: true }), folder);
    const written = path.join(folder, temporaryName(name));
    return PackedWriter.#open(name, written, header, await orWriteError(open(written, 'wx+'), name));
  }

  /** A file that nobody else sees, and that is gone however the process ends. */
  static async createTemporary(header: object): Promise<PackedWriter> {
    const name = path.join(tmpdir(), `dehusk-${process.pid}-${randomUUID()}.lessons`);
    const handle = await orWriteError(open(name, 'wx+'), name);
    // Where a system cannot take the name of an open file, the folder of temporary files keeps it.
    await rm(name).catch(() => undefined);
    return PackedWriter.#open(name, undefined, header, handle);
  }

  static async #open(
    name: string,
    written: string | undefined,
    header: object,
    handle: FileHandle,
  ): Promise<PackedWriter> {
    const line = encoder.encode(`${JSON.stringify(header)}\n`);
    const writer = new PackedWriter(handle, name, written, line);
    await writer.append(line);
    return writer;
  }

  async append(bytes: Uint8Array): Promise<PartLocation> {
    const location = [this.#position, bytes.length, crc32(bytes)] as const;
    this.#position += bytes.length;
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes >= GATHERED_BYTES) await this.#flush();
    return location;
  }

  /** The file is whole: on disk, and under its name. */
  async finish(tail: object): Promise<void> {
    await this.#end(tail);
    await this.#tried(this.#handle.datasync());
    await this.#tried(this.#handle.close());
    await this.#tried(rename(this.#written!, this.#name));
    await this.#tried(syncFolder(path.dirname(this.#name)));
  }

  /** What was written is read back; the file lives as long as its reader. */
  async readBack(tail: object, damaged: DamagedFile): Promise<PackedReader> {
    await this.#end(tail);
    return PackedReader.of(this.#handle, this.#name, damaged);
  }

  /** Nobody wants it any more. */
  async drop(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    if (this.#written !== undefined) await rm(this.#written, { force: true }).catch(() => undefined);
  }

  async #end(tail: object): Promise<void> {
    const bytes = encoder.encode(JSON.stringify(tail));
    const [offset, length, sum] = await this.append(bytes);
    const end = new DataView(new ArrayBuffer(END_BYTES));
    end.setUint32(0, offset % 2 ** 32, true);
    end.setUint32(4, Math.floor(offset / 2 ** 32), true);
    end.setUint32(8, length, true);
    end.setUint32(12, sum, true);
    end.setUint32(16, this.#headerSum, true);
    end.setUint32(20, MAGIC, true);
    await this.append(new Uint8Array(end.buffer));
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    const at = this.#position - this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    await this.#tried(writeAll(this.#handle, bytes, at));
  }

  #tried<Value>(done: Promise<Value>): Promise<Value> {
    return orWriteError(done, this.#name);
  }
}

export class PackedReader implements AsyncDisposable {
  readonly file: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly tail: Readonly<Record<string, unknown>>;
  readonly #handle: FileHandle;
  readonly #damaged: DamagedFile;

  private constructor(
    handle: FileHandle,
    file: string,
    content: Pick<PackedReader, 'header' | 'tail'> & { readonly damaged: DamagedFile },
  ) {
    this.#handle = handle;
    this.file = file;
    this.header = content.header;
    this.tail = content.tail;
    this.#damaged = content.damaged;
  }

  /** Throws what `damaged` makes of it. */
  static async open(file: string, damaged: DamagedFile): Promise<PackedReader> {
    let handle: FileHandle;
    try {
      handle = await open(file, 'r');
    } catch (error) {
      throw damaged(file, systemReason(error));
    }
    try {
      return await PackedReader.of(handle, file, damaged);
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  static async of(handle: FileHandle, file: string, damaged: DamagedFile): Promise<PackedReader> {
    const { size } = await handle.stat();
    if (size < END_BYTES) throw damaged(file, 'it is cut short, or something else');
    const end = await readAt(handle, size - END_BYTES, END_BYTES);
    const words = new DataView(end.buffer, end.byteOffset, END_BYTES);
    const offset = words.getUint32(0, true) + words.getUint32(4, true) * 2 ** 32;
    const length = words.getUint32(8, true);
    if (words.getUint32(20, true) !== MAGIC || offset + length + END_BYTES !== size)
      throw damaged(file, 'it is cut short, or something else');
    const tail = await readAt(handle, offset, length);
    if (crc32(tail) !== words.getUint32(12, true)) throw damaged(file, 'its tail is damaged');
    const front = await readAt(handle, 0, Math.min(offset, MOST_HEADER_BYTES));
    const line = front.subarray(0, front.indexOf(0x0a) + 1);
    if (crc32(line) !== words.getUint32(16, true)) throw damaged(file, 'its header is damaged');
    return new PackedReader(handle, file, { header: asJson(line), tail: asJson(tail), damaged });
  }

  async read([offset, length, checksum]: PartLocation): Promise<Uint8Array> {
    const bytes = await readAt(this.#handle, offset, length).catch((error: unknown) => {
      throw this.#damaged(this.file, systemReason(error));
    });
    if (bytes.length !== length || crc32(bytes) !== checksum) throw this.damage('a checksum in it is wrong');
    return bytes;
  }

  damage(reason: string): DehuskError {
    return this.#damaged(this.file, reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/** Fewer where the file ends. */
async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Of bytes whose checksum is right. */
function asJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return JSON.parse(decoder.decode(bytes)) as Readonly<Record<string, unknown>>;
}

/** Hidden, so that nobody takes it for a file that is whole. */
function temporaryName(name: string): string {
  return `.${hostname()}-${process.pid}-${randomUUID()}-${path.basename(name)}.tmp`;
}

/** Takes away what processes of this machine have left in a folder that were killed while they wrote. */
export async function removeLeftovers(folder: string): Promise<void> {
  await orWriteError(mkdir(folder, { recursive: true }), folder);
  const start = `.${hostname()}-`;
  for (const entry of await orWriteError(readdir(folder), folder)) {
    if (!entry.startsWith(start) || !entry.endsWith('.tmp')) continue;
    const owner = Number.parseInt(entry.slice(start.length), 10);
    if (owner > 0 && !isAlive(owner))
      await rm(path.join(folder, entry), { force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
