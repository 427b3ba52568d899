import type { CallKey } from '@orbita/protocol';
import { liveStreams } from '@orbita/protocol/messaging';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personBody } from '../../testing/bodies.ts';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import type { Response } from '../../testing/client.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf, signUp } from '../../testing/journey.ts';
import { liveLine } from '../../testing/live-line.ts';
import { exampleOf, make } from '../../testing/misuse.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { requestPlace, savePerson } from '../../testing/requests.ts';
import { staffIn } from '../../testing/staff.ts';
import { numberOf, secondCell } from '../../testing/two-cells.ts';
import { until } from '../../testing/until.ts';
import { noticeAddress } from '../payment/notice-addresses.ts';
import { TenantMoving } from '../platform/database/outage.ts';
import { SEALED_COLUMNS } from '../resealing.ts';
import { CATALOGUE_CHANNEL, MOVED } from '../tenancy/hosts.ts';
import { abortMove, type Move, switchTenant } from './move.ts';

let source: Harness;
let target: Harness;
let person: FullPerson;
let tenantId: number;
let move: Move;
const calls = 'GET /candidate/subscriptions/{id}/documents';

beforeAll(async () => {
  source = await startHarness({ callsPerMinute: 1_000_000, proves: false });
  person = await fullPerson(source, CANDIDATE_01);
  target = await secondCell(source);
  tenantId = (await numberOf(source.platform, 'alfa')) ?? 0;
  move = {
    ...{ source: source.platform, target: target.platform, alias: 'alfa', sealed: SEALED_COLUMNS },
    say: () => undefined,
  };
});
afterAll(async () => {
  await target?.stop();
  await source?.stop();
});

/** Does something while the tenant is closed, then restores the previous state. */
async function whileClosed(work: () => Promise<void>): Promise<void> {
  const enough = new Error('enough');
  const step = async (name: string) => {
    if (name !== 'drained') return;
    await work();
    throw enough;
  };
  await expect(switchTenant({ ...move, step })).rejects.toBe(enough);
  await abortMove(move);
}
const refused = ({ status, body, headers }: Response) => [
  status,
  (body as { code?: string }).code,
  headers.get('retry-after'),
];
const MOVING = [503, 'TENANT_MOVING', '3'];

