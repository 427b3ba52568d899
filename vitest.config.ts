import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,protocol,api,web,sandbox,cli,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
