import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openPglite } from '@orbita/api/platform/database/pglite';
import { openPostgres } from '@orbita/api/platform/database/postgres';
import type { Database } from '@orbita/api/platform/database/types';
import { openFiles } from '@orbita/api/platform/files/open-files';
import type { Client } from '@orbita/testing/harness';
import { acceptContract, apply, fillData, grade, signUp, writeEssay } from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { upload } from '@orbita/testing/requests';
import { startS3 } from '@orbita/testing/s3/server';
import { type ServerProcess, startServerProcess } from '@orbita/testing/server-process';
import { type TablePrints, tablePrints, touched } from '@orbita/testing/table-prints';
import { startPostgres } from '../scripts/postgres.ts';
import {
  backUpBucket,
  backUpFolder,
  backUpServer,
  filePrints,
  hasPostgresClient,
  objectPrints,
  restoreBucket,
  restoreFolder,
  restoreServer,
} from './drill/backup.ts';

/**
 * A real test of backup and restore (R15): a product with people, contracts and files is backed up, completely destroyed,
 * restored elsewhere, and compared row by row and file by file. A person erased after the backup (S34) is erased again before
 * the restored product serves. `npm run drill -- [embedded|bucket|postgres] [people]`; exits with 1 if anything is missing, a
 * person cannot continue, or the erased person is back.
 */
const [only, given = '20'] = process.argv.slice(2).filter((word) => word !== '--');
const people = Number(given);
// All requests come from one address, so limits per address are raised.
process.env.ORBITA_SIGN_UPS_PER_HOUR = '1000000';
/** `bucket` is the embedded engine with files in an S3 bucket. */
const ENGINES = ['embedded', 'bucket', 'postgres'] as const;
type Engine = (typeof ENGINES)[number];
type Outcome = {
  engine: Engine;
  rows: number;
  files: number;
  seconds: Record<string, number>;
  faults: string[];
  /** People whose erasure was repeated. */
  erasedAgain: number;
};

const rowsOf = (prints: TablePrints) =>
  Object.values(prints).reduce((sum, print) => sum + Number(print.split(' ')[0]), 0);

/** Runs a step and prints its duration in seconds. */
async function timed<T>(seconds: Record<string, number>, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  seconds[name] = (performance.now() - began) / 1000;
  return result;
}

type Somebody = { client: Client; subscriptionId: number; fileId: number };

/** Creates a person with an application, an essay, a contract and an uploaded document. */
async function enrol(product: ServerProcess, n: number): Promise<Somebody> {
  const client = product.visitor();
  const person = inventedPerson(n);
  const { personId } = await signUp(client, person);
  const { id } = await apply(client);
  const essayId = await writeEssay(client, id);
  await grade(product.operations, essayId);
  await fillData(client, personId, id, person);
  await acceptContract(client, id);
  const { body } = await client.call('GET /candidate/subscriptions/{id}/documents', { params: { id } });
  const sent = await upload(client, id, body[0]?.documentId ?? 0);
  if (sent.status !== 201) throw new Error(`A document was not taken: ${sent.status}`);
  return { client, subscriptionId: id, fileId: (sent.body as { fileId: number }).fileId };
}

/** Reads session, application and file of a person after the restore. */
async function goOn({ client, subscriptionId, fileId }: Somebody): Promise<string[]> {
  const session = await client.call('GET /candidate/users/check/');
  const steps = await client.call('GET /candidate/subscriptions/{id}/steps', {
    params: { id: subscriptionId },
  });
  const file = await client.call('GET /candidate/documents/files/{fileId}', { params: { fileId } });
  return Object.entries({ session, steps, file })
    .filter(([, { status }]) => status !== 200)
    .map(([what, { status }]) => `${what} of ${subscriptionId}: ${status}`);
}

/** Somebody without an application who will request erasure; also returns data that only this person has. */
async function leaver(product: ServerProcess, n: number) {
  const client = product.visitor();
  const person = { ...inventedPerson(n), name: 'Zuleida Partida Marcada' };
  const { uuid } = await signUp(client, person);
  return { client, uuid, marks: [person.name, person.cpf, person.email] };
}
type Leaver = Awaited<ReturnType<typeof leaver>>;

/** Requests the erasure and has the institution complete it; resolves once it is in the list. */
async function erase(
  product: ServerProcess,
  { client, uuid }: Leaver,
  listed: () => Promise<boolean>,
): Promise<void> {
  const asked = await client.call('POST /candidate/users/{uuid}/privacy-requests', {
    params: { uuid },
    body: { kind: 'deletion' },
  });
  const decided = await product.operations.call('POST /operations/privacy-requests/{id}/decision', {
    params: { id: asked.body.id },
    body: { decision: 'concluded' },
  });
  if (decided.status !== 200) throw new Error(`Nobody was erased: ${decided.status}`);
  while (!(await listed())) await new Promise((later) => setTimeout(later, 50));
}