describe('a tenant closed for its move', () => {
  it('can be read by its people and changed by nobody: candidates, team, systems, providers; other tenants can', async () => {
    const member = await staffIn(source, [{ role: 'gestao' }]);
    const place = {
      institutionCode: 'CUA01',
      offerId: person.offerId,
      courseId: person.courseId,
      poleId: person.poleId,
    };
    const notice = new URL(await noticeAddress(source.platform, tenantId, 'pix')).pathname;
    await whileClosed(async () => {
      const params = { id: person.subscriptionId };
      expect((await person.client.call(calls, { params })).status).toBe(200);
      expect((await person.client.call('GET /candidate/subscriptions/{id}/status', { params })).status).toBe(
        200,
      );
      expect((await source.visitor(person.host).call('GET /candidate/institutions')).status).toBe(200);
      const body = personBody(CANDIDATE_01);
      for (const answer of [
        await savePerson(person.client, person.personId, person.subscriptionId, body),
        await requestPlace(person.client, place),
        await member.client.call('GET /operations/documents'),
        await source.operations.call('POST /operations/blocks', {
          body: { documentType: 'cpf', document: '529.982.247-25', reason: 'Fraude' },
        }),
        await source.visitor().send('POST', notice, { body: { pix: [] } }),
      ])
        expect.soft(refused(answer)).toEqual(MOVING);
      expect(
        (await signUp(source.visitor('beta.orbita.test'), inventedPerson(7), 'beta')).personId,
      ).toBeGreaterThan(0);
    });
    expect(
      (await savePerson(person.client, person.personId, person.subscriptionId, personBody(CANDIDATE_01)))
        .status,
    ).toBe(200);
  });

  it('lets a candidate make every read call, except those that also write', async () => {
    const keys = (Object.keys(candidateCalls) as CallKey[]).filter((key) => key.startsWith('GET '));
    const read = (key: CallKey) => make(person.client, key, exampleOf(candidateCalls[key] ?? {}, person));
    const before = new Map<CallKey, number>();
    for (const key of keys) before.set(key, (await read(key)).status);
    const other: string[] = [];
    await whileClosed(async () => {
      for (const key of keys) {
        const { status } = await read(key);
        if (status !== before.get(key)) other.push(`${key} ${status}`);
      }
    });
    expect(before.size).toBeGreaterThan(30);
    // The URL for opening a file once is written to the database.
    expect(other).toEqual(['GET /candidate/documents/files/{fileId} 503']);
  });

  it('waits for a transaction that found it open, and takes along what that wrote', async () => {
    const { db } = source.platform;
    const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const rename = (name: string) => sql`
      update person set mother_name = ${name}::text where tenant_id = ${tenantId} and id = ${person.personId} returning id`;
    let goesOn = false;
    const writing = db.write(tenantId, async (tx) => {
      await tx.many(rename('Mãe de antes'));
      written.resolve();
      await release.promise;
      goesOn = true;
    });
    await written.promise;
    const waits = () =>
      db.global.one<{ count: number }>(sql`
        select count(*)::int as count from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted`);
    let late: unknown;
    const enough = new Error('enough');
    const step = async (name: string) => {
      if (name === 'closed') {
        late = await db.write(tenantId, (tx) => tx.many(rename('Mãe de depois'))).catch((error) => error);
        void until(waits, (found) => (found?.count ?? 0) > 0).then(
          () => release.resolve(),
          () => release.resolve(),
        );
      }
      // Its commit lets the move continue before the writer is notified.
      if (name === 'drained') expect(goesOn).toBe(true);
      if (name === 'proof') throw enough;
    };
    await expect(switchTenant({ ...move, step })).rejects.toBe(enough);
    await writing;
    expect(late).toBeInstanceOf(TenantMoving);
    const there = (await numberOf(target.platform, 'alfa')) ?? 0;
    const [row] = await target.platform.db.asOwner((run) =>
      run('select mother_name as name from person where tenant_id = $1 and id = $2', [
        there,
        person.personId,
      ]),
    );
    expect(row?.name).toBe('Mãe de antes');
    await abortMove(move);
  });

  it('lets messages already being sent arrive first, and sends no others meanwhile', async () => {
    const { db } = source.platform;
    const [sending, waiting] = await db.tenant(tenantId).many<{ id: number }>(sql`
      select id from notification where tenant_id = ${tenantId} order by id limit 2`);
    const stands = (id: number | undefined, state: string) =>
      db.tenant(tenantId).many(sql`
        update notification set state = ${state}, next_attempt_at = ${source.clock.now()}::timestamptz, retry_at = null
        where tenant_id = ${tenantId} and id = ${id ?? 0} returning id`);
    const stateOf = (id: number | undefined) =>
      db
        .tenant(tenantId)
        .one(sql`select state from notification where tenant_id = ${tenantId} and id = ${id ?? 0}`);
    await stands(sending?.id, 'sending');
    const held = () =>
      db.global.one<{ count: number }>(sql`
        select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 7302845
          and mode = 'ExclusiveLock' and granted`);
    const order: string[] = [];
    const enough = new Error('enough');
    const switching = switchTenant({
      ...move,
      step(name) {
        if (name === 'closed') order.push(name);
        if (name === 'drained') throw enough;
      },
    });
    await until(held, (found) => found?.count === 1);
    await stands(waiting?.id, 'pending');
    await source.platform.jobs.run('outbox');
    expect(await stateOf(waiting?.id)).toEqual({ state: 'pending' });
    order.push('noted');
    await stands(sending?.id, 'sent');
    await expect(switching).rejects.toBe(enough);
    expect(order).toEqual(['noted', 'closed']);
    await abortMove(move);
    await source.platform.jobs.run('outbox');
    expect(await stateOf(waiting?.id)).toEqual({ state: 'sent' });
  });

  it('served by another cell has its pages closed here, and does not hold up checks of the others', async () => {
    const { db } = source.platform;
    const beta = source.visitor('beta.orbita.test');
    await signUp(beta, inventedPerson(8), 'beta');
    const member = await staffIn(source, [{ role: 'gestao' }]);
    const ticket = async (of: typeof beta) =>
      bodyOf(await of.call('POST /candidate/events/tickets', { body: {} })).ticket;
    const pass = bodyOf(await member.client.call('POST /operations/staff/events/tickets')).ticket;
    const lines = [
      liveLine(source.url, liveStreams.business, await ticket(person.client)),
      liveLine(source.url, TEAM_EVENTS, pass, { 'x-forwarded-host': 'equipe.alfa.orbita.test' }),
      liveLine(source.url, liveStreams.business, await ticket(beta), {
        'x-forwarded-host': 'beta.orbita.test',
      }),
    ];
    await Promise.all(lines.map(({ opened }) => opened));
    const stand = (standing: string) =>
      db.global.many(sql`update tenant set standing = ${standing} where id = ${tenantId} returning id`);
    await stand('moved');
    try {
      const other = (await numberOf(source.platform, 'beta')) ?? 0;
      // Nobody is notified of it, so it is only found by polling.
      await db.tenant(other).many(sql`
        update login_session set revoked_at = now() where tenant_id = ${other} and revoked_at is null returning id`);
      await db.notify(CATALOGUE_CHANNEL, MOVED);
      const [candidate, team, looked] = await Promise.all(lines.map(({ closed }) => closed));
      // A page that was only just let in is also told to reconnect, with a different code.
      for (const code of [candidate, team]) expect([1012, 1013]).toContain(code);
      expect(looked).toBe(4403);
    } finally {
      await stand('open');
      await db.notify(CATALOGUE_CHANNEL, MOVED);
    }
  });

  it('is skipped by jobs', async () => {
    const named: number[][] = [];
    const at = { now: source.clock.now(), wall: source.clock.now() };
    await whileClosed(async () => {
      named.push(await source.platform.db.tenantIds(), await source.platform.db.tenantsDue('outbox', at));
      await source.platform.jobs.run('outbox');
    });
    expect(named.flat()).not.toContain(tenantId);
    expect(await source.platform.db.tenantIds()).toContain(tenantId);
  });
});
