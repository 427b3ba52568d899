import { randomBytes } from 'node:crypto';
import { secretHash } from '@orbita/api/platform/secret-hash';
import { ROLES } from '@orbita/domain/staff';
import type { Client, Harness } from '@orbita/testing/harness';
import { Authenticator } from '@orbita/testing/passkeys';
import { fromConsole, type Grants, newInvite, staffCode, strongStaff } from '@orbita/testing/staff';
import { logoutTokenOf, putAccount, startThere } from '@orbita/testing/staff-provider';
import sql from 'sql-template-tag';
import type { Header } from './headers.ts';
import type { Example } from './plans.ts';

type Tenant = 'alfa' | 'beta';
export const CONSOLES: Readonly<Record<Tenant, string>> = {
  alfa: 'equipe.alfa.orbita.test',
  beta: 'equipe.beta.orbita.test',
};
/** Calls that end their own session are frequent: one caller uses up this many sessions of each of two people. */
const SESSIONS = 20;
const SUB = 'conta-fuzz';
const COOKIE = 'orbita-equipe';

/** A team member: spare sessions for when one ended, and requests about their own data. */
type Member = {
  name: string;
  tenant: Tenant;
  sessions: Header[][];
  examples: Record<string, Example>;
};
export type Team = {
  members: Member[];
  /** A valid one-time example for each sign-in method. */
  waysIn: Record<string, Example>;
  /** What a browser keeps after it was redirected to the institution's own sign-in. */
  wayBack: Header[];
};

const MEMBERS: readonly { name: string; tenant: Tenant; grants: Grants }[] = [
  { name: 'all roles', tenant: 'alfa', grants: ROLES.map((role) => ({ role })) },
  { name: 'administrator', tenant: 'alfa', grants: [{ role: 'administracao' }] },
  { name: 'grader', tenant: 'alfa', grants: [{ role: 'banca' }] },
  { name: 'secretary', tenant: 'alfa', grants: [{ role: 'secretaria', institutions: ['CUA01'] }] },
  { name: 'all roles of beta', tenant: 'beta', grants: ROLES.map((role) => ({ role })) },
];

/** Headers of a tenant's console page, before or after sign-in. */
export const atConsole = (tenant: Tenant, secret?: string): Header[] => [
  ...Object.entries(fromConsole(CONSOLES[tenant])),
  ...(secret === undefined ? [] : [['cookie', `${COOKIE}=${secret}`] as const]),
];

function browserAt(harness: Harness, tenant: Tenant, secret?: string): Client {
  const client = harness.visitor(CONSOLES[tenant]);
  client.headers = fromConsole(CONSOLES[tenant]);
  if (secret !== undefined) client.cookies.set(COOKIE, secret);
  return client;
}

/** Signs one person in many times, as if recently with a passkey, so that no action requires more. */
async function sessionsOf(harness: Harness, { name, tenant, grants }: (typeof MEMBERS)[number]) {
  const { staffId, tenantId } = await strongStaff(harness, name, grants, tenant);
  const secrets = Array.from({ length: SESSIONS }, () => randomBytes(32).toString('base64url'));
  const rows = await harness.platform.db.tenant(tenantId).many<{ id: number; hash: string }>(sql`
    insert into staff_session (tenant_id, staff_id, hash, method, started_at, last_input_at, ends_at, reauth_at, place, strength)
    select tenant_id, staff_id, h.hash, method, started_at, last_input_at, ends_at, reauth_at, place, strength
    from staff_session cross join unnest(${secrets.map(secretHash)}::text[]) as h (hash)
    where tenant_id = ${tenantId} and staff_id = ${staffId} returning id, hash`);
  const idOf = new Map(rows.map(({ id, hash }) => [hash, id]));
  return secrets.map((secret) => ({ secret, id: idOf.get(secretHash(secret)) ?? 0 }));
}

