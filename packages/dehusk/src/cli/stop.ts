/** Ctrl-C and the service manager's stop: the first one ends the run after what is written is whole, a second at once. */
import { ExitCode } from './exit-code.ts';

export interface Stop {
  readonly signal: AbortSignal;
  /** The exit code of a run that was stopped. */
  readonly exitCode: number | undefined;
}

const exitCodes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const;

/** For the rest of the process's life: between the end of the run and the exit a signal must not kill either. */
export function listenForStop(): Stop {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const stop = (name: NodeJS.Signals): void => {
    const code = exitCodes[name as keyof typeof exitCodes];
    if (exitCode !== undefined) process.exit(code);
    exitCode = code;
    controller.abort(new Error(`stopped by ${name}`));
  };
  for (const name of Object.keys(exitCodes) as NodeJS.Signals[]) process.on(name, stop);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
  };
}
