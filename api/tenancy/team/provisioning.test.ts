import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { BOOTSTRAP_TOKEN, type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { readFolder } from '../../catalogue/folder.ts';

let harness: Harness;
const IN_A_YEAR = '2027-01-12T10:00:00-03:00';

/** Operations client with its own service token. */
const holder = (token: string, headers: Record<string, string> = {}): Client => {
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${token}`, ...headers };
  return client;
};
const issue = async (body: {
  scopes: string[];
  tenant?: string;
  institutions?: string[];
  expiresAt?: string;
}) => {
  const answer = await harness.operations.call('POST /operations/tokens', {
    body: { name: 'Sistema acadêmico', tenant: 'alfa', expiresAt: IN_A_YEAR, ...body } as never,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('tenants', () => {
  it('are created once, with hosts no other tenant has', async () => {
    const body = { alias: 'gama', name: 'Grupo Gama', hosts: ['gama.orbita.test', 'Inscricao.Gama.test'] };
    const made = await harness.operations.call('POST /operations/tenants', { body });
    expect([made.status, made.body.hosts]).toEqual([201, ['gama.orbita.test', 'inscricao.gama.test']]);
    const again = await harness.operations.call('POST /operations/tenants', { body });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    const taken = { alias: 'delta', name: 'Delta', hosts: ['cua.alfa.orbita.test'] };
    expect((await harness.operations.call('POST /operations/tenants', { body: taken })).status).toBe(409);
    const unmade = await harness.operations.call('GET /operations/tenants/{alias}', {
      params: { alias: 'delta' },
    });
    expect(unmade.status).toBe(404);
    const shown = await harness.operations.call('GET /operations/tenants/{alias}', {
      params: { alias: 'gama' },
    });
    expect(shown.body).toEqual(made.body);
  });

  it('are created completely or not at all, when several request one host at the same moment', async () => {
    const wishes = ['um', 'dois', 'tres', 'quatro', 'cinco'].map((alias) => ({
      alias: `corrida-${alias}`,
      name: 'Grupo Corrida',
      hosts: [`${alias}.corrida.test`, 'disputado.corrida.test'],
    }));
    const answers = await Promise.all(
      wishes.map((body) => harness.operations.call('POST /operations/tenants', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    for (const [at, { status, body }] of answers.entries()) {
      const shown = await harness.operations.call('GET /operations/tenants/{alias}', {
        params: { alias: wishes[at]?.alias ?? '' },
      });
      expect(shown.status).toBe(status === 201 ? 200 : 404);
      if (status === 409) expect(body).toMatchObject({ code: 'DUPLICATE', errors: [{ field: 'hosts' }] });
    }
  });

  it('are created once for one alias that several request at the same moment', async () => {
    const wishes = ['um', 'dois', 'tres'].map((host) => ({
      ...{ alias: 'disputada', name: 'Grupo Disputado', hosts: [`${host}.disputada.test`] },
    }));
    const answers = await Promise.all(
      wishes.map((body) => harness.operations.call('POST /operations/tenants', { body })),
    );
    const outcomes = answers.map(({ status, body }) => `${status} ${body.errors?.[0]?.field ?? ''}`.trim());
    expect(outcomes.sort()).toEqual(['201', '409 alias', '409 alias']);
  });

  it('are created once for one key, also by two simultaneous calls', async () => {
    const create = (name: string) =>
      harness.operations.call('POST /operations/tenants', {
        body: { alias: 'repetida', name, hosts: ['repetida.test'] },
        headers: { 'idempotency-key': 'uma vez' },
      });
    const answers = await Promise.all([create('Repetida'), create('Repetida'), create('Repetida')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await create('Outra')).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('are refused when malformed', async () => {
    const body = { alias: 'Gama Ltda', name: '', hosts: [] };
    const answer = await harness.operations.call('POST /operations/tenants', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map(({ field }) => field)).toEqual(['alias', 'name', 'hosts']);
    expect(
      (await harness.operations.send('POST', '/orbita/api/operations/tenants', { raw: '{"alias":' })).status,
    ).toBe(400);
  });
});

describe('the bootstrap token', () => {
  it('creates tenants and tokens, and may do nothing else', async () => {
    const named = holder(BOOTSTRAP_TOKEN, { 'x-tenant-alias': 'alfa' });
    const made = await holder(BOOTSTRAP_TOKEN).call('POST /operations/tenants/catalogue', {
      body: readFolder(join(import.meta.dirname, '../../../catalogue/exemplo')),
    });
    expect([made.status, made.body.tenant.hosts]).toEqual([201, ['nova.localhost']]);
    const body = { name: 'x', tenant: 'nova', scopes: ['catalogue' as const], expiresAt: IN_A_YEAR };
    const token = await named.call('POST /operations/tokens', { body });
    expect(token.status).toBe(201);
    expect((await holder(token.body.token).call('GET /operations/catalogue/export')).status).toBe(200);
    for (const key of ['GET /operations/subscriptions', 'GET /operations/catalogue/export'] as const)
      expect((await named.call(key)).status).toBe(403);
    // The call was made for alfa; nova's audit log records it, too.
    const outcomes = await harness.operationsOf('nova').call('GET /operations/audit', {
      query: { subject: '/orbita/api/operations/tokens' },
    });
    expect(outcomes.body.data).toMatchObject([
      { token: 'bootstrap', action: 'POST /operations/tokens', status: 201 },
    ]);
    const lost = holder(BOOTSTRAP_TOKEN, { 'x-tenant-alias': 'nobody' });
    expect((await lost.call('POST /operations/tokens', { body })).status).toBe(403);
  });
});

describe('service tokens', () => {
  it('are shown once and stored as a hash', async () => {
    const { token, id } = await issue({ scopes: ['subscriptions'] });
    expect(token).toMatch(/^svc_[\w-]{43}$/);
    const tenant = await harness.platform.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = 'alfa'`,
    );
    const row = await harness.platform.db
      .tenant(tenant?.id ?? 0)
      .one(sql`select * from service_token where id = ${id}`);
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await holder(token).call('GET /operations/subscriptions')).status).toBe(200);
  });

  it('work only within their scopes, tenant and lifetime', async () => {
    const { token, id } = await issue({ scopes: ['subscriptions'], expiresAt: '2026-01-12T11:00:00-03:00' });
    expect((await holder(token).call('GET /operations/essays')).status).toBe(403);
    expect((await holder(token).call('POST /operations/tokens', { body: {} as never })).status).toBe(403);
    expect((await holder(token).call('GET /operations/simulator/clock')).status).toBe(403);
    expect(
      (await holder(token, { 'x-tenant-alias': 'alfa' }).call('GET /operations/subscriptions')).status,
    ).toBe(200);
    expect(
      (await holder(token, { 'x-tenant-alias': 'beta' }).call('GET /operations/subscriptions')).status,
    ).toBe(403);
    harness.clock.set(new Date('2026-01-12T11:00:00-03:00'));
    expect((await holder(token).call('GET /operations/subscriptions')).status).toBe(401);
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
    expect((await holder(token).call('GET /operations/subscriptions')).status).toBe(200);
    const revoked = await harness.operations.call('DELETE /operations/tokens/{id}', { params: { id } });
    expect(revoked.status).toBe(204);
    expect((await holder(token).call('GET /operations/subscriptions')).status).toBe(401);
    expect(
      (await harness.operations.call('DELETE /operations/tokens/{id}', { params: { id: 999_999 } })).status,
    ).toBe(404);
  });

  it('cannot call the candidate API, and candidates cannot call this one', async () => {
    const { token } = await issue({ scopes: ['subscriptions'] });
    const visitor = harness.visitor();
    visitor.token = token;
    expect((await visitor.call('GET /candidate/users/check/')).status).toBe(401);
    expect((await holder('eyJhbGciOiJIUzI1NiJ9.e30.x').call('GET /operations/subscriptions')).status).toBe(
      401,
    );
    expect((await harness.visitor().call('GET /operations/subscriptions')).status).toBe(401);
  });

  it('of a tenant manage that tenant only', async () => {
    const { token } = await issue({ scopes: ['platform', 'catalogue'] });
    const alfa = holder(token);
    const theirs = await issue({ scopes: ['catalogue'], tenant: 'beta' });
    const mint = { name: 'x', scopes: ['catalogue' as const], expiresAt: IN_A_YEAR };
    const yaml = readFileSync(join(import.meta.dirname, '../../../catalogue/exemplo/nova.yaml'), 'utf8');
    await withoutTrace(harness, async () => {
      const made = [
        await alfa.call('POST /operations/tokens', { body: { ...mint, tenant: 'beta' } }),
        await alfa.call('POST /operations/tokens', { body: { ...mint, tenant: 'nobody' } }),
        await alfa.call('POST /operations/tenants', {
          body: { alias: 'filha', name: 'Filha', hosts: ['filha.test'] },
        }),
        await alfa.call('POST /operations/tenants/catalogue', {
          body: { yaml: yaml.replaceAll('nova', 'filha') },
        }),
      ];
      for (const { status, body } of made) expect([status, body.code]).toEqual([403, 'TENANT_MISMATCH']);
      const shown = await alfa.call('GET /operations/tenants/{alias}', { params: { alias: 'beta' } });
      const revoked = await alfa.call('DELETE /operations/tokens/{id}', { params: { id: theirs.id } });
      expect([shown.status, revoked.status]).toEqual([404, 404]);
    });
    expect((await holder(theirs.token).call('GET /operations/catalogue/export')).status).toBe(200);
    const own = await alfa.call('POST /operations/tokens', { body: { ...mint, tenant: 'alfa' } });
    expect(own.status).toBe(201);
    const alias = 'alfa';
    expect((await alfa.call('GET /operations/tenants/{alias}', { params: { alias } })).status).toBe(200);
    const ended = await alfa.call('DELETE /operations/tokens/{id}', { params: { id: own.body.id } });
    expect(ended.status).toBe(204);
  });

  it('are listed for their tenant, so that a leaked one can be found and revoked', async () => {
    const leaked = await issue({ scopes: ['platform'] });
    const theirs = await issue({ scopes: ['essays'], tenant: 'beta' });
    const list = async (query: { state?: string; pageSize?: number } = {}, from = harness.operations) => {
      const { body } = await from.call('GET /operations/tokens', { query: { pageSize: 100, ...query } });
      return body.data;
    };
    expect((await list()).find(({ id }) => id === leaked.id)).toMatchObject({ lastUsedAt: null });
    const seen = await list({}, holder(leaked.token));
    expect(seen.map(({ id }) => id)).toContain(leaked.id);
    expect(seen.map(({ id }) => id)).not.toContain(theirs.id);
    expect(JSON.stringify(seen)).not.toContain(leaked.token);
    const known = (await list({ state: 'active' })).find(({ id }) => id === leaked.id);
    expect(known).toEqual({
      id: leaked.id,
      parentId: null,
      name: 'Sistema acadêmico',
      scopes: ['platform'],
      institutions: null,
      state: 'active',
      createdAt: T0,
      expiresAt: IN_A_YEAR,
      revokedAt: null,
      lastUsedAt: T0,
    });
    await harness.operations.call('DELETE /operations/tokens/{id}', { params: { id: leaked.id } });
    expect((await list({ state: 'active' })).map(({ id }) => id)).not.toContain(leaked.id);
    expect((await list({ state: 'revoked' }))[0]).toMatchObject({ id: leaked.id, revokedAt: T0 });
    harness.clock.set(new Date('2027-02-01T10:00:00-03:00'));
    expect((await list({ state: 'active' })).length).toBe(0);
    expect((await list({ state: 'expired' })).map(({ state }) => state)).toContain('expired');
    harness.clock.set(new Date(T0));
    const nameless = holder(BOOTSTRAP_TOKEN);
    expect((await nameless.call('GET /operations/tokens')).body.code).toBe('TENANT_REQUIRED');
    const ofBeta = await list({}, holder(BOOTSTRAP_TOKEN, { 'x-tenant-alias': 'beta' }));
    expect(ofBeta.map(({ id }) => id)).toContain(theirs.id);
    expect(ofBeta.map(({ id }) => id)).not.toContain(leaked.id);
  });

  it('accept the tenant in either header, and both must agree', async () => {
    const { token } = await issue({ scopes: ['subscriptions'] });
    const idOf = async (alias: string) =>
      (await harness.operations.call('GET /operations/tenants/{alias}', { params: { alias } })).body.id;
    const call = async (headers: Record<string, string>, from = token) => {
      const { status, body } = await holder(from, headers).call('GET /operations/subscriptions');
      return [status, body.code];
    };
    const [alfa, beta] = [await idOf('alfa'), await idOf('beta')];
    const mismatch = [403, 'TENANT_MISMATCH'];
    expect(await call({ 'x-tenant-id': alfa })).toEqual([200, undefined]);
    expect(await call({ 'x-tenant-id': beta })).toEqual(mismatch);
    expect(await call({ 'x-tenant-alias': 'alfa', 'x-tenant-id': beta })).toEqual(mismatch);
    const all = harness.platform.config.developmentToken ?? '';
    expect(await call({ 'x-tenant-alias': 'alfa', 'x-tenant-id': beta }, all)).toEqual(mismatch);
    expect(await call({ 'x-tenant-alias': 'beta', 'x-tenant-id': beta }, all)).toEqual([200, undefined]);
  });

  it('are refused for what does not exist', async () => {
    const given = { name: 'x', tenant: 'alfa', scopes: ['essays'], expiresAt: IN_A_YEAR };
    const call = (body: object) =>
      harness.operations.call('POST /operations/tokens', { body: { ...given, ...body } as never });
    expect((await call({ tenant: 'nobody' })).status).toBe(404);
    expect((await call({ scopes: ['everything'] })).status).toBe(422);
    expect((await call({ scopes: [] })).status).toBe(422);
    // An empty list does not mean all institutions.
    expect((await call({ institutions: [] })).status).toBe(422);
    expect((await call({ institutions: ['FBX01'] })).body.errors?.[0]?.field).toBe('institutions.0');
    expect((await call({ expiresAt: '2020-01-01T00:00:00-03:00' })).body.errors?.[0]?.field).toBe(
      'expiresAt',
    );
  });

  it('name the tenant in a header for the development token', async () => {
    const bare = holder(harness.operations.headers.authorization?.replace('Bearer ', '') ?? '');
    const answer = await bare.call('GET /operations/subscriptions');
    expect([answer.status, answer.body.code]).toEqual([400, 'TENANT_REQUIRED']);
  });

  it('record every write in the audit log, with the operator', async () => {
    const { token } = await issue({ scopes: ['catalogue', 'privacy'] });
    const client = holder(token, { 'x-operator': 'Secretaria' });
    await client.call('POST /operations/catalogue/plan', { body: { yaml: 'version: 1' } });
    const { body } = await client.call('GET /operations/audit', {
      query: { subject: '/orbita/api/operations/catalogue' },
    });
    expect(body.data[0]).toMatchObject({
      token: 'Sistema acadêmico',
      operator: 'Secretaria',
      action: 'POST /operations/catalogue/plan',
      subject: '/orbita/api/operations/catalogue/plan',
      status: 200,
    });
  });

  it('limited to institutions cannot change the whole tenant', async () => {
    const { token } = await issue({ scopes: ['catalogue', 'privacy', 'platform'], institutions: ['CUA01'] });
    expect((await holder(token).call('GET /operations/catalogue/export')).status).toBe(403);
    expect((await holder(token).call('GET /operations/audit')).status).toBe(403);
    expect(
      (await holder(token).call('GET /operations/tenants/{alias}', { params: { alias: 'alfa' } })).status,
    ).toBe(403);
  });
});