/** Registers a passkey for the person with this session; returns it with its id. */
async function passkeyOf(harness: Harness, tenant: Tenant, secret: string | undefined) {
  const client = browserAt(harness, tenant, secret);
  const key = new Authenticator(CONSOLES[tenant]);
  const begun = await client.call('POST /operations/staff/me/passkeys', { body: {} });
  const { challengeId, options } = begun.body as { challengeId: string; options: { challenge: string } };
  const kept = await client.call('POST /operations/staff/me/passkeys', {
    body: { challengeId, credential: key.create(options.challenge) },
  });
  return { key, id: (kept.body as { id: number }).id };
}

async function memberOf(harness: Harness, given: (typeof MEMBERS)[number]): Promise<Member> {
  const [first, second] = [await sessionsOf(harness, given), await sessionsOf(harness, given)];
  const sessions = first.flatMap((one, n) => [one, second[n] ?? one]);
  const { id: passkeyId } = await passkeyOf(harness, given.tenant, first[0]?.secret);
  return {
    name: given.name,
    tenant: given.tenant,
    sessions: sessions.map(({ secret }) => atConsole(given.tenant, secret)),
    examples: {
      'DELETE /operations/staff/me/passkeys/{id}': { params: { id: passkeyId } },
      'DELETE /operations/staff/me/sessions/{id}': { params: { id: first.at(-1)?.id } },
      'PUT /operations/staff/me/preferences': { body: {} },
      'POST /operations/staff/me/passkeys': { body: {} },
      'POST /operations/staff/me/reauthentication': {
        body: { challengeId: '00000000-0000-4000-8000-000000000000', code: '123456' },
      },
    },
  };
}

/** The code with which somebody accepts an invite. */
async function codeOf(harness: Harness): Promise<{ challengeId: string; code: string }> {
  const { email, invite } = await newInvite(harness, [{ role: 'banca' }]);
  const { body } = await browserAt(harness, 'alfa').call('POST /operations/staff/invites/acceptance', {
    body: { invite, method: 'code' },
  });
  return {
    challengeId: (body as { challengeId: string }).challengeId,
    code: await staffCode(harness, email),
  };
}

/** One valid request for each sign-in method: an invite, a code, a passkey, and the institution's own sign-in. */
async function waysInOf(harness: Harness): Promise<Pick<Team, 'waysIn' | 'wayBack'>> {
  const { invite } = await newInvite(harness, [{ role: 'banca' }]);
  const who = await strongStaff(harness, 'Pessoa que entra', [{ role: 'banca' }]);
  const { key } = await passkeyOf(harness, 'alfa', who.client.cookies.get(COOKIE));
  const { challengeId, code } = await codeOf(harness);
  const shown = (await browserAt(harness, 'alfa').call('POST /operations/staff/passkeys/options')).body;
  const { challenge } = shown.options as { challenge: string };
  await putAccount(harness, SUB, { groups: ['sec-cua'] });
  const leaving = browserAt(harness, 'alfa');
  const away = await startThere(leaving);
  const state = new URL(away.headers.get('location') ?? '').searchParams.get('state');
  const logout = { logout_token: await logoutTokenOf(harness, SUB) };
  return {
    waysIn: {
      'POST /operations/staff/code/challenges': { body: { email: who.email } },
      'POST /operations/staff/code/challenges/{challengeId}/verify': {
        params: { challengeId },
        body: { code },
      },
      'POST /operations/staff/invites/inspection': { body: { invite } },
      'POST /operations/staff/invites/acceptance': { body: { invite, method: 'code' } },
      'POST /operations/staff/passkeys/sign-in': {
        body: { challengeId: shown.challengeId, credential: key.get(challenge) },
      },
      'GET /operations/staff/oidc/callback': { query: { state } },
      'POST /operations/staff/oidc/back-channel-logout': { body: logout },
    },
    wayBack: [['cookie', [...leaving.cookies].map(([name, value]) => `${name}=${value}`).join('; ')]],
  };
}

/** Team members at the consoles of two tenants, and what lets others sign in. */
export async function teamOf(harness: Harness): Promise<Team> {
  const members: Member[] = [];
  for (const given of MEMBERS) members.push(await memberOf(harness, given));
  return { members, ...(await waysInOf(harness)) };
}
