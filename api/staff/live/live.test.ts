import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { personAt } from '../../../testing/person-at.ts';
import { consoleOf, type Grants, staffIn } from '../../../testing/staff.ts';
import { type TeamLine, teamLine, ticketFor } from '../../../testing/team-socket.ts';
import { until } from '../../../testing/until.ts';
import { emit } from '../../platform/events.ts';
import { publishToTeam, queueChanged, type TeamMessage } from '../../platform/team-events.ts';

let harness: Harness;
let tenantId: number;
let cua: number;
let epa: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  const ids = await harness.platform.db.tenant(tenantId).many<{ id: number; code: string }>(sql`
    select id, code from institution where tenant_id = ${tenantId}`);
  const idOf = (code: string) => ids.find((one) => one.code === code)?.id ?? 0;
  [cua, epa] = [idOf('CUA01'), idOf('EPA01')];
});
afterAll(() => harness?.stop());

const write = (work: Parameters<typeof harness.platform.db.write>[1]) =>
  harness.platform.db.write(tenantId, work as never);
type Sent = Exclude<TeamMessage<'item.decided'>, 'type'>;
let items = 0;
/** Publishes a decided item and returns its number. */
const decided = async (to: Omit<Sent, 'type' | 'data'>): Promise<number> => {
  const itemId = ++items;
  await write(async (tx) =>
    publishToTeam(tx, harness.platform, {
      type: 'item.decided',
      data: { kind: 'documents', itemId, by: 'Bia Secretaria' },
      ...to,
    }),
  );
  return itemId;
};
const itemsOf = ({ events }: TeamLine) => events.map(({ data }) => data.itemId);

/** A page of a member with these roles; returns once the server knows it. */
async function listening(grants: Grants) {
  const staff = await staffIn(harness, grants);
  const line = await linesOf(staff.client, staff.staffId);
  return { ...staff, line };
}
async function linesOf(client: Client, staffId: number): Promise<TeamLine> {
  const line = teamLine(harness.url, await ticketFor(client));
  await line.opened;
  await until(
    async () => {
      await decided({ staffId });
      return line.events.length;
    },
    (received) => received > 0,
  );
  return line;
}
/** Returns once everything published before has been received by `staffId`'s page, or never will be. */
const settled = async (line: TeamLine, staffId: number) => {
  const last = await decided({ staffId });
  await until(
    async () => itemsOf(line),
    (received) => received.includes(last),
  );
};

const SECRETARIA: Grants = [{ role: 'secretaria', institutions: ['CUA01'] }];

