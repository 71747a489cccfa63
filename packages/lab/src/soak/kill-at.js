/**
 * Preloaded into the command: kills the process, as the kernel would, at the n-th write to the output or the state; what
 * gives a file its name, or brings it to disk, counts as one.
 * `DEHUSK_KILL_AT` is the number; `DEHUSK_KILL_HOW` is before, after, or half: the first half of the bytes is written.
 * `DEHUSK_KILL_SIGNAL` is another signal than SIGKILL; after one that the process survives, it goes on.
 */
import promises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import Database from 'libsql';

const killAt = Number(process.env.DEHUSK_KILL_AT ?? 0);
const how = process.env.DEHUSK_KILL_HOW ?? 'before';
let passed = 0;

const signal = process.env.DEHUSK_KILL_SIGNAL ?? 'SIGKILL';

const kill = () => process.kill(process.pid, signal);

if (isMainThread && killAt > 0) {
  const handle = await open(new URL(import.meta.url));
  const fileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { write, datasync, sync, truncate } = fileHandle;
  fileHandle.write = async function (bytes, offset, length, position) {
    if (++passed !== killAt) return write.call(this, bytes, offset, length, position);
    if (signal !== 'SIGKILL') {
      kill();
      return write.call(this, bytes, offset, length, position);
    }
    if (how === 'half') await write.call(this, bytes, offset, length >> 1, position);
    if (how === 'after') await write.call(this, bytes, offset, length, position);
    return kill();
  };
  const killing = (original) =>
    async function (...args) {
      if (++passed !== killAt) return original.apply(this, args);
      // Who is told to stop goes on with what it does.
      const isDone = how === 'after' || signal !== 'SIGKILL';
      const done = isDone ? await original.apply(this, args) : undefined;
      kill();
      return done;
    };
  for (const [name, original] of Object.entries({ datasync, sync, truncate }))
    fileHandle[name] = killing(original);
  const { mkdir, rename, rm } = promises;
  for (const [name, original] of Object.entries({ mkdir, rename, rm })) promises[name] = killing(original);
  syncBuiltinESMExports();
  const { exec } = Database.prototype;
  Database.prototype.exec = function (sql) {
    if (!/BEGIN|COMMIT/.test(sql) || ++passed !== killAt) return exec.call(this, sql);
    if (how === 'after' || signal !== 'SIGKILL') exec.call(this, sql);
    kill();
    return this;
  };
}
