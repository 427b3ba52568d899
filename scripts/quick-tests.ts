import { globSync } from 'node:fs';
import { join } from 'node:path';

/** These start whole products and wait for them: they run beside the API's tests, which wait as much. */
export const LONG_WAITS = [
  ...['tools/drill.test.ts', 'tools/foreign-clients.test.ts', 'tools/upgrade.test.ts'],
  'scripts/image.test.ts',
];

/** Tests that need no database: rules, protocol, pages, sandbox, and checks of the code's structure. */
export const QUICK_TESTS: readonly string[] = [
  ...['domain/', 'protocol/', 'client/', 'ui/', 'web/', 'console/', 'sandbox/'],
  ...globSync('{scripts,tools}/**/*.test.ts', { cwd: join(import.meta.dirname, '..') }).filter(
    (file) => !LONG_WAITS.includes(file),
  ),
];
