import { median } from '../score/statistics.ts';

/** CPU time of several ways to do one thing, measured in turns so that noise of the machine hits all alike. */
export interface Contender {
  readonly name: string;
  run(): void;
}

export interface Timing {
  readonly name: string;
  readonly medianMs: number;
}

export function timeInterleaved(contenders: readonly Contender[], rounds: number): readonly Timing[] {
  const samples = contenders.map(() => [] as number[]);
  for (const contender of contenders) contender.run();
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) samples[i]!.push(cpuMs(() => contender.run()));
  }
  return contenders.map(({ name }, i) => ({ name, medianMs: median(samples[i]!) }));
}

export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
