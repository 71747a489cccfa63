/**
 * Runs once before all tests: says which Python has Scrapy, or that its test is skipped, and hands its place to the workers.
 * Debian's own comes with the system's Python, which may not be the first on the search path.
 */
import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where there is none. */
    scrapyPython: string | undefined;
  }
}

const asks = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("scrapy") is None)';

export function setup(project: TestProject): void {
  const named = process.env.SCRAPY_PYTHON;
  const python = (named ? [named] : ['python3', '/usr/bin/python3']).find(
    (one) => spawnSync(one, ['-c', asks]).status === 0,
  );
  if (python === undefined && process.env.CI !== undefined)
    throw new Error('The test of the Scrapy pipeline must not be skipped where CI is set: no Scrapy.');
  const none = 'none, so its test is skipped (install python3-scrapy, or name a Python in SCRAPY_PYTHON)';
  project.vitest.logger.log(`scrapy: ${python ?? none}`);
  project.provide('scrapyPython', python);
}
