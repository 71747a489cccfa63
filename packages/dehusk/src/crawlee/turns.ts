/** Runs one act at a time, in the order in which they were asked for. An act that fails does not stop the others. */
export function createTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(
      () => act(),
      () => act(),
    );
    last = turn;
    return turn;
  };
}
