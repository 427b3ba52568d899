import { ROLES, type Role } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { make } from '../../testing/misuse.ts';
import { UNKNOWN_ID } from '../../testing/operations-calls.ts';
import { Authenticator } from '../../testing/passkeys.ts';
import { personAt } from '../../testing/person-at.ts';
import { EVERYTHING } from '../../testing/sample.ts';
import { askedCode, consoleOf, type Grants, staffByCode, staffIn } from '../../testing/staff.ts';
import { accountsOf, enterByProvider, putAccount } from '../../testing/staff-provider.ts';
import { type TeamLine, teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';
import { readConsole, writeConsole } from '../catalogue/console.ts';
import { emit } from '../platform/events.ts';
import { publishToTeam, type TeamMessage } from '../platform/team-events.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';
import { recheckJob } from './provider/recheck.ts';

/** How strongly a member signed in determines what they read, export and decide (spec 25.2.4, check S39). */
const HOST = 'cua.alfa.orbita.test';
/** Roles that are harmless as a whole, and the calls with which the others show what they include. */
const OPEN: Partial<Record<Role, CallKey>> = {
  banca: 'GET /operations/essays',
  entrevistas: 'GET /operations/interviews',
};

let harness: Harness;
let tenantId: number;
const { account, enter, me } = accountsOf(() => harness);
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const reads = (Object.keys(calls) as CallKey[]).filter(
  (key) => key.startsWith('GET /operations/') && callOf(key).auth === 'service',
);
const params = (key: string) =>
  Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID]));
const outcome = async (client: Client, key: CallKey) => {
  const { status, body } = await make(client, key, { params: params(key) });
  const { code = '' } = (body ?? {}) as { code?: string };
  return [401, 403].includes(status) ? code : 'open';
};
const hours = (n: number) => harness.clock.set(new Date(harness.clock.now().getTime() + n * 3_600_000));

async function addPasskey(client: Client) {
  const begun = await client.call('POST /operations/staff/me/passkeys', { body: {} });
  if (begun.status !== 200) return { status: begun.status, code: begun.body.code, key: undefined };
  const { challengeId, options } = begun.body as { challengeId: string; options: { challenge: string } };
  const key = new Authenticator(HOST);
  const made = await client.call('POST /operations/staff/me/passkeys', {
    body: { challengeId, credential: key.create(options.challenge) },
  });
  return { status: made.status, code: made.body.code, key };
}
async function confirm(client: Client, key: Authenticator) {
  const begun = await client.call('POST /operations/staff/passkeys/options');
  const { challengeId, options } = begun.body as { challengeId: string; options: { challenge: string } };
  return client.call('POST /operations/staff/me/reauthentication', {
    body: { passkey: { challengeId, credential: key.get(options.challenge) } },
  });
}
const codesTo = async (email: string, variant: string) => {
  await harness.platform.jobs.run('outbox');
  return (
    await harness.operations.call('GET /operations/simulator/outbox', { query: { to: email } })
  ).body.filter(({ template, text }) => template === 'NE-07' && text.includes(variant)).length;
};
const publish = (message: TeamMessage<'item.decided'>) =>
  harness.platform.db.write(tenantId, async (tx) => publishToTeam(tx, harness.platform, message));
const byCode = async (email: string): Promise<Client> => {
  const client = consoleOf(harness);
  const { challengeId, code } = await askedCode(harness, client, email);
  const entered = await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId },
    body: { code },
  });
  if (entered.status !== 200) throw new Error(JSON.stringify(entered.body));
  return client;
};

