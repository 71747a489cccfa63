/** Any command as a peer: it gets the HTML of a page on standard input and writes the content as text. */
import { spawn } from 'node:child_process';
import type { EvalMethod, PeerText } from '../methods/eval-method.ts';
import { inLanes, laneCount } from './lanes.ts';

const TIMEOUT_MS = 60_000;

/** Its time is that on the clock: the CPU time of another process is not known here. */
export function commandPeer(name: string, command: string): EvalMethod {
  return {
    name,
    parses: true,
    run: async (_, htmls) => {
      const timed = await inLanes(htmls, laneCount, async (html) => {
        const start = performance.now();
        const text = await runCommand(command, html);
        return { text, ms: performance.now() - start };
      });
      const ms = timed.reduce((sum, page) => sum + page.ms, 0) / Math.max(1, htmls.length);
      return { texts: timed.map(({ text }) => text), ms };
    },
  };
}

function runCommand(command: string, html: string): Promise<PeerText> {
  const child = spawn(command, { shell: true, timeout: TIMEOUT_MS, stdio: ['pipe', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // It may end without having read all.
  child.stdin.on('error', () => undefined).end(html);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ text: '', failed: String(error) }));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? { text } : { text: '', failed: `ended with ${code ?? signal}` }),
    );
  });
}
