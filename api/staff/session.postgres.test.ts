import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../testing/client.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { createPeople, type Node, secondNode } from '../../testing/many-people.ts';
import { fromConsole, staffIn } from '../../testing/staff.ts';
import { teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';
import { takeSend } from '../identity/sign-in-limits.ts';
import { createLimits, type Limits, type SharedLimit } from '../platform/http/limits.ts';
import { createSharedCounts } from '../platform/http/shared-counts.ts';
import { ALONE } from '../platform/processes/siblings.ts';
import { tenantById } from '../tenancy/hosts.ts';

const HOST = 'cua.alfa.orbita.test';

let harness: Harness;
let node: Node;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

let addresses = 0;
/** The same browser, served by the other node; limits count each separately. */
const there = ({ cookies }: Client): Client => {
  const client = new Client(node.platform.address.url ?? '', HOST);
  client.headers = { ...fromConsole(HOST), 'x-forwarded-for': `10.200.0.${++addresses}` };
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
};

/** Calls the other node continuously while `end` runs here; returns the codes of the calls that started after its response. */
async function codesAfter(client: Client, end: () => Promise<{ status: number }>): Promise<Set<unknown>> {
  const [after, before] = [new Set<unknown>(), new Set<unknown>()];
  let ended = false;
  const stream = async () => {
    for (let left = 20; left > 0; ) {
      const late = ended;
      const { status, body } = await client.call('GET /operations/subscriptions');
      (late ? after : before).add(body.code ?? status);
      if (late) left -= 1;
    }
  };
  const streams = Array.from({ length: 4 }, stream);
  while (before.size === 0) await client.call('GET /operations/staff/me');
  expect((await end()).status).toBeLessThan(300);
  ended = true;
  await Promise.all(streams);
  expect(before).toContain(200);
  return after;
}

it('a role removed on one node is gone on another, from the next call on', async () => {
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const codes = await codesAfter(there(client), () =>
    harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants: [{ role: 'banca' }] },
    }),
  );
  expect([...codes]).toEqual(['FORBIDDEN']);
});

it('a session ended on one node is over on another, from the next call on', async () => {
  for (const end of ['out', 'disabled', 'sessions'] as const) {
    const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
    const params = { staffId };
    const ways = {
      out: () => client.call('DELETE /operations/staff/me/session'),
      disabled: () =>
        harness.operations.call('POST /operations/staff/{staffId}/state', {
          params,
          body: { state: 'disabled', reason: 'Saiu' },
        }),
      sessions: () => harness.operations.call('DELETE /operations/staff/{staffId}/sessions', { params }),
    };
    expect([end, ...(await codesAfter(there(client), ways[end]))]).toEqual([end, 'STAFF_SESSION_OVER']);
  }
});

it('a page open at another node is notified within a second of what its person may no longer do', async () => {
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const line = teamLine(node.platform.address.url ?? '', await ticketFor(client));
  await line.opened;
  const params = { staffId };
  const roles = ['banca', 'secretaria'] as const;
  const receives = async (act: () => Promise<{ status: number }>) => {
    const [before, began] = [line.events.length, performance.now()];
    expect((await act()).status).toBe(200);
    await until(
      async () => line.events.length,
      (received) => received > before,
      5,
    );
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(line.types().at(-1)).toBe('staff.changed');
  };
  for (const role of roles)
    await receives(() =>
      harness.operations.call('PUT /operations/staff/{staffId}/grants', {
        params,
        body: { grants: [{ role }] },
      }),
    );
  await receives(() =>
    harness.operations.call('POST /operations/staff/{staffId}/state', {
      params,
      body: { state: 'disabled', reason: 'Saiu' },
    }),
  );
  expect(await line.closed).toBe(4403);
});

it('a node that ends makes its pages reconnect elsewhere', async () => {
  const { client } = await staffIn(harness, [{ role: 'secretaria' }]);
  const ending = await secondNode(harness, () => undefined);
  const line = teamLine(ending.platform.address.url ?? '', await ticketFor(client));
  await line.opened;
  await ending.stop();
  expect(await line.closed).toBe(1012);
  const again = teamLine(harness.url, await ticketFor(client));
  await again.opened;
  again.close();
});

