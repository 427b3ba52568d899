import { runBrowserTests } from './e2e.ts';
import { buildWebIfStale } from './web-build.ts';

/** Regenerates `docs/reader-log.md`: what a screen reader gets in K02 and K03 (spec-console 25.22). */
process.env.READER_LOG = 'write';
await buildWebIfStale();
const { failed } = await runBrowserTests(['journeys/console-reader', '--project=largo', '--retries=0']);
process.exit(failed > 0 ? 1 : 0);
