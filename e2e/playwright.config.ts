import { defineConfig } from '@playwright/test';
import { desktop, ONE_WIDTH, phone } from './support/widths.ts';

/** Journeys that `npm test` leaves out, by file and title (`full-journeys.ts`). */
const without = JSON.parse(process.env.ORBITA_E2E_WITHOUT ?? '[]') as { file: string; title: string }[];
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const leftOut = without.map(({ file, title }) => new RegExp(`${literally(file)} .*${literally(title)}`));

/** Journeys at the width of a phone and of a desktop; each worker has a whole product with its clock at T0. */
export default defineConfig({
  testDir: './journeys',
  grepInvert: leftOut,
  outputDir: '../test-results',
  // Journeys wait more than they compute, and each worker has its own ports, clock and data.
  workers: 4,
  // A journey is repeated once to tell a race from a fault; either fails the run.
  retries: 1,
  // Waits have no specific limits: a machine busy with four products simply needs longer.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Colours are checked in their final state, not halfway through a transition.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--host-resolver-rules=MAP *.orbita.test 127.0.0.1',
      ],
    },
  },
  // What differs by width; failures, refusals and rules are the same at every width. The longest journeys are among these, so
  // they start first.
  projects:
    without.length > 0
      ? [
          { name: 'largo', use: desktop, testMatch: /(j01|zoom)\.spec/ },
          // The journeys of both apps share workers and their products, each at the width of its app (`support/test.ts`).
          { name: ONE_WIDTH, use: phone, testIgnore: /zoom\.spec/ },
        ]
      : [
          {
            name: 'largo',
            use: desktop,
            testMatch:
              /(j01|j02|j03|j04|j05|j06|j07|j08|j09|j10|j11|j12|j13|j15|j17|j20-tenants|k01-provider|card-confirmation|keyboard|painted|states|zoom|console-[a-z]+)\.spec/,
          },
          // Magnified four times, a desktop is 320 px wide, whatever the width before.
          { name: 'celular', use: phone, testIgnore: /(zoom|console-[a-z]+)\.spec/ },
        ],
});
