import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { tenantIdOf } from './full-person.ts';
import type { Client, Harness } from './harness.ts';
import { until } from './until.ts';

export type Grants = Body<'POST /operations/staff/invites'>['grants'];
const HOSTS = { alfa: 'cua.alfa.orbita.test', beta: 'beta.orbita.test' } as const;
type Tenant = keyof typeof HOSTS;

let crowd = 0;

/** Headers that the console's page sends with every call, so that no page of another site can pass for it (spec 25.2.3). */
export const fromConsole = (host: string) => ({ origin: `http://${host}`, 'x-orbita-equipe': '1' });

/** A browser at the console of a tenant, which sends the console's own headers. */
export function consoleOf(harness: Harness, tenant: Tenant = 'alfa'): Client {
  const host = HOSTS[tenant];
  const client = harness.visitor(host);
  // The limits count per address; each browser has its own.
  crowd += 1;
  client.headers = {
    ...fromConsole(host),
    'x-forwarded-for': `10.${crowd >> 8}.${crowd & 255}.9`,
  };
  return client;
}

/** The last code sent to an e-mail. */
export async function staffCode(harness: Harness, email: string): Promise<string> {
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  const newest = body.find(({ template }) => template === 'NE-02');
  return /\d{6}/.exec(newest?.text ?? '')?.[0] ?? '';
}

/** Requests a code for an e-mail and returns the challenge with the code, which is sent after the answer. */
export async function askedCode(harness: Harness, client: Client, email: string) {
  const codeSent = async () =>
    (await harness.operations.call('GET /operations/simulator/outbox', { query: { to: email } })).body.filter(
      ({ template }) => template === 'NE-02',
    ).length;
  const before = await codeSent();
  const { status, body } = await client.call('POST /operations/staff/code/challenges', { body: { email } });
  if (status !== 202) throw new Error(JSON.stringify(body));
  await until(codeSent, (now) => now > before);
  return { challengeId: body.challengeId, code: await staffCode(harness, email) };
}

/** An invite for a new person, as created by the command line, and the secret of its address. */
export async function newInvite(harness: Harness, grants: Grants, tenant: Tenant = 'alfa') {
  const email = `equipe${++crowd}@equipe.test`;
  const { body } = await harness.operationsOf(tenant).call('POST /operations/staff/invites', {
    body: { name: 'Pessoa da Equipe', email, grants },
  });
  return { email, staffId: body.staffId, invite: body.url?.split('#')[1] ?? '' };
}

/** The same with a name, recently signed in as with a passkey, so that no act asks for more. */
export async function strongStaff(harness: Harness, name: string, grants: Grants, tenant: Tenant = 'alfa') {
  const who = await staffIn(harness, grants, tenant);
  const tenantId = await tenantIdOf(harness, tenant);
  const on = harness.platform.db.tenant(tenantId);
  await on.one(sql`
    update staff set name = ${name}::text where tenant_id = ${tenantId} and id = ${who.staffId} returning id`);
  await on.many(sql`
    update staff_session set method = 'passkey', reauth_at = ends_at + interval '30 days', ends_at = ends_at + interval '30 days',
      last_input_at = last_input_at + interval '30 days'
    where tenant_id = ${tenantId} and staff_id = ${who.staffId} returning id`);
  return { ...who, name, tenantId };
}

/**
 * A member of the team who is signed in, in a session that counts as strong: everything in their roles is open to them. No real
 * passkey is used, because its ceremony has its own tests.
 */
export async function staffIn(harness: Harness, grants: Grants, tenant: Tenant = 'alfa') {
  const who = await staffByCode(harness, grants, tenant);
  await makeStrong(harness, who.staffId, tenant);
  return who;
}

/** Makes a person's sessions look as if a passkey had created them. */
export async function makeStrong(harness: Harness, staffId: number, tenant = 'alfa'): Promise<void> {
  const tenantId = await tenantIdOf(harness, tenant);
  await harness.platform.db.tenant(tenantId).many(sql`
    update staff_session set strength = 'passkey' where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`);
}

/** A member of the team who accepted an invite with an e-mailed code, and has proved nothing else. */
export async function staffByCode(harness: Harness, grants: Grants, tenant: Tenant = 'alfa') {
  const { email, staffId, invite } = await newInvite(harness, grants, tenant);
  const client = consoleOf(harness, tenant);
  const sent = await client.call('POST /operations/staff/invites/acceptance', {
    body: { invite, method: 'code' },
  });
  if (!('resendIn' in sent.body)) throw new Error(JSON.stringify(sent.body));
  const entered = await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId: sent.body.challengeId },
    body: { code: await staffCode(harness, email) },
  });
  if (entered.status !== 200) throw new Error(JSON.stringify([sent.body, entered.body]));
  return { client, email, staffId, invite, me: entered.body };
}
