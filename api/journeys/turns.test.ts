import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clonedTenants } from '../../testing/cloned-tenants.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { prepareDocuments } from '../document/prepare.ts';
import { scanJobs } from '../document/scan.ts';
import { outboxJob } from '../messaging/outbox.ts';
import { webhookJob } from '../messaging/webhooks/deliver.ts';
import { newSecret, sealSecret } from '../messaging/webhooks/sign.ts';
import { chargeExpiry, reconciliation, takingOver } from '../payment/reconcile.ts';
import type { Runner } from '../platform/database/types.ts';
import { forDueInTurns } from '../platform/due.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { buildPlatform } from '../start.ts';
import { lockSubscription } from '../subscription/move.ts';
import { extensionJob } from '../subscription/team/deadlines/job.ts';

/** Rows that are due at each tenant with much to do. */
const MANY = 1_000;
/** Pieces after which nobody has anything more: the first turns are what is looked at. */
const MOST_PIECES = 12;

let harness: Harness;
let system: Server;
let who: { tenantId: number; id: number; personId: number };
/** Tenants with the same rows; the last one has a single piece of work. */
let tenants: number[];

beforeAll(async () => {
  harness = await startHarness({ proves: false });
  who = await personAt(harness, 'documents');
  await harness.platform.db.write(who.tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, who.id), 'enrollment'),
  );
  tenants = await clonedTenants(harness.platform.db, who.tenantId, [
    'muito-1',
    'muito-2',
    'muito-3',
    'muito-4',
    'pouco',
  ]);
  system = createServer((request, answer) => void request.resume().on('end', () => answer.end())).listen(
    0,
    '127.0.0.1',
  );
  await once(system, 'listening');
});
afterAll(async () => {
  system?.close();
  await harness?.stop();
});

/**
 * Runs a job, and says for which tenants it asked for a piece of work, in this order; `asks` stands in the statement that does.
 */
