import { defineConfig } from 'vitest/config';

const ALONE = '**/*.alone.test.ts';
/** Thousands of calls and hundreds at once: only a real PostgreSQL is worth asking, or quick enough. */
const ENGINE = process.env.ORBITA_TEST_POSTGRES ? [] : ['api/journeys/engine/**'];
/** What only a server shows, such as the plans of its planner over many rows. */
const SERVER_ONLY = process.env.ORBITA_TEST_POSTGRES ? [] : ['**/*.postgres.test.ts'];
const floors = (names: string) => `${names}/**/*.test.{ts,tsx}`;

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests of the API wait for others as often as they work: one process more than the two cores they are made for.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          // Rules without input or output keep nothing from one file to the next.
          name: 'rules',
          isolate: false,
          include: [floors('{domain,protocol}')],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          // Each command is tried against a whole product: its demo is made once in a process, then copied.
          name: 'commands',
          isolate: false,
          include: [floors('cli')],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [floors('{web,sandbox,scripts}'), `api/${ALONE}`],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          // Loading the server costs a file as much as its tests: files share what was loaded, never a house. Those
          // that replace a module (`*.alone.test.ts`) stay alone.
          name: 'api',
          isolate: false,
          globalSetup: 'api/testing/template.ts',
          include: [floors('api')],
          exclude: ['**/node_modules/**', ALONE, ...ENGINE, ...SERVER_ONLY],
        },
      },
    ],
  },
});
