import { afterEach, beforeEach, vi } from 'vitest';

/** For tests that run the command without a process: what it has said on standard error, anew for each test. */
export function captureStderr(): () => string {
  let said = '';
  beforeEach(() => {
    said = '';
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return () => said;
}
