import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../scripts/browser.ts';
import { startPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { buildWebIfStale } from '../scripts/web-build.ts';

/** Lists what each benchmark measures, taken from the table in `tools/README.md`. */
function help(): string {
  const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(
    /^\| `(npm run bench[^`]*)` \| (.+) \|$/gm,
  );
  return Array.from(rows, ([, command, says]) => `${command}\n    ${says?.replaceAll('`', '')}`).join('\n');
}
if (process.argv[2]?.startsWith('-')) {
  console.log(help());
  process.exit(process.argv[2] === '--help' ? 0 : 1);
}

/** Prints those figures of section 8 of the design that can be measured on one machine. Ratios come from a single run. */
const { print } = await import('./bench/table.ts');
if (process.argv[2] === 'scale') {
  // Filling the database takes minutes, so this only runs when requested by name.
  const server = await startPostgres();
  process.env.ORBITA_TEST_POSTGRES = server.url;
  const { scale } = await import('./bench/scale.ts');
  try {
    const [size = '1000000', times = '600', only] = process.argv.slice(3);
    print(await scale(Number(size), Number(times), console.log, only));
  } finally {
    await server.stop();
  }
  process.exit();
}
if (process.argv[2] === 'console') {
  // Only reads are measured, so the data in the tables need not survive a power failure.
  const server = await startPostgres({ durable: false });
  process.env.ORBITA_TEST_POSTGRES = server.url;
  const { consoleFigures } = await import('./bench/console.ts');
  try {
    const [size = '1000000', times = '300', over = '1', only = ''] = process.argv.slice(3);
    print(
      await consoleFigures(Number(size), { times: Number(times), over: Number(over), only }, console.log),
    );
  } finally {
    await server.stop();
  }
  process.exit();
}
/** Runs `work` on a PostgreSQL that nothing else uses. */
async function onEmptyServer<T>(work: (server: ThrowawayPostgres) => Promise<T>): Promise<T> {
  const server = await startPostgres();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
if (process.argv[2] === 'similarity') {
  const server = await startPostgres();
  process.env.ORBITA_TEST_POSTGRES = server.url;
  const { similarityFigures } = await import('./bench/similarity.ts');
  try {
    print(await similarityFigures(Number(process.argv[3] ?? 100_000)));
  } finally {
    await server.stop();
  }
  process.exit();
}
if (process.argv[2] === 'acceptances') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { acceptanceFigures } = await import('./bench/acceptances.ts');
    print(await acceptanceFigures(Number(process.argv[3] ?? 100)));
  });
  process.exit();
}
if (process.argv[2] === 'catalogue') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { startHarness } = await import('@orbita/testing/harness');
    const { catalogueFigures } = await import('./bench/catalogue.ts');
    const harness = await startHarness();
    try {
      print(await catalogueFigures(harness, 'PostgreSQL'));
    } finally {
      await harness.stop();
    }
  });
  process.exit();
}
/** Runs `work` on the PostgreSQL at `DATABASE_URL`, which keeps its seeded data, or on an empty one. */
async function onServer(work: (url: string) => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  await onEmptyServer(({ url }) => work(url));
}
if (process.argv[2] === 'record-day') {
  const { recordDay } = await import('./bench/day/record-day.ts');
  const [applications = 1_000_000, tenants = 200, before = 2, peak = 10, after = 2, rate = 21] = process.argv
    .slice(3)
    .map(Number);
  await onServer((url) =>
    recordDay(url, { applications, tenants, minutes: [before, peak, after], rate }, console.log),
  );
  process.exit();
}
if (process.argv[2] === 'storm') {
  const { storm } = await import('./bench/day/storm.ts');
  const [applications = 1_000_000, tenants = 200, rate = 4, times = 10, seconds = 20] = process.argv
    .slice(3)
    .map(Number);
  await onServer(async (url) =>
    print(await storm(url, { applications, tenants, rate, times, seconds }, console.log)),
  );
  process.exit();
}
if (process.argv[2] === 'tenants') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { tenantFigures } = await import('./bench/tenants.ts');
    print(await tenantFigures(Number(process.argv[3] ?? 2_000)));
  });
  process.exit();
}
if (process.argv[2] === 'events') {
  await onEmptyServer(async ({ url }) => {
    const { eventFigures } = await import('./bench/events.ts');
    print(await eventFigures(url, Number(process.argv[3] ?? 10_000_000)));
  });
  process.exit();
}
if (process.argv[2] === 'statements') {
  await onEmptyServer(async ({ url, folder }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { statements } = await import('./bench/statements.ts');
    await statements(folder, process.argv[3]);
  });
  process.exit();
}
if (process.argv[2] === 'exports') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { exportFigures } = await import('./bench/exports.ts');
    print(await exportFigures(Number(process.argv[3] ?? 250_000)));
  });
  process.exit();
}
if (process.argv[2] === 'payments') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    const { paymentFigures } = await import('./bench/payments.ts');
    print(await paymentFigures(Number(process.argv[3] ?? 100)));
  });
  process.exit();
}
if (process.argv[2] === 'gate') {
  const { GATE, gate } = await import('./bench/gate.ts');
  const { measureOn } = await import('./bench/load/run.ts');
  const { rows } = await onEmptyServer((server) => measureOn(server, GATE));
  const { loadTable } = await import('./bench/load/report.ts');
  for (const line of ['', ...loadTable(rows), '']) console.log(line);
  const figures = gate(rows, process.argv.includes('--keep'));
  print(figures);
  process.exit(figures.every(({ reached }) => reached) ? 0 : 1);
}
if (process.argv[2] === 'profile') {
  const [kind = 'journey', seconds = '20'] = process.argv.slice(3);
  const { KINDS } = await import('./bench/load/kinds.ts');
  const asked = KINDS.find((one) => one === kind);
  if (!asked) throw new Error(`npm run bench -- profile [${KINDS.join('|')}] [seconds]`);
  const { profile } = await import('./bench/profile.ts');
  // Waiting for the disk does not count as work.
  const server = await startPostgres({ durable: false });
  try {
    await profile(server, asked, Number(seconds) * 1000);
  } finally {
    await server.stop();
  }
  process.exit();
}
const { load, ROUNDS } = await import('./bench/load/run.ts');
if (process.argv[2] === 'load') {
  const rounds = Number(process.argv[3] ?? ROUNDS);
  const { KINDS } = await import('./bench/load/kinds.ts');
  const asked = process.argv.slice(4);
  const kinds = asked.length > 0 ? KINDS.filter((kind) => asked.includes(kind)) : KINDS;
  if (!(rounds >= 1) || kinds.length < asked.length)
    throw new Error(`npm run bench -- load [rounds] [${KINDS.join('|')} …]`);
  await onEmptyServer((server) => load(server, rounds, kinds));
  process.exit();
}
await buildWebIfStale();
const { firstPaint, pageFiles } = await import('./bench/pages.ts');
if (process.argv[2] === 'pages') {
  print([await firstPaint(), ...pageFiles()]);
  process.exit();
}
if (process.argv[2] === 'slow-phone') {
  const { slowPhone } = await import('./bench/slow-phone.ts');
  print(await slowPhone(await findBrowser()));
  process.exit();
}
if (process.argv[2] === 'taps') {
  const { tapFigures } = await import('./bench/taps.ts');
  print(await tapFigures(await findBrowser()));
  process.exit();
}
if (process.argv[2] === 'upload') {
  const [megabytes = 25, kilobits = 1000, cutSeconds = 30] = process.argv.slice(3).map(Number);
  const { uploadFigures } = await import('./bench/upload.ts');
  const upload = await uploadFigures(await findBrowser(), { megabytes, kilobits, cutSeconds });
  print(upload);
  process.exit(upload.every(({ reached }) => reached) ? 0 : 1);
}
if (process.argv[2] === 'document') {
  const { documentFigures } = await import('./bench/document.ts');
  const { DATABASES, Product } = await import('../e2e/support/product.ts');
  await onEmptyServer(async ({ url }) => {
    process.env[DATABASES] = url;
    const product = await Product.start();
    try {
      print(await documentFigures(product, await findBrowser(), Number(process.argv[3] ?? 3), console.log));
    } finally {
      await product.stop();
    }
  });
  process.exit();
}
/**
 * Scores of the pages after sign-in, and how fast they respond to keys and clicks. `only` limits this to the pages of that
 * name.
 */
async function printRoutes(only = ''): Promise<void> {
  const { routeScores } = await import('./bench/route-scores.ts');
  const { interactionFigures } = await import('./bench/interactions.ts');
  const { DATABASES, Product } = await import('../e2e/support/product.ts');
  await onEmptyServer(async ({ url }) => {
    process.env[DATABASES] = url;
    const product = await Product.start();
    const browser = await findBrowser();
    const asked = (what: string) => what.startsWith(only);
    try {
      console.log('\nPages after sign-in: Lighthouse, mobile, simulated throttling');
      print(await routeScores(product, browser, asked));
      console.log('\nPages after sign-in: keys and presses, processor four times slower');
      print(await interactionFigures(product, browser, asked));
    } finally {
      await product.stop();
    }
  });
}
if (process.argv[2] === 'routes') {
  await printRoutes(process.argv[3]);
  process.exit();
}
/** Scores of the sign-in page and of an empty portal, on this process's PostgreSQL. */
async function printLighthouse(): Promise<void> {
  const { startHarness } = await import('@orbita/testing/harness');
  const { lighthouseScores } = await import('./bench/lighthouse.ts');
  const { signUp } = await import('@orbita/testing/journey');
  const { inventedPerson } = await import('@orbita/testing/people');
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
}
if (process.argv[2] === 'lighthouse') {
  await onEmptyServer(async ({ url }) => {
    process.env.ORBITA_TEST_POSTGRES = url;
    await printLighthouse();
  });
  process.exit();
}
const { javascriptPerRoute } = await import('./bench/javascript.ts');
print(javascriptPerRoute());
if (process.argv[2] === 'javascript') process.exit();

console.log();
await onEmptyServer((server) => load(server, ROUNDS));

const postgres = await startPostgres();
process.env.ORBITA_TEST_POSTGRES = postgres.url;
try {
  const { startHarness } = await import('@orbita/testing/harness');
  const { catalogueFigures } = await import('./bench/catalogue.ts');

  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  try {
    console.log('\nCatalogues over PostgreSQL');
    print(await catalogueFigures(harness, 'PostgreSQL'));
  } finally {
    await harness.stop();
  }
  await printLighthouse();
} finally {
  await postgres.stop();
}
await printRoutes();
