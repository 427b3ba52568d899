import { randomInt } from 'node:crypto';
import { FOR_TESTS, startPostgres } from './postgres.ts';
import { run } from './processes.ts';

/**
 * Random walks of applications and random interleavings of two people at one item, many more than in a normal test run, each
 * time with a new seed. The argument `walk` or `interleavings` runs only these.
 */
const walks = process.env.ORBITA_WALKS ?? '3000';
const interleavings = process.env.ORBITA_INTERLEAVINGS ?? '1000';
const seed = process.env.ORBITA_WALK_SEED ?? String(randomInt(1, 2 ** 31));
const [only = ''] = process.argv.slice(2);
const files = ['api/journeys/engine/walk', 'api/work/interleavings'].filter((file) => file.endsWith(only));
if (files.length === 0) throw new Error('npm run test:long -- [walk|interleavings]');
console.log(
  `${walks} walks, ${interleavings} interleavings, seed ${seed}; the same again: ORBITA_WALK_SEED=${seed} npm run test:long -- ${only}`,
);

const given = process.env.TEST_DATABASE_URL;
const server = given ? undefined : await startPostgres(FOR_TESTS);
try {
  await run('vitest', ['run', ...files], {
    env: {
      ORBITA_TEST_POSTGRES: given ?? server?.url,
      ORBITA_WALKS: walks,
      ORBITA_WALK_SEED: seed,
      ORBITA_INTERLEAVINGS: interleavings,
    },
  });
} finally {
  await server?.stop();
}
