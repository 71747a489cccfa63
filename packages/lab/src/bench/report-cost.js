/**
 * Preloaded into a command: when it ends, it writes what it has cost to the file that `DEHUSK_COST_FILE` names. Threads
 * that ended before are not forgotten: what each has used is looked up now and then, where the system tells.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** By thread, in ticks of the system: a hundredth of a second. */
const ticksOf = new Map();
const tickMs = 10;

function lookAtThreads() {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      // Behind the name, which may have spaces: user and system time are the twelfth and thirteenth field.
      const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1).split(' ');
      ticksOf.set(thread, Number(fields[11]) + Number(fields[12]));
    }
  } catch {
    // Not on this system, or a thread has just ended.
  }
}

/** `resourceUsage` would tell that of the program which has started this one, where that was larger. */
function peakBytes() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

if (isMainThread && process.env.DEHUSK_COST_FILE !== undefined) {
  setInterval(lookAtThreads, 100).unref();
  process.on('exit', () => {
    lookAtThreads();
    const { user, system } = process.cpuUsage();
    const cost = {
      cpuMs: (user + system) / 1000,
      busiestMs: Math.max(0, ...ticksOf.values()) * tickMs,
      peakBytes: peakBytes(),
    };
    writeFileSync(process.env.DEHUSK_COST_FILE, JSON.stringify(cost));
  });
}
