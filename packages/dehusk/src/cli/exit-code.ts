/** What the exit codes mean; `dehusk --help` prints the same. */
export const ExitCode = {
  done: 0,
  /** The run could not come to its end. */
  failed: 1,
  usage: 2,
  /** The run came to its end; some pages failed, each named on standard error. */
  somePagesFailed: 3,
  /** Of eval: the run came to its end; a method scores below its floor. */
  belowFloor: 4,
  interrupted: 130,
  terminated: 143,
} as const;