describe('S39: a sign-in by e-mail code', () => {
  it('S39 opens the harmless calls of each role, and none of the other reads', async () => {
    for (const [at, role] of ROLES.entries()) {
      // The roles together read everything, and each one what is listed as harmless for it.
      const own = reads.filter((key, n) => EVERYTHING || n % 3 === at % 3 || key === OPEN[role]);
      const { client } = await staffByCode(harness, [{ role }]);
      const strong = (await staffIn(harness, [{ role }])).client;
      const found = new Map<string, string[]>();
      for (const key of own) {
        if ((await outcome(strong, key)) !== 'open') continue;
        const weak = await outcome(client, key);
        found.set(weak, [...(found.get(weak) ?? []), key]);
      }
      expect([...found.keys()].filter((code) => code !== 'open' && code !== 'STRONGER_SIGN_IN')).toEqual([]);
      const open = found.get('open') ?? [];
      const named =
        /subscriptions|persons|documents|payments|privacy|kept|exports|audit|notifications|staff|tokens|webhook|months|money|cancellations|blocks|moves/;
      expect([role, open.filter((key) => named.test(key))]).toEqual([role, []]);
      const harmless = OPEN[role];
      if (harmless) expect(open).toContain(harmless);
    }
  });

  it('S39 opens no view of a candidate, receives no event of an application, exports nothing', async () => {
    const grants: Grants = [{ role: 'atendimento' }, { role: 'financeiro' }];
    const { client, staffId } = await staffByCode(harness, grants);
    const strong = await staffIn(harness, grants);
    const lines = await Promise.all(
      [client, strong.client].map(async (page) => teamLine(harness.url, await ticketFor(page))),
    );
    const [weakLine, strongLine] = lines as [TeamLine, TeamLine];
    await Promise.all(lines.map(({ opened }) => opened));
    /** Publishes an event until both pages have received it: all earlier ones have then arrived, or never will. */
    const bothHeard = async (itemId: number) => {
      const heard = ({ events }: TeamLine) => events.some(({ data }) => data.itemId === itemId);
      await until(
        async () => {
          for (const to of [staffId, strong.staffId])
            await publish({
              type: 'item.decided',
              data: { kind: 'documents', itemId, by: 'x' },
              staffId: to,
            });
          return lines.every(heard);
        },
        (both) => both,
      );
    };
    await bothHeard(1);
    const who = await personAt(harness, 'payment');
    await harness.platform.db.write(tenantId, (tx) =>
      emit(tx, harness.platform, {
        stream: 'business',
        type: 'subscription.steps-changed',
        subscriptionId: who.id,
        data: {},
      }),
    );
    // The same event arrives at a strong session of the same roles.
    await until(
      async () => strongLine.events.map(({ data }) => data.subscriptionId),
      (ids) => ids.includes(who.id),
    );
    await bothHeard(2);
    expect(new Set(weakLine.types())).toEqual(new Set(['item.decided']));
    expect(JSON.stringify(weakLine.events)).not.toContain('subscriptionId');
    for (const line of lines) line.close();
    const view = await client.call('POST /operations/subscriptions/{id}/views', {
      params: { id: UNKNOWN_ID },
      body: {},
    });
    const wish = { list: 'subscriptions', query: {}, format: 'csv', columns: ['number'] } as never;
    const file = await client.call('POST /operations/exports', { body: wish });
    const search = await client.call('POST /operations/search', { body: { q: 'Ana' } });
    expect(
      [view, file, search].map(({ status, body }) => [status, (body as { code?: string }).code]),
    ).toEqual(Array(3).fill([403, 'STRONGER_SIGN_IN']));
  });

  it('S39 tells the page so, with what to do next', async () => {
    const { client } = await staffByCode(harness, [{ role: 'secretaria' }]);
    expect((await me(client)).body).toMatchObject({
      needsStrength: true,
      session: { strength: null, passkey: 'may-make' },
    });
    const banca = (await staffByCode(harness, [{ role: 'banca' }])).client;
    expect((await me(banca)).body.needsStrength).toBe(false);
    const { key } = await addPasskey(client);
    expect(await outcome(client, 'GET /operations/subscriptions')).toBe('REAUTH_REQUIRED');
    expect((await confirm(client, key as Authenticator)).status).toBe(200);
    expect(await outcome(client, 'GET /operations/subscriptions')).toBe('open');
    expect((await me(client)).body.session).toMatchObject({ strength: 'passkey', passkey: 'has' });
  });

  it('S39 can neither create a passkey later nor remove one: a mailbox thief stays outside', async () => {
    const { client, email } = await staffByCode(harness, [{ role: 'secretaria' }]);
    const { key } = await addPasskey(client);
    expect(await codesTo(email, 'Você tem uma nova chave de acesso')).toBe(1);
    hours(0.05);
    const thief = await byCode(email);
    expect(await addPasskey(thief)).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' });
    const [{ id } = { id: 0 }] = (await thief.call('GET /operations/staff/me/passkeys')).body.data;
    const removed = await thief.call('DELETE /operations/staff/me/passkeys/{id}', { params: { id } });
    expect([removed.status, (removed.body as unknown as { code: string }).code]).toEqual([
      403,
      'REAUTH_REQUIRED',
    ]);
    expect((await confirm(client, key as Authenticator)).status).toBe(200);
    // A member who never created one has an hour to do so after their first sign-in.
    const slow = await staffByCode(harness, [{ role: 'secretaria' }]);
    hours(2);
    const again = await byCode(slow.email);
    expect(await addPasskey(again)).toMatchObject({ status: 403, code: 'STRONGER_SIGN_IN' });
    expect((await me(again)).body.session.passkey).toBe('none');
  });

  it('S39 the administration opens the way back, the person is notified, and the old passkey is invalid', async () => {
    const who = await staffByCode(harness, [{ role: 'secretaria' }]);
    const { key } = await addPasskey(who.client);
    const admin = (await staffIn(harness, [{ role: 'administracao' }])).client;
    const reset = await admin.call('DELETE /operations/staff/{staffId}/passkeys', {
      params: { staffId: who.staffId },
    });
    expect([reset.status, reset.body.staffId]).toEqual([200, who.staffId]);
    expect((await me(who.client)).status).toBe(401);
    expect(await codesTo(who.email, 'retirou as suas chaves de acesso')).toBe(1);
    hours(71);
    const client = await byCode(who.email);
    expect((await confirm(client, key as Authenticator)).body.code).toBe('PASSKEY_REFUSED');
    expect((await addPasskey(client)).status).toBe(201);
    const own = await admin.call('DELETE /operations/staff/{staffId}/passkeys', {
      params: { staffId: (await me(admin)).body.staffId ?? 0 },
    });
    expect([401, 403]).toContain(own.status);
  });
});

