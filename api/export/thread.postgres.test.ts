import { read as readBook, utils } from '@e965/xlsx';
import { columnsOf } from '@orbita/domain/export';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { personAt } from '../../testing/person-at.ts';
import { startRelay } from '../../testing/relay.ts';
import { until } from '../../testing/until.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { createReads, type Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/types.ts';
import { readSealedBytes, sealOf } from '../platform/files/storage.ts';
import { piecesInThread } from './in-thread.ts';
import { type Making, piecesOf } from './pieces.ts';
import { measure, type Walk } from './source.ts';

/** More rows than are written on the thread that serves calls. */
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

it('a long file made in the thread equals the one made here', async () => {
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

it('a spreadsheet made in the thread opens with every row', async () => {
  const id = await ask('xlsx');
  await harness.platform.jobs.run('export');
  const bytes = await readSealedBytes(harness.platform, tenantId, (await stored(id)).key);
  const book = readBook(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })).toHaveLength(ROWS + 1);
});

it('the thread waits for the consumer of its pieces, and ends with it', async () => {
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

it('an error in the thread is an error here', async () => {
  const unreachable = piecesInThread('postgres://127.0.0.1:1/nothing', await making());
  await expect(
    (async () => {
      for await (const _ of unreachable);
    })(),
  ).rejects.toThrow('The database went away while a file was made');
});

it('a process that ends releases the file at once, and another one makes it', async () => {
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

describe('the read address', () => {
  const logged: string[] = [];
  const note = (_: unknown, words?: string) => void logged.push(words ?? '');
  const log = { warn: note, error: note, info: (words: unknown) => void logged.push(String(words)) } as never; // only the logger methods that are called
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let replica: Database;
  let reads: Reads;
  const usual = () => harness.platform.reads;
  let before: Reads;
  beforeAll(async () => {
    relay = await startRelay(harness.databaseUrl ?? '');
    replica = openPostgres({
      url: relay.url,
      pool: 2,
      patience: { connect: 500, answer: 5_000 },
      readOnly: true,
    });
    reads = createReads(harness.platform.db, replica, log, { awayMs: 60_000 });
    before = usual();
    Object.assign(harness.platform, { reads });
  });
  afterAll(async () => {
    Object.assign(harness.platform, { reads: before });
    await reads?.close();
    await relay?.stop();
  });
  const report = (of: string) =>
    harness.operations.call('GET /operations/reports/{report}', {
      params: { report: 'daily' },
      query: { course: of },
    });
  const made = async () => {
    const id = await ask();
    await harness.platform.jobs.run('export');
    return job(id);
  };

  it('is used for files, also in the thread, and for figures, and for nothing else', async () => {
    await reads.check();
    const checked = relay.opened();
    expect(checked).toBeGreaterThan(0);
    const person = vi.spyOn(replica, 'tenant');
    await harness.operations.call('GET /operations/subscriptions');
    expect(person).not.toHaveBeenCalled();
    expect(await made()).toMatchObject({ state: 'ready', rows: ROWS });
    expect(relay.opened(), 'the thread has a connection of its own').toBe(checked + 1);
    person.mockClear();
    expect((await report('ADM')).status).toBe(200);
    expect(person).toHaveBeenCalledTimes(1);
    person.mockRestore();
    expect(logged).toEqual([]);
  });

  it('accepts no writes, and shows a tenant its own rows only', async () => {
    const others = replica.tenant(tenantId === 1 ? 2 : 1);
    expect(
      await others.one(sql`select count(*)::int as n from subscription where tenant_id = ${tenantId}`),
    ).toEqual({
      n: 0,
    });
    await expect(
      replica.tenant(tenantId).many(sql`delete from export_job where tenant_id = ${tenantId} returning id`),
    ).rejects.toThrow();
    await expect(
      harness.platform.db.write(tenantId, () => reads.from(tenantId, async () => undefined)),
    ).rejects.toThrow('inside a transaction');
  });

  it('prevents starting where its role may bypass row security', async () => {
    const global = { ...replica.global, many: async () => [] } as Database['global'];
    await expect(createReads(harness.platform.db, { ...replica, global }, log).check()).rejects.toThrow('T1');
  });

  it('is used once it has what was committed, and skipped while it lags behind', async () => {
    let looks = 0;
    const behind = (until: number) => {
      const one = async (query: Sql) =>
        query.text.includes('replay') ? { replays: true, ready: ++looks > until } : replica.global.one(query);
      const seen: (string | undefined)[] = [];
      const db = { ...replica, url: 'behind', global: { ...replica.global, one } } as Database;
      const late = createReads(harness.platform.db, db, log, { catchUpMs: 300 });
      return late.from(tenantId, async (_, url) => void seen.push(url)).then(() => seen);
    };
    expect(await behind(2)).toEqual(['behind']);
    expect(looks).toBe(3);
    expect(logged).toEqual([]);
    expect(await behind(1e6)).toEqual([harness.platform.db.url]);
    expect(logged).toEqual(['the read address is not used: the primary is read']);
    logged.length = 0;
  });

  it('is skipped when it is a server of its own, or the primary cannot say how far it has written', async () => {
    const { db } = harness.platform;
    const read = async (asked: (query: Sql) => Promise<unknown>) => {
      const primary = { ...db, global: { ...db.global, one: asked } } as Database;
      const said = await createReads(primary, replica, log).from(tenantId, async (_, url) => url);
      return [said, logged.splice(0)];
    };
    const skipped = [db.url, ['the read address is not used: the primary is read']];
    // This one, too, replays nothing: only a primary with the same start is the same server.
    expect(await read((query) => db.global.one(query))).toEqual([replica.url, []]);
    expect(
      await read(async (query) => {
        const row = (await db.global.one(query)) as Record<string, unknown>;
        return 'since' in row ? { ...row, since: '2026-01-12 13:00:00+00' } : row;
      }),
    ).toEqual(skipped);
    for (const code of ['0A000', '55000'])
      expect(
        await read((query) =>
          query.text.includes('pg_current_wal')
            ? Promise.reject(Object.assign(new Error('not here'), { code }))
            : db.global.one(query),
        ),
      ).toEqual(skipped);
  });

  it('is replaced by the primary when it breaks, even in the middle of a file, and this is logged once', async () => {
    relay.cutAfter('order by s.id limit');
    expect(await made()).toMatchObject({ state: 'ready', rows: ROWS });
    await relay.stop();
    expect(await made()).toMatchObject({ state: 'ready', rows: ROWS });
    expect((await report('DIR')).status).toBe(200);
    expect(logged).toEqual(['the read address is not used: the primary is read']);
    logged.length = 0;
    const gone = createReads(harness.platform.db, replica, log);
    await gone.check();
    expect(await gone.from(tenantId, async (_, url) => url)).toBe(harness.platform.db.url);
    expect(logged).toHaveLength(1);
  });
});
