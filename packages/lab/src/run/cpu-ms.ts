/** CPU time of this process so far, its threads for garbage and compiling included: other people's load is not in it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
