import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FULL_JOURNEYS } from '../e2e/full-journeys.ts';

const root = join(import.meta.dirname, '..');

/**
 * Test files that only `npm run test:full` runs, each with those that prove its rules in `npm test`. They start, kill and
 * restore whole products, or fill tables, which takes half a minute each.
 */
export const FULL_FILES: Readonly<Record<string, readonly string[]>> = {
  'api/export/thread.postgres.test.ts': ['api/export/export.test.ts', 'api/export/walk.test.ts'],
  'api/journeys/in-bucket.test.ts': ['api/journeys/bucket.test.ts', 'api/platform/files/drivers.test.ts'],
  'api/cells/commands.postgres.test.ts': ['api/cells/map.test.ts', 'api/cells/move.postgres.test.ts'],
  'api/catalogue/growth.test.ts': [
    'api/journeys/attacks.test.ts',
    'api/journeys/costly-input.postgres.test.ts',
    'scripts/patterns.test.ts',
  ],
  'api/cells/kills.postgres.test.ts': [
    'api/cells/closing.postgres.test.ts',
    'api/cells/owner.postgres.test.ts',
  ],
  'api/cells/under-load.postgres.test.ts': [
    'api/cells/move.postgres.test.ts',
    'api/cells/closing.postgres.test.ts',
  ],
  'api/moving-files.postgres.test.ts': ['api/platform/files/drivers.test.ts', 'api/journeys/bucket.test.ts'],
  'api/journeys/crash.test.ts': ['tools/chaos.ts', 'api/document/resumable/resumable.test.ts'],
  'api/journeys/growth-files.test.ts': [
    'api/document/inspection/corpus.test.ts',
    'api/journeys/costly-input.postgres.test.ts',
    'scripts/patterns.test.ts',
  ],
  'api/journeys/engine/reach.test.ts': ['api/journeys/explain.postgres.test.ts'],
  'testing/demo/demo.test.ts': ['api/journeys/finished-offers.test.ts', 'testing/demo/timeline.test.ts'],
  'tools/foreign-clients.test.ts': ['scripts/openapi.test.ts'],
  'tools/drill.test.ts': ['api/privacy/repeat.test.ts', 'api/privacy/erase.test.ts'],
  'tools/upgrade.test.ts': [
    'api/journeys/release-before.postgres.test.ts',
    'scripts/migration-rules.test.ts',
  ],
  'scripts/image.test.ts': ['scripts/supply.test.ts', 'api/tenancy/painted.test.ts'],
};

/** The capability that a file belongs to: a folder of `domain`, `protocol`, `api`, `web`, `console` or `cli`. */
export const moduleOf = (file: string): string | undefined =>
  /^(?:domain|protocol|api|web|console|cli)\/([^/.]+)\//.exec(file)?.[1];

/** Files that differ from `main`, committed or not; none if `main` is unknown. */
export function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  for (const main of ['origin/main', 'main']) {
    try {
      const [base = ''] = git('merge-base', main, 'HEAD');
      return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
    } catch {
      // A copy without history, or with another name for its main branch.
    }
  }
  return [];
}

/** What `npm test` leaves out of everything that may be left out: whatever covers no changed module. */
export function leftOut(changed: readonly string[]): {
  files: string[];
  journeys: { file: string; title: string }[];
} {
  const modules = new Set(changed.map(moduleOf).filter((name) => name !== undefined));
  const concerned = (provedBy: readonly string[]) =>
    provedBy.some((file) => modules.has(moduleOf(file) ?? ''));
  return {
    files: Object.entries(FULL_FILES)
      .filter(([file, provedBy]) => !changed.includes(file) && !concerned([file, ...provedBy]))
      .map(([file]) => file),
    journeys: Object.entries(FULL_JOURNEYS)
      .filter(([file]) => !changed.includes(`e2e/journeys/${file}.spec.ts`))
      .flatMap(([file, titles]) =>
        Object.entries(titles)
          .filter(([, provedBy]) => !concerned(provedBy))
          .map(([title]) => ({ file: `${file}.spec.ts`, title })),
      ),
  };
}
