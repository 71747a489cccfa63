/** Something of the lab that is run by its name: a benchmark, a soak test, a check against a reference. */
export interface Experiment {
  /** Returns an exit code: 1 if an aim was missed or something was found to be wrong. */
  run(args: readonly string[], out: Output): number | Promise<number>;
}

export interface Output {
  /** A line of the result, for standard output. */
  line(text: string): void;
  /** How far it is, for standard error. */
  progress(text: string): void;
}
