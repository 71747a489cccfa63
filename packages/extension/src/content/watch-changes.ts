/** Tells when a document has changed and come to rest, or has not come to rest for long. */

/** Scripts change a page in bursts. */
const QUIET_MS = 400;
/** A page that never rests is looked at this often. */
const MOST_WAIT_MS = 3000;

export function watchChanges(changed: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | undefined;
  const fire = (): void => {
    timer = undefined;
    since = undefined;
    requestIdleCallback(() => void changed().catch(() => undefined), { timeout: MOST_WAIT_MS });
  };
  const observer = new MutationObserver(() => {
    since ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(fire, Math.max(0, Math.min(QUIET_MS, since + MOST_WAIT_MS - performance.now())));
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Resolves when a document has come to rest after it was loaded: scripts may still write most of it. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const quiet = (): void => {
      stop();
      clearTimeout(timer);
      requestIdleCallback(() => resolve(), { timeout: MOST_WAIT_MS });
    };
    let timer = setTimeout(quiet, QUIET_MS);
    const end = performance.now() + MOST_WAIT_MS;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(quiet, Math.max(0, Math.min(QUIET_MS, end - performance.now())));
    });
    const stop = (): void => observer.disconnect();
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