describe('the socket of the team', () => {
  it('opens with a ticket of an active session, once, at its own console', async () => {
    const { client, staffId } = await staffIn(harness, SECRETARIA);
    const ticket = await ticketFor(client);
    const line = teamLine(harness.url, ticket);
    await line.opened;
    await until(
      async () => {
        await decided({ staffId });
        return line.events.length;
      },
      (received) => received > 0,
    );
    expect(await teamLine(harness.url, ticket).closed).toBe(4401);
    expect(await teamLine(harness.url, 'x').closed).toBe(4401);
    const elsewhere = { 'x-forwarded-host': 'beta.orbita.test' };
    expect(await teamLine(harness.url, await ticketFor(client), elsewhere).closed).toBe(4401);
    const foreign = { origin: 'https://mal.test' };
    expect(await teamLine(harness.url, await ticketFor(client), foreign).closed).toBe(4403);
    const over = await ticketFor(client);
    await client.call('DELETE /operations/staff/me/session');
    expect(await teamLine(harness.url, over).closed).toBe(4403);
    expect(await line.closed).toBe(4403);
    expect((await consoleOf(harness).call('POST /operations/staff/events/tickets')).body.code).toBe(
      'STAFF_SESSION_OVER',
    );
  });

  it('receives events the person may see for that institution, and their own', async () => {
    const { line, staffId } = await listening(SECRETARIA);
    const parts = ['documents.review'] as const;
    const wanted = [
      await decided({ to: { parts: [...parts], institution: cua } }),
      await decided({ to: { parts: ['payments.settle', 'documents.read'], institution: cua } }),
      await decided({ to: { parts: [...parts], institution: 'any' } }),
    ];
    const others = [
      await decided({ to: { parts: [...parts], institution: epa } }),
      await decided({ to: { parts: [...parts], institution: 'all' } }),
      await decided({ to: { parts: ['payments.settle'], institution: cua } }),
      await decided({ staffId: (await staffIn(harness, SECRETARIA)).staffId }),
    ];
    await settled(line, staffId);
    expect(itemsOf(line)).toEqual(expect.arrayContaining(wanted));
    expect(itemsOf(line).filter((id) => others.includes(id as number))).toEqual([]);
    line.close();
  });

  it('checks permissions on sending: changed roles count at once', async () => {
    const { line, staffId } = await listening(SECRETARIA);
    const to = { parts: ['documents.review'] as ['documents.review'], institution: cua };
    const before = await decided({ to });
    await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants: [{ role: 'financeiro' }] },
    });
    const after = await decided({ to });
    const money = await decided({ to: { parts: ['payments.settle'], institution: epa } });
    await settled(line, staffId);
    expect(itemsOf(line)).toEqual(expect.arrayContaining([before, money]));
    expect(itemsOf(line)).not.toContain(after);
    expect(line.types()).toContain('staff.changed');
    line.close();
  });

  it('sends an end within a second and closes', async () => {
    for (const end of ['disabled', 'sessions'] as const) {
      const { line, staffId } = await listening(SECRETARIA);
      // What came before must not be what ends it.
      await settled(line, staffId);
      const params = { staffId };
      const began = performance.now();
      if (end === 'sessions')
        await harness.operations.call('DELETE /operations/staff/{staffId}/sessions', { params });
      else
        await harness.operations.call('POST /operations/staff/{staffId}/state', {
          params,
          body: { state: 'disabled', reason: 'Saiu' },
        });
      expect(await line.closed).toBe(4403);
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(line.types().at(-1)).toBe('staff.changed');
    }
  });

  it("sends an application's change to those who may read it there, never to a blind grader", async () => {
    const reader = await listening(SECRETARIA);
    const elsewhere = await listening([{ role: 'secretaria', institutions: ['EPA01'] }]);
    const grader = await listening([{ role: 'banca' }]);
    const who = await personAt(harness, 'payment');
    await write((tx) =>
      emit(tx, harness.platform, {
        stream: 'business',
        type: 'subscription.steps-changed',
        subscriptionId: who.id,
        data: {},
      }),
    );
    await until(
      async () => reader.line.events,
      (events) =>
        events.some(({ type, data }) => type === 'application.changed' && data.subscriptionId === who.id),
    );
    // Even if an event is addressed to a grader: its number could be matched with an essay.
    await write(async (tx) =>
      publishToTeam(tx, harness.platform, {
        type: 'application.changed',
        data: { subscriptionId: who.id, version: 1 },
        staffId: grader.staffId,
        to: { parts: ['essays.grade'], institution: 'any' },
      }),
    );
    for (const { line, staffId } of [elsewhere, grader]) {
      await settled(line, staffId);
      expect(line.types()).not.toContain('application.changed');
    }
    expect(JSON.stringify(grader.line.events)).not.toContain('subscriptionId');
    for (const { line } of [reader, elsewhere, grader]) line.close();
  });

  it('combines changes of a queue within a second, and sends the last one', async () => {
    const { line, staffId } = await listening(SECRETARIA);
    const change = (institutionId: number) =>
      write(async (tx) =>
        queueChanged(tx, { queue: 'enrolment-documents', institutionId, parts: ['documents.review'] }),
      );
    for (let n = 0; n < 20; n++) await change(cua);
    await change(epa);
    const queueEvents = () => line.events.filter(({ type }) => type === 'queue.changed');
    await until(
      async () => queueEvents().length,
      (count) => count >= 2,
    );
    await settled(line, staffId);
    expect(queueEvents().map(({ data }) => data)).toEqual(
      Array(queueEvents().length).fill({ queue: 'enrolment-documents', institution: 'CUA01' }),
    );
    expect(queueEvents().length).toBeLessThanOrEqual(4);
    expect(new Set(queueEvents().map(({ id }) => id)).size).toBe(queueEvents().length);
    line.close();
  });

  it('sends on reconnecting what was missed in the last day and may still be received', async () => {
    const { line, client, staffId } = await listening(SECRETARIA);
    const to = { parts: ['documents.review'] as ['documents.review'], institution: cua };
    const last = line.events.at(-1)?.id ?? '';
    line.close();
    await line.closed;
    harness.clock.set(new Date(new Date(T0).getTime() + 5 * 60_000));
    const missed = [await decided({ to }), await decided({ to: { ...to, institution: epa } })];
    const again = teamLine(harness.url, await ticketFor(client));
    await again.opened;
    again.say({ lastEventId: last });
    await until(
      async () => itemsOf(again),
      (received) => received.includes(missed[0]),
    );
    expect(itemsOf(again)).not.toContain(missed[1]);
    again.close();
    const fresh = teamLine(harness.url, await ticketFor(client));
    await fresh.opened;
    fresh.say({ lastEventId: again.events.at(-1)?.id ?? '' });
    await settled(fresh, staffId);
    harness.clock.set(new Date(T0));
    fresh.close();
  });
});
