import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/postgres.ts';
import { Client } from '../../testing/client.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { startRelay } from '../../testing/relay.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { buildPlatform, type Started, start } from '../start.ts';

/** Milliseconds the node of these tests waits for its database; the product itself waits longer. */
const PATIENCE = { connect: 1_500, answer: 1_500 };

let postgres: ThrowawayPostgres;
let relay: Awaited<ReturnType<typeof startRelay>>;
let harness: Harness;
let node: Started;
let operations: Client;
let tenantId: number;

beforeAll(async () => {
  postgres = await startPostgres();
  relay = await startRelay(postgres.url);
  const given = process.env.ORBITA_TEST_POSTGRES;
  process.env.ORBITA_TEST_POSTGRES = postgres.url;
  try {
    harness = await startHarness();
  } finally {
    process.env.ORBITA_TEST_POSTGRES = given;
  }
  tenantId = await tenantIdOf(harness, 'alfa');
  const url = new URL(relay.url);
  url.pathname = new URL(harness.databaseUrl ?? '').pathname;
  const db = openPostgres({ url: url.href, pool: 4, patience: PATIENCE });
  const { config, clock } = harness.platform;
  const platform = await buildPlatform(config, db, { clock, writeLog: () => undefined });
  node = await start({ ...config, role: 'api' }, platform);
  operations = new Client(node.url, 'operations.test');
  operations.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
});
afterAll(async () => {
  await node?.close();
  await harness?.stop();
  await relay?.stop();
  await postgres?.stop();
});

const block = (key: string, document: string) =>
  operations.call('POST /operations/blocks', {
    body: { documentType: 'cpf', document, reason: 'Fraude' },
    headers: { 'idempotency-key': key },
  });
const blocks = () =>
  harness.platform.db.tenant(tenantId).many(sql`select id from block_entry where tenant_id = ${tenantId}`);
const health = () => operations.call('GET /operations/health');
const works = () =>
  expect
    .poll(async () => (await operations.call('GET /operations/blocks')).status, { timeout: 20_000 })
    .toBe(200);

describe('a write whose commit was not confirmed', () => {
  it('is answered as unknown, and its repeat under the same key is the same write (R1)', async () => {
    relay.cutAfter('commit');
    const first = await block('lost', '529.982.247-25');
    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([
      503,
      'OUTCOME_UNKNOWN',
      '3',
    ]);
    const again = await block('lost', '529.982.247-25');
    expect(again.status).toBe(201);
    expect(await blocks()).toHaveLength(1);
  });

  it('is refused as not executed when it was lost before the commit (R16)', async () => {
    relay.cutAfter('insert into block_entry');
    const first = await block('before', '111.444.777-35');
    expect([first.status, first.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect((await block('before', '111.444.777-35')).status).toBe(201);
    expect(await blocks()).toHaveLength(2);
  });
});

describe('a database', () => {
  it('that hangs blocks nobody: calls and health answer 503 and work again afterwards (R17)', async () => {
    await works();
    postgres.freeze();
    try {
      const [call, state] = await Promise.all([operations.call('GET /operations/blocks'), health()]);
      expect([call.status, call.body.code, call.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '3',
      ]);
      expect([state.status, state.body.status]).toEqual([503, 'degraded']);
    } finally {
      postgres.thaw();
    }
    await works();
    expect((await health()).status).toBe(200);
  });

  it('that is down is no internal error: every call answers 503 with Retry-After (R17)', async () => {
    const candidate = new Client(node.url, 'cua.alfa.orbita.test');
    const { client } = await personAt(harness, 'account');
    candidate.token = client.token;
    for (const [name, value] of client.cookies) candidate.cookies.set(name, value);
    expect((await candidate.call('POST /candidate/events/tickets', { body: {} })).status).toBe(200);
    await postgres.kill();
    try {
      const answers = await Promise.all([
        operations.call('GET /operations/blocks'),
        block('down', '935.411.347-80'),
        candidate.call('POST /candidate/events/tickets', { body: {} }),
      ]);
      for (const { status, body, headers } of answers) {
        expect([status, (body as { code?: string }).code]).toEqual([503, 'UNAVAILABLE']);
        expect(headers.get('retry-after')).toBe('3');
      }
      expect((await health()).status).toBe(503);
    } finally {
      await postgres.restart();
    }
    await works();
    expect((await block('down', '935.411.347-80')).status).toBe(201);
    expect(await blocks()).toHaveLength(3);
  });
});
