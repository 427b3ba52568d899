import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { setTenantParameters } from '../../testing/parameters.ts';
import { askedCode, staffIn } from '../../testing/staff.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';
import { livingHolders } from './live/store.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  await setTenantParameters(harness, tenantId, {
    StaffSessionHours: 2,
    StaffIdleMinutes: 5,
    StaffReauthMinutes: 3,
  });
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const me = async (client: Client) => (await client.call('GET /operations/staff/me')).status;
const GRANTS = [{ role: 'secretaria' as const }];

it('a session lasts as long as its tenant says, and the page gets that time', async () => {
  minutes(0);
  const { client, me: entered } = await staffIn(harness, GRANTS);
  expect(entered.session).toMatchObject({
    endsAt: '2026-01-12T12:00:00-03:00',
    idleMinutes: 5,
    reauthUntil: '2026-01-12T10:03:00-03:00',
  });
  for (let at = 4; at < 120; at += 4) {
    minutes(at);
    expect(await me(client)).toBe(200);
  }
  minutes(120);
  expect(await me(client)).toBe(401);
});

it('it also starts where the node has read nothing of its tenant yet', async () => {
  minutes(0);
  const { client, email } = await staffIn(harness, GRANTS);
  minutes(2);
  const { challengeId, code } = await askedCode(harness, client, email);
  forgetCatalogue(harness.platform);
  const entered = await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId },
    body: { code },
  });
  expect(entered.body.session).toMatchObject({ endsAt: '2026-01-12T12:02:00-03:00' });
});

it('without input it ends as early, for calls and for events to its open pages', async () => {
  minutes(0);
  const { client } = await staffIn(harness, GRANTS);
  const own = (await client.call('GET /operations/staff/me/sessions')).body.data[0]?.id ?? 0;
  const holders = async () => (await livingHolders(harness.platform, tenantId, [own])).length;
  minutes(4.9);
  expect(await holders()).toBe(1);
  minutes(5);
  expect([await holders(), await me(client)]).toEqual([0, 401]);
});

it('acts that need a recent sign-in close as early; other tenants keep their own', async () => {
  minutes(0);
  const [{ client }, { client: elsewhere }] = [
    await staffIn(harness, GRANTS),
    await staffIn(harness, GRANTS, 'beta'),
  ];
  const block = (of: Client) =>
    of.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: '111.444.777-35', reason: 'Fraude' },
    });
  minutes(3);
  const [refused, allowed] = [await block(client), await block(elsewhere)];
  expect([refused.body.code, allowed.status]).toEqual(['REAUTH_REQUIRED', 201]);
});
