import { read as readBook, utils } from '@e965/xlsx';
import { columnsOf } from '@orbita/domain/export';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { readSealedBytes, sealOf } from '../platform/files/storage.ts';
import { piecesInThread } from './in-thread.ts';
import { type Making, piecesOf } from './pieces.ts';
import { measure, type Walk } from './source.ts';

/** More rows than are written in the thread that answers calls. */
const ROWS = 12_000;

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  ({ tenantId } = await personAt(harness, 'payment'));
  await on().many(sql`
    insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
      application_type, status, is_paid, holds_place, created_at, updated_at)
    select tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id, application_type, 13, false, false,
      created_at, updated_at
    from subscription, generate_series(2, ${ROWS}::int) where tenant_id = ${tenantId} returning id`);
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(tenantId);
const columns = columnsOf('subscriptions').map(({ key }) => key);
const wish = (format: 'csv' | 'xlsx') => ({
  ...{ list: 'subscriptions', query: {}, format, columns, reason: 'Conferência' },
});
const ask = async (format: 'csv' | 'xlsx' = 'csv', client = harness.operations): Promise<number> =>
  bodyOf(await client.call('POST /operations/exports', { body: wish(format) as never })).id;
const job = async (id: number) =>
  bodyOf(await harness.operations.call('GET /operations/exports/{id}', { params: { id } }));
const stored = async (id: number) => {
  const row = await on().one<{ key: string; attempt: number; state: string }>(sql`
    select storage_key as key, attempt, state from export_job where tenant_id = ${tenantId} and id = ${id}`);
  if (!row) throw new Error('no such file');
  return row;
};
const making = async (format: 'csv' | 'xlsx' = 'csv'): Promise<Making> => {
  const walk: Walk = {
    ...{ tenantId, zone: 'America/Sao_Paulo', list: 'subscriptions', query: {}, institutions: null, columns },
    now: harness.clock.now(),
  };
  const { last } = await measure(on(), walk);
  return { walk, format, heads: columns, last, seal: sealOf(harness.platform, tenantId, 'x') };
};
const linesOf = (bytes: Buffer) => bytes.toString().split('\r\n').filter(Boolean);

it('a long file made in the thread is the one that is made here', async () => {
  const id = await ask();
  await harness.platform.jobs.run('export');
  expect(await job(id)).toMatchObject({ state: 'ready', rows: ROWS });
  const there = await readSealedBytes(harness.platform, tenantId, (await stored(id)).key);
  const seal = sealOf(harness.platform, tenantId, 'here');
  const { files } = harness.platform;
  const here: Buffer[] = [];
  for await (const { bytes } of piecesOf(on(), { ...(await making()), seal })) here.push(bytes);
  await files.put('here', Buffer.concat(here));
  const [mine, other] = [linesOf(await readSealedBytes(harness.platform, tenantId, 'here')), linesOf(there)];
  expect(other.slice(1)).toEqual(mine.slice(1));
  expect(other).toHaveLength(ROWS + 1);
});

it('a spreadsheet of the thread opens with every row', async () => {
  const id = await ask('xlsx');
  await harness.platform.jobs.run('export');
  const bytes = await readSealedBytes(harness.platform, tenantId, (await stored(id)).key);
  const book = readBook(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })).toHaveLength(ROWS + 1);
});

it('the thread waits for whoever takes its pieces, and ends with her', async () => {
  const { url } = harness.platform.db;
  const pieces = piecesInThread(url ?? '', await making());
  expect((await pieces.next()).value).toMatchObject({ rows: 0 });
  await pieces.return(undefined);
  const living = () =>
    harness.platform.db.asOwner((run) =>
      run(
        `select 1 from pg_stat_activity where datname = current_database() and query like '%row_id%' and pid <> pg_backend_pid()`,
      ),
    );
  await until(living, (rows) => rows.length === 0);
});

it('what fails in the thread fails here', async () => {
  const unreachable = piecesInThread('postgres://127.0.0.1:1/nothing', await making());
  await expect(
    (async () => {
      for await (const _ of unreachable);
    })(),
  ).rejects.toThrow('cannot be reached');
});

it('a process that ends gives the file back at once, and another one makes it', async () => {
  const node: Node = await secondNode(harness, () => undefined);
  const id = await ask();
  const { files } = node.platform;
  const putStream = files.putStream.bind(files);
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  files.putStream = async (...given) => {
    begun.resolve();
    await ended.promise;
    return putStream(...given);
  };
  const run = node.platform.jobs.run('export');
  await begun.promise;
  const stopped = node.platform.jobs.stop();
  ended.resolve();
  await stopped;
  await run;
  expect(await stored(id)).toMatchObject({ state: 'waiting', attempt: 0, key: null });
  await harness.platform.jobs.run('export');
  expect(await job(id)).toMatchObject({ state: 'ready', rows: ROWS });
  await node.stop();
});
