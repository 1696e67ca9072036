import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/hermes/suite/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // A Hermes needs 140 MB and, while it starts, a core.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
