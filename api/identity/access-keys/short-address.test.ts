import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { issueKey, openLink } from '../../../testing/applicant.ts';
import { type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';

let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line), callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

const DAY = 24 * 3600_000;
const PORTAL = '/orbita/candidate/portal';
const ENDED = `${PORTAL}?link=encerrado`;
let people = 7400;

/** An applicant with a confirmed phone, like anyone imported by the institution. */
async function reader(): Promise<{ id: number; sms: string; key: string }> {
  people += 1;
  const person = inventedPerson(people);
  const { subscriptionId: id, personId, tenantId } = await personAt(harness, 'approved', { person });
  await harness.platform.db.tenant(tenantId).one(sql`
    update person set cell_phone_confirmed_at = ${harness.clock.now()}::timestamptz
    where tenant_id = ${tenantId} and id = ${personId} returning id`);
  await harness.platform.jobs.run('outbox');
  const query = { to: person.cellPhone };
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query });
  const sms = body.find(({ template }) => template === 'N-05')?.text ?? '';
  return { id, sms, key: /\/k\/([\w-]+)$/.exec(sms)?.[1] ?? '' };
}
const follow = async (key: string, host?: string) => {
  const { status, headers } = await harness.visitor(host).send('GET', `/k/${key}`);
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    302,
    'no-store',
    'no-referrer',
  ]);
  return headers.get('location');
};
const revoke = async (id: number) =>
  harness.operations.call('DELETE /operations/subscriptions/{id}/access-keys', { params: { id } });

it('a text message contains its full text and opens the application by a short address', async () => {
  const { id, sms, key } = await reader();
  expect(sms).toMatch(
    new RegExp(
      `^Sua inscricao n\\. ${id} em Administracao chegou\\. Continue por aqui: http://localhost:\\d+/k/`,
    ),
  );
  expect(sms.length).toBeLessThanOrEqual(160);
  expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  const place = await follow(key);
  expect(place).toBe(`/orbita/candidate/subscriptions/essays/${id}?accesskey=${key}`);
  const { body } = await openLink(harness.visitor(), id, key);
  expect(body).toMatchObject({ isValid: true, subscriptionId: id });
  expect(await follow(key), 'an older message keeps working').toBe(place);
  expect(lines.join('\n')).toContain('access key used');
  expect(lines.join('\n')).not.toContain(key);
});

it('leads to the portal, with an explanation, when the key is unknown, of another tenant, expired or revoked', async () => {
  const { id, key } = await reader();
  expect(await follow('x'.repeat(22))).toBe(ENDED);
  expect((await harness.visitor().send('GET', '/k/%2F..%2F..')).status).toBe(400);
  expect(await follow(key, 'beta.orbita.test')).toBe(ENDED);
  harness.clock.set(new Date(new Date(T0).getTime() + 29 * DAY));
  expect(await follow(key)).toContain('accesskey=');
  harness.clock.set(new Date(new Date(T0).getTime() + 30 * DAY));
  expect(await follow(key)).toBe(ENDED);
  harness.clock.set(new Date(T0));
  await revoke(id);
  expect(await follow(key)).toBe(ENDED);
  expect((await openLink(harness.visitor(), id, key)).body.isValid).toBe(false);
});

it('also accepts keys of long addresses, and its wrong keys count in the same rate limit', async () => {
  const { id } = await reader();
  const { key } = await issueKey(harness, id);
  expect(await follow(key)).toContain(`?accesskey=${key}`);
  for (let n = 0; n < 20; n += 1) await follow(`wrong${n}`);
  expect(await follow(key)).toBe(PORTAL);
  expect((await openLink(harness.visitor(), id, key)).status).toBe(429);
});