describe('S39: sign-in by SSO', () => {
  const settings = () => readConsole(harness.platform.db.tenant(tenantId), tenantId);
  const agree = async (change: { strongAcr?: string[]; strongAmr?: string[] }) => {
    const now = await settings();
    if (!now.identityProvider) throw new Error('No provider');
    const identityProvider = { ...now.identityProvider, ...change };
    await harness.platform.db.write(tenantId, (tx) => writeConsole(tx, { ...now, identityProvider }));
    forgetCatalogue(harness.platform);
  };

  it('S39 is strong where its ID token has an agreed value, and weak otherwise', async () => {
    const strong = await enter(await account());
    expect((await me(strong)).body.session).toMatchObject({ method: 'idp', strength: 'provider' });
    expect(await outcome(strong, 'GET /operations/subscriptions')).toBe('open');
    const weak = await enter(await account({ groups: ['sec-cua'], secondStep: false }));
    expect((await me(weak)).body.session).toMatchObject({
      method: 'idp',
      strength: null,
      passkey: 'may-make',
    });
    expect(await outcome(weak, 'GET /operations/subscriptions')).toBe('STRONGER_SIGN_IN');
    // She may confirm with a passkey if the institution's sign-in says no more.
    const { key } = await addPasskey(weak);
    expect((await confirm(weak, key as Authenticator)).status).toBe(200);
    expect(await outcome(weak, 'GET /operations/subscriptions')).toBe('open');
  });

  it('S39 is weak where no values were agreed', async () => {
    await agree({ strongAmr: [] });
    const client = await enter(await account());
    expect((await me(client)).body.session.strength).toBeNull();
    expect(await outcome(client, 'GET /operations/documents')).toBe('STRONGER_SIGN_IN');
    await agree({ strongAmr: ['mfa'] });
  });

  it('S39 loses its strength at the re-check once its values are no longer agreed', async () => {
    const other = await enter(await account());
    const check = async () => {
      await harness.platform.db.tenant(tenantId).many(sql`
        update staff_session set recheck_at = ${harness.clock.now()} where tenant_id = ${tenantId}
          and recheck_at is not null returning id`);
      await recheckJob.run(harness.platform);
    };
    await check();
    expect((await me(other)).body.session.strength).toBe('provider');
    await agree({ strongAmr: ['hwk'] });
    await check();
    expect((await me(other)).body.session.strength).toBeNull();
    await agree({ strongAmr: ['mfa'] });
  });

  it('S39 is judged again by a confirmation there', async () => {
    const sub = await account({ groups: ['sec-cua'], secondStep: false });
    const client = await enter(sub);
    await putAccount(harness, sub, { groups: ['sec-cua'], secondStep: true });
    const { answer } = await enterByProvider(harness, sub, { client, query: '?purpose=reauth' });
    expect(answer.status).toBe(200);
    expect((await me(client)).body.session.strength).toBe('provider');
    await putAccount(harness, sub, { groups: ['sec-cua'], secondStep: false });
    await enterByProvider(harness, sub, { client, query: '?purpose=reauth' });
    expect((await me(client)).body.session.strength).toBeNull();
  });
});
