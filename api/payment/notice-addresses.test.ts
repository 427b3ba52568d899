import { sandboxAccount } from '@orbita/sandbox/environment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../testing/client.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { mask } from '../platform/mask.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { noticeAddress } from './notice-addresses.ts';

const HOUR_MS = 3600_000;
const PROVIDERS = ['pix', 'inter', 'cielo', 'pagarme'] as const;
type Provider = (typeof PROVIDERS)[number];

let harness: Harness;
let alfa: number;
const logged: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 100_000, writeLog: (line) => logged.push(line) });
  alfa = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const rotate = async (provider: Provider, overlapHours = 72, client: Client = harness.operations) =>
  client.call('POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation', {
    params: { alias: 'alfa', provider },
    body: { overlapHours },
  });
const listed = async (provider: Provider) => {
  const { body } = await harness.operations.call('GET /operations/tenants/{alias}/notice-addresses', {
    params: { alias: 'alfa' },
  });
  return body.data.find((one) => one.provider === provider);
};
const notifyAt = async (address: string, provider?: Provider): Promise<number> => {
  const { pathname } = new URL(address);
  const path = provider ? pathname.replace(/payments\/\w+\//, `payments/${provider}/`) : pathname;
  const { status } = await fetch(`${harness.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return status;
};
const later = (ms: number) => harness.clock.set(new Date(harness.clock.now().getTime() + ms));

describe('the address at which a provider reports payments', () => {
  it('S43: has its own secret, which is valid for no other provider or tenant', async () => {
    const made = new Map<Provider, string>();
    for (const provider of PROVIDERS) made.set(provider, (await rotate(provider)).body.address);
    expect(new Set([...made.values()].map((address) => address.split('/').at(-1))).size).toBe(4);
    for (const [own, address] of made) {
      expect(await notifyAt(`${address}0`)).toBe(401);
      expect(await notifyAt(address.replace('/alfa/', '/beta/'))).toBe(401);
      for (const provider of PROVIDERS)
        expect([own, provider, await notifyAt(address, provider)]).toEqual([
          own,
          provider,
          own === provider ? 200 : 401,
        ]);
    }
  });

  it('S43: accepts both secrets for the stated hours after a rotation; the list says when the old one was last used', async () => {
    const first = (await rotate('cielo')).body.address;
    const { status, body } = await rotate('cielo', 2);
    const until = '2026-01-12T12:00:00-03:00';
    expect([status, body.enteredBy, body.formerUntil !== null]).toEqual([200, 'institution', true]);
    expect(await notifyAt(first)).toBe(200);
    const secrets = (await listed('cielo'))?.secrets ?? [];
    const [current, former] = secrets.filter(({ endsAt }) => endsAt === null || endsAt === until);
    expect([current?.endsAt, current?.lastUsedAt]).toEqual([null, null]);
    expect([former?.endsAt, former?.lastUsedAt]).toEqual([until, '2026-01-12T10:00:00-03:00']);
    expect(await notifyAt(body.address)).toBe(200);
    later(2 * HOUR_MS - 1000);
    expect([await notifyAt(first), await notifyAt(body.address)]).toEqual([200, 200]);
    later(2000);
    expect([await notifyAt(first), await notifyAt(body.address)]).toEqual([401, 200]);
    const now = (await rotate('cielo', 0)).body;
    expect([await notifyAt(body.address), await notifyAt(now.address)]).toEqual([401, 200]);
  });

  it('S43: is stored as a hash, sealed where we register it, and is in no list, log or audit', async () => {
    const made = await Promise.all(PROVIDERS.map(async (provider) => (await rotate(provider)).body));
    const rows = await harness.platform.db.tenant(alfa).many<{ provider: string; sealed: string | null }>(sql`
      select provider, secret_hash, sealed from notice_secret where tenant_id = ${alfa} and ends_at is null`);
    expect(
      rows
        .filter(({ sealed }) => sealed !== null)
        .map(({ provider }) => provider)
        .sort(),
    ).toEqual(['inter', 'pix']);
    for (const { address } of made) {
      expect(await notifyAt(address)).toBe(200);
      expect(await notifyAt(`${address}/../x`)).not.toBe(200);
    }
    const list = await harness.operations.call('GET /operations/tenants/{alias}/notice-addresses', {
      params: { alias: 'alfa' },
    });
    const audit = await harness.operationsOf('alfa').call('GET /operations/audit', { query: {} });
    const entry = audit.body.data.find(({ action }: { action: string }) => action.includes('rotation'));
    expect(entry?.action).toBe('POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation');
    expect(logged.length).toBeGreaterThan(0);
    for (const { address } of made) expect(mask(`no answer from ${address}/pix`)).toMatch(/\/\[key\]\/pix$/);
    const said = JSON.stringify([rows, list.body, audit.body, logged]);
    for (const { address } of made) expect(said).not.toContain(address.split('/').at(-1));
  });

  it('S43: needs the settle scope: reading or refunding is not enough, nor a token of one institution', async () => {
    const token = async (scopes: string[], institutions: string[] | null = null) => {
      const made = await harness.operations.call('POST /operations/tokens', {
        body: {
          ...{ name: 'x', tenant: 'alfa', institutions, expiresAt: '2027-01-12T10:00:00-03:00' },
          scopes: scopes as never,
        },
      });
      const client = new Client(harness.url, 'operations.test');
      client.headers = { authorization: `Bearer ${made.body.token}`, 'x-tenant-alias': 'alfa' };
      return client;
    };
    for (const scopes of [['payments.read'], ['payments.refund'], ['webhooks'], ['catalogue']])
      expect((await rotate('pix', 72, await token(scopes))).status).toBe(403);
    expect((await rotate('pix', 72, await token(['payments.settle'], ['CUA01']))).status).toBe(403);
    expect((await rotate('pix', 72, await token(['payments.settle']))).status).toBe(200);
    expect((await rotate('pix', 721)).status).toBe(422);
    expect((await rotate('pix', -1)).status).toBe(422);
    expect((await rotate('card' as Provider)).status).toBe(404);
  });
});

describe('a bank where we register the address ourselves', () => {
  /** The address to which the institution's bank reports the Pix of its key, according to the bank. */
  const registered = async () => {
    const on = harness.platform.db.tenant(alfa);
    const row = await on.one<{ key: string }>(sql`
      select payment->>'pixKey' as key from institution where tenant_id = ${alfa} and code = 'CUA01'`);
    const bank = `${harness.sandbox.url}/psp`;
    const basic = Buffer.from(`${sandboxAccount('alfa-CUA01')}:sandbox-secret`).toString('base64');
    const given = await fetch(`${bank}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await given.json()) as { access_token: string };
    const answer = await fetch(`${bank}/webhook/${encodeURIComponent(row?.key ?? '')}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { webhookUrl?: string }).webhookUrl;
  };

  it('S43: gets a new one by the job, and charges use the new one too', async () => {
    const before = await noticeAddress(harness.platform, alfa, 'pix');
    const { body } = await rotate('pix', 24);
    expect(await noticeAddress(harness.platform, alfa, 'pix')).toBe(body.address);
    expect(body.address).not.toBe(before);
    const waiting = () =>
      harness.platform.db.tenant(alfa).many(sql`
        select id from notice_secret where tenant_id = ${alfa} and provider = 'pix' and to_register`);
    expect(await waiting()).toHaveLength(1);
    await harness.platform.jobs.run('notice-address');
    expect(await waiting()).toEqual([]);
    expect(await registered()).toBe(body.address);
  });
});

describe('the former secret shared by all providers of a tenant', () => {
  it('S43: is valid for each of them until that one gets its own, and then expires like any other', async () => {
    const beta = await tenantIdOf(harness, 'beta');
    const on = harness.platform.db.tenant(beta);
    const shared = 'a'.repeat(64);
    for (const provider of PROVIDERS)
      await on.one(sql`
        insert into notice_secret (tenant_id, provider, secret_hash)
        values (${beta}, ${provider}::text, ${secretHash(shared)}) returning id`);
    const at = (provider: Provider) =>
      notifyAt(`${harness.url}/orbita/api/operations/webhooks/payments/${provider}/beta/${shared}`);
    const all = () => Promise.all(PROVIDERS.map(at));
    expect(await all()).toEqual([200, 200, 200, 200]);
    const own = await noticeAddress(harness.platform, beta, 'pix');
    expect([await notifyAt(own), await at('pix')]).toEqual([200, 200]);
    await harness.operations.call('POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation', {
      params: { alias: 'beta', provider: 'cielo' },
      body: { overlapHours: 1 },
    });
    later(HOUR_MS + 1000);
    expect(await all()).toEqual([200, 200, 401, 200]);
    later(720 * HOUR_MS);
    expect(await all()).toEqual([401, 200, 401, 200]);
  });
});
