import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/browser/setup.ts'],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});

export default config;
