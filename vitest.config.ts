import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const ALONE = '**/*.alone.test.ts';
/** Thousands of calls, many at once: only meaningful, and fast enough, on a real PostgreSQL. */
const ENGINE = process.env.ORBITA_TEST_POSTGRES ? [] : ['api/journeys/engine/**'];
/** Tests of what only a PostgreSQL server has, such as query plans over many rows. */
const SERVER_ONLY = process.env.ORBITA_TEST_POSTGRES ? [] : ['**/*.postgres.test.ts'];
const testsOf = (names: string) => `${names}/**/*.test.{ts,tsx}`;

/** What a test replaces for all files of its process: modules, globals, timers, settings. */
const REPLACES = /\bvi\.(?!fn\b)|\bglobalThis\b|\bprocess\.(env|chdir)\b|\bdefineProperty\b/;
/** Tests without a product that replace nothing share processes: one for each would take three times as long. */
const sharing = globSync('{client,ui,web,console,sandbox,scripts,tools}/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).filter((file) => !REPLACES.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')));

/** Only files that are not isolated: what mocks the library gets the library. */
const LIGHT_PASSWORDS = { '@node-rs/argon2': `${import.meta.dirname}/testing/light-passwords.ts` };

/**
 * V8 of the processes of tests. What a test makes is soon gone while the product's modules stay: a larger young generation moves less
 * of it, and below 1.5 GB of the old one nothing is looked through.
 */
const RARELY_COLLECTED = ['--max-semi-space-size=64', '--initial-old-space-size=1500'];

export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: RARELY_COLLECTED,
    // API tests spend much time waiting, so one process more than the two cores they are made for.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          // Pure functions share no state between files, so isolation is not needed.
          name: 'rules',
          isolate: false,
          include: [testsOf('{domain,protocol}')],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          // Commands run against a whole product, whose demo database is built once per process and then copied.
          name: 'commands',
          alias: LIGHT_PASSWORDS,
          isolate: false,
          globalSetup: 'testing/template.ts',
          include: [testsOf('cli')],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: sharing,
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [testsOf('{client,ui,web,console,sandbox,scripts,tools}'), `api/${ALONE}`],
          exclude: ['**/node_modules/**', '**/dist/**', ...sharing],
        },
      },
      {
        extends: true,
        test: {
          // Loading the server takes as long as a file's tests, so files share loaded modules, but never a platform. Files
          // that mock a module (`*.alone.test.ts`) are isolated.
          name: 'api',
          alias: LIGHT_PASSWORDS,
          isolate: false,
          globalSetup: 'testing/template.ts',
          include: [testsOf('{api,testing}')],
          exclude: ['**/node_modules/**', ALONE, ...ENGINE, ...SERVER_ONLY],
        },
      },
    ],
  },
});