describe('the catalogue through the API', () => {
  const FOLDER = join(import.meta.dirname, '../../../catalogue/alfa');

  it('may be larger than other bodies, up to 8 MiB, and is read from known callers only', async () => {
    const { token } = await issue({ scopes: ['catalogue'] });
    const folder = readFolder(FOLDER);
    const padded = (bytes: number) => ({ ...folder, yaml: `${folder.yaml}\n#${' '.repeat(bytes)}` });
    const plan = (caller: Client, bytes: number) =>
      caller.call('POST /operations/catalogue/plan', { body: padded(bytes) });
    expect((await plan(holder(token), 3 * 1024 * 1024)).status).toBe(200);
    expect((await plan(holder(token), 9 * 1024 * 1024)).status).toBe(413);
    expect((await plan(holder('svc_nobody'), 10)).status).toBe(401);
    const other = await holder(token).send('POST', '/orbita/api/operations/tokens', {
      body: { name: ' '.repeat(300 * 1024) },
    });
    expect(other.status).toBe(413);
  });

  it('is planned, exported and refused with its lines', async () => {
    const { token } = await issue({ scopes: ['catalogue'] });
    const client = holder(token);
    const same = await client.call('POST /operations/catalogue/plan', { body: readFolder(FOLDER) });
    expect(same.body).toMatchObject({ changes: [], errors: [] });
    const yaml = readFileSync(join(FOLDER, 'academic.yaml'), 'utf8').replaceAll(
      'institution: CUA01',
      'institution: CUA02',
    );
    const wrong = await client.call('POST /operations/catalogue/apply', { body: { yaml } });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CATALOGUE_INVALID']);
    expect(wrong.body.errors).toContainEqual({
      field: 'poles[0].institution',
      message: 'line 3: institutions has no CUA02',
    });
    const exported = await client.call('GET /operations/catalogue/export');
    expect(exported.body.yaml).toContain('ADM-ESSAY');
    const again = await client.call('POST /operations/catalogue/apply', {
      body: exported.body,
      headers: { 'idempotency-key': 'k1' },
    });
    expect(again.body).toMatchObject({ changes: [], errors: [] });
  });

  it('belongs to the tenant of the token', async () => {
    const { token } = await issue({ tenant: 'beta', scopes: ['catalogue'] });
    const answer = await holder(token).call('POST /operations/catalogue/apply', { body: readFolder(FOLDER) });
    expect(answer.status).toBe(422);
    expect((await holder(token).call('GET /operations/catalogue/export')).body.yaml).not.toContain('CUA01');
  });
});