async function piecesOf({ run }: Job, asks: string, more: Partial<Platform> = {}): Promise<number[]> {
  const pieces: number[] = [];
  const { db } = harness.platform;
  const watched = (tenantId: number, on: Runner): Runner => {
    const many = async <T>(query: Sql): Promise<T[]> => {
      if (!query.text.includes(asks)) return on.many<T>(query);
      if (pieces.length === MOST_PIECES) return [];
      pieces.push(tenantId);
      return on.many<T>(query);
    };
    return { tenantId, many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };
  await run({
    ...harness.platform,
    ...more,
    db: { ...db, tenant: (tenantId) => watched(tenantId, db.tenant(tenantId)) },
  });
  return pieces;
}

type Case = {
  job: Job;
  /** Tenants worked for at once, each of which has much to do. */
  lanes: number;
  asks: string;
  /** Makes so much work for a tenant. */
  fill: (tenantId: number, count: number) => Promise<unknown>;
  /** Work of a tenant that waits. */
  left: (tenantId: number) => Sql;
  platform?: () => Partial<Platform>;
};
const at = () => harness.clock.now();
const CASES: Record<string, Case> = {
  'messages are sent': {
    job: outboxJob,
    lanes: 4,
    asks: "update notification set state = 'sending', attempts",
    fill: (tenantId, count) =>
      harness.platform.db.tenant(tenantId).many(sql`
        insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, dedupe_key, next_attempt_at, created_at)
        select ${tenantId}::bigint, 'N-18', 'email', ${who.personId}::bigint, ${who.id}::bigint, 'alguem@exemplo.test', '{}', 'turn:' || n,
          ${at()}::timestamptz, ${at()}::timestamptz from generate_series(1, ${count}::int) n returning id`),
    left: (tenantId) =>
      sql`select id from notification where tenant_id = ${tenantId} and dedupe_key like 'turn:%' and state <> 'sent'`,
  },
  'webhooks are delivered': {
    job: webhookJob(async () => null),
    lanes: 4,
    asks: "update webhook_delivery d set state = 'sending', attempts",
    async fill(tenantId, count) {
      const { platform } = harness;
      const url = `http://127.0.0.1:${(system.address() as AddressInfo).port}/`;
      const made = await platform.db.tenant(tenantId).one<{ id: number }>(sql`
        insert into webhook_endpoint (tenant_id, institution_id, url, kinds, secret, created_at, updated_at)
        select ${tenantId}::bigint, s.institution_id, ${url}::text, '{}', ${sealSecret(platform.config.secrets, tenantId, newSecret())}::text,
          ${at()}::timestamptz, ${at()}::timestamptz from subscription s where s.tenant_id = ${tenantId} and s.id = ${who.id}
        returning id`);
      await platform.db.tenant(tenantId).many(sql`
        insert into webhook_delivery (tenant_id, event_id, endpoint_id, institution_id, kind, subscription_id, person_id, version, body,
          state, next_attempt_at, created_at, updated_at)
        select ${tenantId}::bigint, 'turn' || n, e.id, e.institution_id, 'enrollment.completed', ${who.id}::bigint, ${who.personId}::bigint,
          1, '{}', 'pending', ${at()}::timestamptz, ${at()}::timestamptz, ${at()}::timestamptz
        from webhook_endpoint e, generate_series(1, ${count}::int) n where e.tenant_id = ${tenantId} and e.id = ${made?.id} returning id`);
    },
    left: (tenantId) =>
      sql`select id from webhook_delivery where tenant_id = ${tenantId} and event_id like 'turn%' and state <> 'delivered'`,
  },
  'files are scanned': {
    job: scanJobs[0] as Job,
    lanes: 2,
    asks: 'order by next_scan_at limit',
    async fill(tenantId, count) {
      const key = `tenants/${tenantId}/documents/turn`;
      await storeSealed(harness.platform, tenantId, key, Buffer.from('%PDF-1.7 exemplo'));
      await harness.platform.db.tenant(tenantId).many(sql`
        insert into document_file (tenant_id, required_document_id, name, size, type, sha256, storage_key, sent_at, next_scan_at)
        select ${tenantId}::bigint, (select min(d.id) from required_document d where d.tenant_id = ${tenantId} and d.subscription_id = ${who.id}),
          'turn.pdf', 1, 'application/pdf', '', ${key}::text, ${at()}::timestamptz, ${at()}::timestamptz
        from generate_series(1, ${count}::int) returning id`);
    },
    left: (tenantId) =>
      sql`select id from document_file where tenant_id = ${tenantId} and name = 'turn.pdf' and scan = 'pending'`,
    platform: () => ({
      ports: {
        ...harness.platform.ports,
        scan: { ...harness.platform.ports.scan, scan: async () => 'clean' },
      },
    }),
  },
  'deadlines are extended': {
    job: extensionJob,
    lanes: 1,
    asks: 'select id from deadline_extension where',
    // As many applications as one transaction takes, for each order.
    fill: (tenantId, count) =>
      harness.platform.db.tenant(tenantId).many(sql`
        insert into deadline_extension (tenant_id, institution_id, offer_id, deadline, until, made_by, at)
        select ${tenantId}::bigint, s.institution_id, s.offer_id, 'documents', '2026-03-01', 'equipe', ${at()}::timestamptz
        from subscription s, generate_series(1, ${count}::int) where s.tenant_id = ${tenantId} and s.id = ${who.id} returning id`),
    left: (tenantId) =>
      sql`select id from deadline_extension where tenant_id = ${tenantId} and finished_at is null`,
  },
};

describe('S47: a tenant with a thousand work items lets another one have its turn', () => {
  it.each(Object.entries(CASES))('%s', async (_, { job, lanes, asks, fill, left, platform }) => {
    const busy = tenants.slice(0, lanes);
    const small = tenants.at(-1) ?? 0;
    for (const tenantId of busy) await fill(tenantId, MANY);
    await fill(small, 1);
    const pieces = await piecesOf(job, asks, platform?.());
    expect(pieces.slice(0, lanes + 1)).toEqual([...busy, small]);
    expect(pieces).toHaveLength(MOST_PIECES);
    expect(await harness.platform.db.tenant(small).many(left(small))).toEqual([]);
    for (const tenantId of busy)
      expect((await harness.platform.db.tenant(tenantId).many(left(tenantId))).length).toBeGreaterThan(
        MANY / 2,
      );
  });

  it.each([takingOver, reconciliation, chargeExpiry])(
    'and a slow database read of one tenant delays no other: $name',
    async ({ run }) => {
      const { db } = harness.platform;
      const [late = 0, other = 0] = tenants;
      const reached = Promise.withResolvers<void>();
      const asked = (tenantId: number): Runner => {
        const on = db.tenant(tenantId);
        if (tenantId === other) reached.resolve();
        const many = async <T>(query: Sql): Promise<T[]> => {
          if (tenantId === late) await reached.promise;
          return on.many<T>(query);
        };
        return { tenantId, many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
      };
      await run({ ...harness.platform, db: { ...db, tenant: asked, tenantsDue: async () => [late, other] } });
    },
  );

  it('and none starts another item while the process shuts down', async () => {
    const platform = await buildPlatform(harness.platform.config, harness.platform.db, {
      clock: harness.clock,
    });
    let pieces = 0;
    const ended = forDueInTurns(platform, 'outbox', async () => {
      pieces += 1;
      await platform.jobs.stop();
      return { done: 1, more: pieces < 3 };
    });
    expect(await ended).toBe(1);
    expect(pieces).toBe(1);
  });
});
