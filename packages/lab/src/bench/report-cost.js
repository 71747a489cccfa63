/** Preloaded into a command: when it ends, it writes what it has cost to the file that `DEHUSK_COST_FILE` names. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.DEHUSK_COST_FILE !== undefined)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    const cost = { cpuMs: (user + system) / 1000, peakBytes: maxRSS * 1024 };
    writeFileSync(process.env.DEHUSK_COST_FILE, JSON.stringify(cost));
  });