/** Tables that still mention an erased person. */
async function tablesOf({ marks }: Leaver, run: Owner): Promise<string[]> {
  const found: string[] = [];
  const tables = await run(
    `select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  for (const { relname } of tables) {
    const rows = await run(`select 1 from "${relname}" t where t::text like any($1) limit 1`, [
      marks.map((mark) => `%${mark}%`),
    ]);
    if (rows.length > 0) found.push(String(relname));
  }
  return found;
}
type Owner = Parameters<Parameters<Database['asOwner']>[0]>[0];

/** Checks that the erased person's session stays closed in the restored product. */
async function staysOut({ client }: Leaver): Promise<string[]> {
  const { status } = await client.call('GET /candidate/users/check/');
  return status === 401 ? [] : [`the session of who was erased answers ${status}`];
}

const scanned = async ({ client, fileId }: Somebody) => {
  while (
    (await client.call('GET /candidate/documents/files/{fileId}', { params: { fileId } })).status !== 200
  )
    await new Promise((later) => setTimeout(later, 100));
};

async function drill(engine: Engine): Promise<Outcome> {
  const seconds: Record<string, number> = {};
  const first = engine === 'postgres' ? await startPostgres() : undefined;
  const second = engine === 'postgres' ? await startPostgres() : undefined;
  const s3 = engine === 'bucket' ? await startS3({ prefix: 'drill/' }) : undefined;
  const product = await startServerProcess(first?.url, { environment: s3?.environment ?? {} });
  const bucket =
    s3 && (await openFiles({ dataDir: product.dataDir, sandbox: undefined, bucket: s3.settings }));
  const list = join(product.dataDir, 'erasures');
  /** Whether anybody is in the list of erasures, which is in no backup. */
  const listed = async () => {
    if (!bucket) return existsSync(list) && readdirSync(list).length > 0;
    for await (const _ of bucket.list('erasures/')) return true;
    return false;
  };
  const prints = () => (bucket ? objectPrints(bucket) : filePrints(product.dataDir));
  const kept = mkdtempSync(join(tmpdir(), 'orbita-backup-'));
  try {
    const somebodies: Somebody[] = [];
    for (let n = 1; n <= people; n++) somebodies.push(await enrol(product, n));
    for (const one of somebodies) await scanned(one);
    const gone = await leaver(product, people + 2);
    let before: TablePrints;
    let after: TablePrints;
    /** Reads the database while nothing else does, as the embedded engine requires. */
    const reading = async <T>(work: (run: Owner) => Promise<T>): Promise<T> => {
      const db = second
        ? openPostgres({ url: second.url, pool: 1 })
        : await openPglite(join(product.dataDir, 'pglite'));
      return db.asOwner(work).finally(() => db.close());
    };
    const files = await prints();
    if (first && second) {
      const db = openPostgres({ url: first.url, pool: 1 });
      // The service keeps running, so the comparison uses the same snapshot as the dump.
      before = await db.asOwner(async (run) => {
        await run('begin isolation level repeatable read');
        const [row] = await run('select pg_export_snapshot() as snapshot');
        const late = enrol(product, people + 1);
        await timed(seconds, 'back up', () =>
          backUpServer(first.url, product.dataDir, kept, String(row?.snapshot)),
        );
        const prints = await tablePrints(run);
        await run('commit');
        await late;
        return prints;
      });
      await db.close();
      await erase(product, gone, listed);
      await product.kill();
      await first.stop();
      rmSync(join(product.dataDir, 'files'), { recursive: true });
      await timed(seconds, 'restore', () => restoreServer(kept, second.url, product.dataDir));
      after = await reading(tablePrints);
      product.env.DATABASE_URL = second.url;
    } else {
      await product.kill();
      before = await reading(tablePrints);
      await timed(seconds, 'back up', async () => {
        await backUpFolder(product.dataDir, kept);
        if (bucket) await backUpBucket(bucket, kept);
      });
      await product.launch();
      await erase(product, gone, listed);
      await product.kill();
      for (const name of ['pglite', 'files', 'secret'])
        rmSync(join(product.dataDir, name), { recursive: true, force: true });
      if (bucket) for await (const { key } of bucket.list('tenants/')) await bucket.delete(key);
      await timed(seconds, 'restore', async () => {
        if (bucket) await restoreBucket(kept, bucket);
        rmSync(join(kept, 'bucket'), { recursive: true, force: true });
        await restoreFolder(kept, product.dataDir);
      });
      after = await reading(tablePrints);
    }
    const broughtBack = await reading((run) => tablesOf(gone, run));
    await timed(seconds, 'start', () => product.launch());
    const found = new Set(await prints());
    const faults = [
      ...touched(before, after).map((name) => `table ${name}: ${before[name]} became ${after[name]}`),
      ...files.filter((file) => !found.has(file)).map((file) => `file ${file} is gone or changed`),
      ...(await Promise.all(somebodies.map(goOn))).flat(),
      ...(await staysOut(gone)),
      ...(broughtBack.includes('person')
        ? []
        : ['the backup did not know who was erased, so nothing is proven']),
    ];
    await product.kill();
    const left = await reading((run) => tablesOf(gone, run));
    faults.push(...left.map((table) => `who was erased is back in ${table}`));
    const erasedAgain = broughtBack.length > 0 && left.length === 0 ? 1 : 0;
    return { engine, rows: rowsOf(after), files: files.length, seconds, faults, erasedAgain };
  } finally {
    await product.stop();
    bucket?.close();
    await s3?.close();
    await first?.stop();
    await second?.stop();
    rmSync(kept, { recursive: true, force: true });
  }
}

let failed = false;
for (const engine of ENGINES.filter((name) => !only || name === only)) {
  if (engine === 'postgres' && !(await hasPostgresClient())) {
    console.log('postgres: not tried, pg_dump is not installed (package postgresql-client)');
    failed ||= only === engine;
    continue;
  }
  const { rows, files, seconds, faults, erasedAgain } = await drill(engine);
  const steps = Object.entries(seconds).map(([name, took]) => `${name} ${took.toFixed(1)} s`);
  console.log(
    `${engine}: ${rows} rows, ${files} files; ${steps.join(', ')}; ${erasedAgain} erased again; ${faults.length} faults`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  failed ||= faults.length > 0 || files === 0;
}
process.exit(failed ? 1 : 0);
