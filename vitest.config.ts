import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const sources = fileURLToPath(new URL('packages/dehusk/src/', import.meta.url));

const config: ViteUserConfig = defineConfig({
  // Tests of the lab are tests of the sources at hand, not of what was built last.
  resolve: {
    alias: [
      { find: /^dehusk$/, replacement: `${sources}index-node.ts` },
      { find: /^dehusk\/crawlee$/, replacement: `${sources}crawlee/crawlee.ts` },
      {
        find: /^dehusk-ui\/([\w-]+)$/,
        replacement: `${fileURLToPath(new URL('packages/ui/src/', import.meta.url))}$1.ts`,
      },
      { find: /^dehusk\/([\w-]+)$/, replacement: `${sources}$1.ts` },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/temporary-files.ts', 'test/browser/setup.ts', 'test/scrapy/setup.ts'],
    // A file finds loaded what the one before it has used: loading anew for each took a quarter of the time. So what stands
    // at the top of a module that tests share is done once for many of them.
    isolate: false,
    // What hangs is noticed by these; a machine with two busy cores takes many times as long as it should.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
});

export default config;