describe('the test controls', () => {
  it('set the clock of product and sandbox together', async () => {
    const now = '2026-01-12T12:30:00-03:00';
    const set = await harness.operations.call('PUT /operations/simulator/clock', { body: { now } });
    expect(set.body).toEqual({ now });
    expect((await harness.operations.call('GET /operations/simulator/clock')).body).toEqual({ now });
    const outside = await fetch(`${harness.sandbox.url}/control/clock`, {
      headers: { 'x-control-key': 'control' },
    });
    expect(await outside.json()).toEqual({ now: '2026-01-12T15:30:00.000Z' });
    await harness.operations.call('PUT /operations/simulator/clock', {
      body: { now: '2026-01-12T10:00:00-03:00' },
    });
    expect(
      (await harness.operations.call('PUT /operations/simulator/clock', { body: { now: 'noon' } })).status,
    ).toBe(422);
  });

  it('run jobs by name, break and repair external services', async () => {
    const run = (job: string) =>
      harness.operations.call('POST /operations/simulator/jobs/{job}/run', { params: { job } });
    expect((await run('outbox')).body).toEqual({ done: expect.any(Number) });
    expect((await run('nonsense')).status).toBe(404);
    const fault = (port: string, mode: string) =>
      harness.operations.call('PUT /operations/simulator/faults', { body: { port, mode } as never });
    expect((await fault('zip', 'down')).status).toBe(204);
    expect((await fault('zip', 'ok')).status).toBe(204);
    expect((await fault('moon', 'down')).status).toBe(422);
    expect((await harness.operations.call('GET /operations/simulator/outbox')).body).toEqual([]);
    const unknown = { params: { paymentId: 1 }, body: { result: 'paid' as const } };
    expect(
      (await harness.operations.call('POST /operations/simulator/payments/{paymentId}', unknown)).status,
    ).toBe(404);
  });
});