describe('S3 a limit that protects people counts across all nodes', () => {
  const wrongKey = 'w'.repeat(43);
  const at = (url: string, address: string): Client => {
    const client = new Client(url, HOST);
    client.headers = { ...fromConsole(HOST), 'x-forwarded-for': address };
    return client;
  };
  const ways: [name: string, most: number, ask: (client: Client) => Promise<{ status: number }>][] = [
    ['wrong keys', 20, (client) => client.call('POST /candidate/views', { body: { code: wrongKey } })],
    [
      'codes of the team',
      20,
      (client) =>
        client.call('POST /operations/staff/code/challenges', { body: { email: 'ninguem@alfa.example' } }),
    ],
    ['sign-ins of the team', 20, (client) => client.call('POST /operations/staff/passkeys/options')],
    [
      'invites',
      20,
      (client) => client.call('POST /operations/staff/invites/inspection', { body: { invite: wrongKey } }),
    ],
  ];
  it.each(ways.map((way, n) => [...way, `2804:14c:9${n}:1::`] as const))(
    '%s: what one node allowed, another does not allow again',
    async (_, most, ask, line) => {
      const [here, other] = [harness.url, node.platform.address.url ?? ''];
      const codes: number[] = [];
      // Half here and half there; addresses of one connection are one visitor.
      for (let n = 0; n < most; n++)
        codes.push((await ask(at(n % 2 ? here : other, `${line}${n + 1}`))).status);
      expect(codes).not.toContain(429);
      expect((await ask(at(other, `${line}aaaa`))).status).toBe(429);
      expect((await ask(at(here, `${line}bbbb`))).status).toBe(429);
      expect((await ask(at(here, `${line}cccc`))).status, 'known to be full').toBe(429);
      const counts = async () =>
        harness.platform.db
          .tenant(1)
          .one<{ n: number }>(sql`select sum(counted)::int as n from limit_window`);
      const before = await counts();
      await ask(at(here, `${line}dddd`));
      expect(await counts(), 'and counted no more').toEqual(before);
      expect((await ask(at(here, `2804:14c:${line.slice(9, 11)}f:1::1`))).status).not.toBe(429);
    },
  );

  it('candidate codes: what one node sent, another does not send again', async () => {
    const [person] = await createPeople(harness, 1);
    const [here, other] = [harness.url, node.platform.address.url ?? ''];
    const ask = (url: string, address: string) =>
      at(url, address).call('POST /platform/auth/code/tenants/{tenant}/challenges', {
        params: { tenant: 'alfa' },
        body: { documentType: 'cpf', document: person?.cpf ?? '', channel: 'email', captchaToken: 'token' },
      });
    expect((await ask(other, '2804:14c:99:2::1')).status).toBe(202);
    const sends = { tenant: await tenantById(harness.platform, 1), ip: '2804:14c:99:1::1' };
    for (let n = 0; n < 60; n++)
      await takeSend({ ...sends, platform: harness.platform } as Parameters<typeof takeSend>[0]);
    expect((await ask(other, '2804:14c:99:1::2')).status).toBe(429);
    expect((await ask(here, '2804:14c:99:1::3')).status).toBe(429);
  });

  it('costs counted calls one statement, and a tenant sees only its own', async () => {
    const limits = [createLimits, createLimits].map((make) =>
      make(Date.now, undefined, ALONE, createSharedCounts(harness.platform.db, 'secret', Date.now)),
    );
    const [here, other] = limits as [Limits, Limits];
    const FEW: SharedLimit = { name: 'few', max: 2, windowMs: 60_000, shared: true };
    const MANY: SharedLimit = { name: 'many', max: 1000, windowMs: 60_000, shared: true };
    const take = (on: Limits, tenant: number) =>
      on.takeShared([FEW, { tenant, address: '2001:db8::1' }], [MANY, { tenant, all: true }]);
    const [tenant, write] = [vi.spyOn(harness.platform.db, 'tenant'), vi.spyOn(harness.platform.db, 'write')];
    await take(here, 1);
    expect([tenant.mock.calls.length, write.mock.calls.length]).toEqual([1, 0]);
    await take(other, 1);
    await expect(take(here, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(tenant.mock.calls.length).toBe(3);
    await expect(take(here, 1), 'known to be full').rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(tenant.mock.calls.length).toBe(3);
    tenant.mockRestore();
    write.mockRestore();
    await take(other, 2);
    const others = await harness.platform.db
      .tenant(2)
      .many<{ tenant_id: number }>(sql`select tenant_id from limit_window`);
    expect(new Set(others.map((row) => row.tenant_id))).toEqual(new Set([2]));
    // Concurrently: no more than two of twenty, whichever node they reach; an expired window starts over.
    const THREE: SharedLimit = { name: 'three', max: 3, windowMs: 300, shared: true };
    const at = () =>
      Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? here : other).takeShared([THREE, { tenant: 1, address: '203.0.113.9' }]),
        ),
      ).then((all) => all.filter(({ status }) => status === 'fulfilled').length);
    expect(await at()).toBe(3);
    await new Promise((done) => setTimeout(done, 350));
    expect(await at()).toBe(3);
  });
});
