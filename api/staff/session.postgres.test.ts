import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../testing/client.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { fromConsole, staffIn } from '../../testing/staff.ts';
import { teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';

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
/** The same browser, answered by the other node; the limits count each apart. */
const there = ({ cookies }: Client): Client => {
  const client = new Client(node.platform.address.url ?? '', HOST);
  client.headers = { ...fromConsole(HOST), 'x-forwarded-for': `10.200.0.${++addresses}` };
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
};

/** Calls the other node without a pause while `end` is done here; the codes of those that began after its answer. */
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

it('a role that one node took away opens nothing on another, from the next call on', async () => {
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const codes = await codesAfter(there(client), () =>
    harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants: [{ role: 'banca' }] },
    }),
  );
  expect([...codes]).toEqual(['FORBIDDEN']);
});

it('a session that ended on one node is over on another, from the next call on', async () => {
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

it('a page that is open at another node receives within a second what its person may no longer do', async () => {
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
