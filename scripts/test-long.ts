import { randomInt } from 'node:crypto';
import { startPostgres } from './postgres.ts';
import { run } from './processes.ts';

/**
 * Random walks of applications and random interleavings of two people at one item, many times as many as in every run of the tests,
 * by a seed of its own each time.
 */
const walks = process.env.ORBITA_WALKS ?? '3000';
const seed = process.env.ORBITA_WALK_SEED ?? String(randomInt(1, 2 ** 31));
console.log(`${walks} walks, seed ${seed}; the same again: ORBITA_WALK_SEED=${seed} npm run test:long`);

const given = process.env.TEST_DATABASE_URL;
const server = given ? undefined : await startPostgres({ durable: false });
try {
  await run('vitest', ['run', 'api/journeys/engine/walk', 'api/work/interleavings'], {
    env: {
      ORBITA_TEST_POSTGRES: given ?? server?.url,
      ORBITA_WALKS: walks,
      ORBITA_WALK_SEED: seed,
      ORBITA_INTERLEAVINGS: process.env.ORBITA_INTERLEAVINGS ?? '1000',
    },
  });
} finally {
  await server?.stop();
}
