import { findBrowser } from './browser.ts';
import { startPostgres } from './postgres.ts';
import { buildWebIfStale } from './web-build.ts';

/** Prints the figures of the design's section 8 that can be measured on one machine; ratios come from one run. */
const { print } = await import('../bench/table.ts');
if (process.argv[2] === 'scale') {
  // Minutes of writing before anything is measured: only when asked for by name.
  const server = await startPostgres();
  process.env.ORBITA_TEST_POSTGRES = server.url;
  const { scale } = await import('../bench/scale.ts');
  try {
    const [size = '1000000', times = '600', only] = process.argv.slice(3);
    print(await scale(Number(size), Number(times), console.log, only));
  } finally {
    await server.stop();
  }
  process.exit();
}
if (process.argv[2] === 'gate') {
  const server = await startPostgres();
  process.env.ORBITA_TEST_POSTGRES = server.url;
  const { startHarness } = await import('@orbita/api/testing/harness');
  const { gate } = await import('../bench/gate.ts');
  const harness = await startHarness({ places: 100_000, callsPerMinute: 10_000_000 });
  let held = false;
  try {
    const figures = await gate(harness, harness.databaseUrl ?? '', process.argv.includes('--keep'));
    print(figures);
    held = figures.every(({ reached }) => reached);
  } finally {
    await harness.stop();
    await server.stop();
  }
  process.exit(held ? 0 : 1);
}
await buildWebIfStale();
const { javascriptPerRoute } = await import('../bench/javascript.ts');
const figures = javascriptPerRoute();
print(figures);

const postgres = await startPostgres();
process.env.ORBITA_TEST_POSTGRES = postgres.url;
try {
  const { startHarness } = await import('@orbita/api/testing/harness');
  const { applicationsPerSecond } = await import('../bench/applications.ts');
  const { ratioToBare } = await import('../bench/ratio.ts');
  const { lighthouseScores } = await import('../bench/lighthouse.ts');
  const { catalogueFigures } = await import('../bench/catalogue.ts');
  const { signUp } = await import('@orbita/api/testing/journey');
  const { inventedPerson } = await import('@orbita/api/testing/people');
  const { measureNode } = await import('../bench/node.ts');

  const harness = await startHarness({ places: 100_000, callsPerMinute: 10_000_000 });
  try {
    console.log('\nOver PostgreSQL, load generator and database on the same machine');
    print([
      ...(await applicationsPerSecond(harness)),
      ...(await ratioToBare(harness, harness.databaseUrl ?? '')),
      ...measureNode(),
      ...(await catalogueFigures(harness, 'PostgreSQL')),
    ]);
  } finally {
    await harness.stop();
  }
  const pages = await startHarness();
  try {
    console.log('\nLighthouse, mobile, simulated throttling');
    const signIn = async () => {
      const client = pages.visitor('localhost');
      await signUp(client, inventedPerson(5));
      return [...client.cookies].map(([name, value]) => ({
        name,
        value,
        path: name.includes('orbita-session') ? '/orbita/api' : '/orbita/candidate',
      }));
    };
    print(await lighthouseScores(pages.url, await findBrowser(), signIn));
  } finally {
    await pages.stop();
  }
} finally {
  await postgres.stop();
}
