/** CPU time of some work in milliseconds: unlike that of the clock it does not grow when the machine has other work. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
