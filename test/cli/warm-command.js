/**
 * A process that runs a built command over and over, as its parent asks: starting Node, loading the program and warming
 * it up costs many times what most runs of the tests need. The program is the one that people start, from its first
 * line to its exit code; only the process around it is not new.
 */
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

let runs = 0;

const { exit } = process;
/** Nothing of a program runs behind its exit. */
const exited = new Error('the program ended');

process.on('message', async (asked) => process.send(await runOnce(asked)));
process.on('disconnect', () => exit(0));

async function runOnce({ program, args, cwd, env, stdin }) {
  const stdout = collector();
  const stderr = collector();
  let exitCode;
  process.exit = (code = 0) => {
    exitCode ??= code;
    throw exited;
  };
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  const envBefore = { ...process.env };
  Object.assign(process.env, env);
  const input = Readable.from(stdin === undefined ? [] : [stdin], { objectMode: false });
  const streams = { stdin: input, stdout: stdout.stream, stderr: stderr.stream };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  try {
    // The first module of a program is what runs it; those behind it are loaded once.
    await import(`${pathToFileURL(program).href}?run=${++runs}`);
  } catch (error) {
    if (error !== exited) stderr.stream.write(`${error.stack}\n`);
    if (error !== exited) exitCode = 1;
  } finally {
    for (const name of Object.keys(env)) if (!Object.hasOwn(envBefore, name)) delete process.env[name];
    Object.assign(process.env, envBefore);
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  }
  return { exitCode: exitCode ?? 0, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
