import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,protocol,api,web,sandbox,cli,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // Left alone it keeps one core free, which of two is half.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
