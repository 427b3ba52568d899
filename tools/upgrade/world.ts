import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT_SECRET, layRelease, layRows } from '@orbita/testing/kept-release';
import { runToEnd } from '@orbita/testing/server-process';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { type ChaosWorld, startWorld } from '../chaos/world.ts';
import { startFront } from './front.ts';

const PREPARE = join(import.meta.dirname, '../../api/prepare.ts');

/**
 * Two api nodes and two workers, not yet started, on a database and a data folder written by the kept release, behind a proxy
 * through which providers reach them. `before` is that release's program; without it a node starts this release.
 */
export async function startUpgradeWorld(
  given: Pick<Parameters<typeof startWorld>[1] & object, 'repeated'> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-before-'));
  const release = layRelease(folder);
  const postgres = await startPostgres({ durable: false });
  const front = await startFront();
  let environment: NodeJS.ProcessEnv = {};
  /** Migrates the tables with `api/prepare.ts` of a release. @throws with its output if it fails. */
  const migrate = async (prepare: string) => {
    const { code, output } = await runToEnd(prepare, environment, ['migrate']);
    if (code !== 0) throw new Error(output);
  };
  const world: ChaosWorld = await startWorld('postgres', {
    ...given,
    database: { DATABASE_URL: postgres.url, ORBITA_SECRET: KEPT_SECRET },
    nodes: { api: 2, worker: 2 },
    notices: front.url,
    async fill(env, dataDir) {
      environment = env;
      await migrate(release.prepare);
      await layRows(postgres.url, dataDir);
      // More vacancies than any run uses, because a full course would look like a lost application.
      const owner = new pg.Client({ connectionString: postgres.url });
      await owner.connect();
      await owner.query('update offer_course_pole set vacancies = 1000000');
      await owner.end();
    },
  });
  const [one, two, workerOne, workerTwo] = world.nodes;
  if (!one || !two || !workerOne || !workerTwo) throw new Error('There are four nodes');
  return {
    world,
    before: release.main,
    databaseUrl: postgres.url,
    front,
    apis: [one, two] as const,
    workers: [workerOne, workerTwo] as const,
    /** Migrates the tables to this release, as `orbita db migrate` does. */
    migrate: () => migrate(PREPARE),
    async stop() {
      await world.stop();
      await front.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type UpgradeWorld = Awaited<ReturnType<typeof startUpgradeWorld>>;
