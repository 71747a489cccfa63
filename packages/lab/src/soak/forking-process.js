/**
 * A process that has loaded the command, and warmed it up, and then becomes a new process of it as often as its parent
 * asks: most of what a short run costs is to start Node and to load the program. `native/fault-shim.c` forks.
 *
 *   node --single-threaded forking-process.js PROGRAM RUNS
 *
 * RUNS is JSON: the folder and the words of each run that warms it up. Then each line of standard input is JSON, with the
 * environment too, and each is answered by a line on descriptor 3: how the run ended.
 */
import { readlinkSync, readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const REPORTS = 3;
const [program, warmUps] = process.argv.slice(2);
let runs = 0;

for (const { folder, args } of JSON.parse(warmUps)) await warmUp(folder, args);
// All reading is done by blocking calls: what waits in the event loop would wait in each new process, too.
writeSync(REPORTS, 'ready\n');
for (;;) {
  const request = nextRequest();
  const answer = readlinkSync('/dehusk-fork');
  if (answer === 'child') {
    await runCommand(request);
    break;
  }
  writeSync(REPORTS, `${answer}\n`);
}

/** From here on it is the new process. */
async function runCommand({ folder, args, env }) {
  // Node knows that of the process that was forked; names of temporary files are made of it.
  Object.defineProperty(process, 'pid', { value: Number(readlinkSync('/proc/self')) });
  // Node would end threads that are not here.
  process.reallyExit = (code) => readlinkSync(`/dehusk-exit/${code ?? 0}`);
  Object.assign(process.env, env);
  readlinkSync('/dehusk-start');
  await load(folder, args);
}

/** Waits for the parent; where that is gone, it is the end. */
function nextRequest() {
  const bytes = Buffer.alloc(65_536);
  let text = '';
  while (!text.endsWith('\n')) {
    const length = readBlocking(bytes);
    if (length === 0) process.exit();
    text += bytes.toString('utf8', 0, length);
  }
  return JSON.parse(text);
}

function readBlocking(bytes) {
  for (;;) {
    try {
      return readSync(0, bytes);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** The first module of a program is what runs it; those behind it are loaded once. */
async function load(folder, args) {
  process.chdir(folder);
  process.argv = [process.execPath, program, ...args];
  await import(`${pathToFileURL(program).href}?run=${++runs}`);
}

async function warmUp(folder, args) {
  const { exit } = process;
  const exited = new Error('the program ended');
  process.exit = (code) => {
    exited.code = code;
    throw exited;
  };
  try {
    await load(folder, args);
  } catch (error) {
    if (error !== exited || exited.code !== 0) throw error;
  } finally {
    process.exit = exit;
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  }
}
