import { startServerProcess } from '@orbita/testing/server-process';
import { startPostgres } from '../scripts/postgres.ts';
import { runtimeEnvironment } from '../scripts/runtime-environment.ts';
import { growth, soak } from './bench/soak.ts';

/** `npm run soak -- [minutes] [calls a second]`: memory of one process over time, on PostgreSQL. */
const [minutes = 60, pace = 30] = process.argv
  .slice(2)
  .filter((word) => word !== '--')
  .map(Number);
// Everybody here shares one address; limits per address are not what is being tested.
process.env.ORBITA_SIGN_UPS_PER_HOUR = '1000000';
process.env.ORBITA_CALLS_PER_MINUTE = '1000000';
process.env.ORBITA_PAGES_PER_MINUTE = '1000000';
const postgres = await startPostgres();
const product = await startServerProcess(postgres.url, { environment: runtimeEnvironment() });
try {
  const samples = await soak(product, minutes, pace, ({ minute, calls, rss, heap, external }) =>
    console.log(
      `${minute} min: ${calls} calls, resident ${rss} MiB, heap ${heap} MiB, external ${external} MiB`,
    ),
  );
  for (const figure of ['rss', 'heap', 'external'] as const)
    console.log(`${figure}: ${growth(samples, figure).toFixed(2)} MiB a minute over the last half`);
} finally {
  await product.stop();
  await postgres.stop();
}
