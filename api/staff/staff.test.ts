import { ROLES } from '@orbita/domain/staff';
import type { Body } from '@orbita/protocol';
import type { Grantable } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { holderOf } from '../../testing/token-holder.ts';
import { changeGrants, changeState, endSessionsOf } from './change.ts';

type Grants = Body<'POST /operations/staff/invites'>['grants'];

const T_END = new Date('2026-01-12T20:00:00-03:00');

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness();
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

let crowd = 0;
const invite = (from: Client, grants: Grants, email = `pessoa${++crowd}@equipe.test`) =>
  from.call('POST /operations/staff/invites', { body: { name: 'Pessoa da Equipe', email, grants } });
const invited = async (grants: Grants) => (await invite(harness.operations, grants)).body.staffId;
const show = async (staffId: number) =>
  (await harness.operations.call('GET /operations/staff/{staffId}', { params: { staffId } })).body;
const grant = (from: Client, staffId: number, grants: Grants, version?: number) =>
  from.call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId },
    body: { grants, ...(version === undefined ? {} : { version }) },
  });
const setState = (staffId: number, state: 'active' | 'disabled', from = harness.operations) =>
  from.call('POST /operations/staff/{staffId}/state', {
    params: { staffId },
    body: { state, reason: 'Mudou de setor' },
  });
const ofOne = (scopes: Grantable[]) => holderOf(harness, scopes, ['CUA01']);
const rows = (table: 'staff_invite' | 'staff_grant', staffId: number) =>
  harness.platform.db.tenant(tenantId).many<Record<string, unknown>>(
    table === 'staff_invite'
      ? sql`select used_at, revoked_at, hash from staff_invite where tenant_id = ${tenantId} and staff_id = ${staffId} order by id`
      : sql`select role, institutions, granted_by, ended_by from staff_grant
          where tenant_id = ${tenantId} and staff_id = ${staffId} order by id`,
  );

it('the database knows the roles of the product, and no other', async () => {
  const staffId = await invited([{ role: 'banca' }]);
  const write = (role: string) =>
    harness.platform.db.tenant(tenantId).one(sql`
      insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
      values (${tenantId}, ${staffId}, ${role}, 'manual', 'x', ${harness.clock.now()}) returning id`);
  for (const role of ROLES) expect(await write(role)).toBeDefined();
  await expect(write('diretoria')).rejects.toThrow();
});

describe('an invite', () => {
  it('shows its address once, stores a hash, and creates an invited member', async () => {
    const { status, body } = await invite(
      harness.operations,
      [{ role: 'secretaria', institutions: ['CUA01'] }],
      'Bia@Equipe.Test',
    );
    expect(status).toBe(201);
    expect(body.url).toMatch(/\/orbita\/equipe\/convite#[\w-]{43}$/);
    expect(body.expiresAt).toBe('2026-01-15T10:00:00-03:00');
    const secret = body.url?.split('#')[1] ?? '';
    expect(JSON.stringify(await rows('staff_invite', body.staffId))).not.toContain(secret);
    expect(await show(body.staffId)).toEqual({
      staffId: body.staffId,
      name: 'Pessoa da Equipe',
      email: 'bia@equipe.test',
      state: 'invited',
      grants: [{ role: 'secretaria', label: 'Secretaria', institutions: ['CUA01'], source: 'manual' }],
      version: 1,
      changedAt: '2026-01-12T10:00:00-03:00',
      lastSeenAt: null,
    });
  });

  it('for somebody who has not accepted yet replaces the former one', async () => {
    const first = await invite(harness.operations, [{ role: 'banca' }], 'duas@equipe.test');
    const second = await invite(harness.operations, [{ role: 'gestao' }], 'duas@equipe.test');
    expect(second.body.staffId).toBe(first.body.staffId);
    const invites = await rows('staff_invite', first.body.staffId);
    expect(invites.map(({ revoked_at: at }) => at !== null)).toEqual([true, false]);
    expect((await show(first.body.staffId)).grants.map(({ role }) => role)).toEqual(['gestao']);
  });

  it('is refused for an existing member, and for institutions that do not exist', async () => {
    const { body } = await invite(harness.operations, [{ role: 'banca' }], 'dentro@equipe.test');
    await setState(body.staffId, 'active');
    await withoutTrace(harness, async () => {
      const again = await invite(harness.operations, [{ role: 'gestao' }], 'DENTRO@equipe.test');
      expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
      const nowhere = await invite(harness.operations, [{ role: 'banca', institutions: ['CUA01', 'NADA'] }]);
      expect([nowhere.status, nowhere.body.errors?.map(({ field }) => field)]).toEqual([
        422,
        ['grants.0.institutions.1'],
      ]);
    });
  });

  it('is refused for an address that no mail server accepts', async () => {
    for (const email of ['a@a-.exemplo.test', 'a@exemplo.t-', `${'a'.repeat(65)}@exemplo.test`]) {
      const { status, body } = await harness.operations.call('POST /operations/staff/invites', {
        body: { name: 'Pessoa da Equipe', email, grants: [{ role: 'secretaria' }] },
      });
      expect([email, status]).toEqual([email, 422]);
      expect(body.errors).toMatchObject([{ field: 'email' }]);
    }
  });
  it('can be created by those who manage the team or the platform, for their own tenant', async () => {
    for (const scope of ['platform', 'staff', 'staff.manage'] as const)
      expect((await invite(await holderOf(harness, [scope]), [{ role: 'banca' }])).status).toBe(201);
    expect((await invite(await holderOf(harness, ['staff.read']), [{ role: 'banca' }])).status).toBe(403);
  });

  it('from a token of some institutions stays within them', async () => {
    const manager = await ofOne(['staff.manage']);
    expect((await invite(manager, [{ role: 'banca', institutions: ['CUA01'] }])).status).toBe(201);
    await withoutTrace(harness, async () => {
      for (const institutions of [null, ['EPA01'], ['CUA01', 'EPA01']]) {
        const { status, body } = await invite(manager, [{ role: 'banca', institutions }]);
        expect([institutions, status, body.code]).toEqual([institutions, 403, 'ROLE_NOT_YOURS']);
      }
    });
  });
});

describe("a member's roles", () => {
  it('begin and end, and are never edited', async () => {
    const staffId = await invited([{ role: 'banca' }, { role: 'secretaria', institutions: ['CUA01'] }]);
    const { body } = await grant(harness.operations, staffId, [
      { role: 'banca' },
      { role: 'secretaria', institutions: ['EPA01', 'CUA01'] },
    ]);
    expect(body.version).toBe(2);
    expect((await rows('staff_grant', staffId)).map(Object.values)).toEqual([
      ['banca', null, 'development', null],
      ['secretaria', ['CUA01'], 'development', 'development'],
      ['secretaria', ['CUA01', 'EPA01'], 'development', null],
    ]);
    const on = harness.platform.db.tenant(tenantId);
    for (const edit of [
      sql`update staff_grant set role = 'gestao' where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`,
      sql`delete from staff_grant where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`,
    ])
      await expect(on.many(edit)).rejects.toThrow(/permission denied/);
  });

  it('are changed from the version that was seen', async () => {
    const staffId = await invited([{ role: 'banca' }]);
    expect((await grant(harness.operations, staffId, [{ role: 'gestao' }], 1)).status).toBe(200);
    const late = await grant(harness.operations, staffId, [{ role: 'financeiro' }], 1);
    expect([late.status, late.body]).toMatchObject([409, { code: 'VERSION_CONFLICT', version: 2 }]);
  });

  it('that came from SSO stay', async () => {
    const staffId = await invited([{ role: 'banca' }]);
    await harness.platform.db.tenant(tenantId).one(sql`
      insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
      values (${tenantId}, ${staffId}, 'financeiro', 'idp', 'grupo', ${harness.clock.now()}) returning id`);
    const { body } = await grant(harness.operations, staffId, []);
    expect(body.grants.map(({ role, source }) => [role, source])).toEqual([['financeiro', 'idp']]);
  });

  it('beyond the caller’s institutions can be neither given nor removed', async () => {
    const manager = await ofOne(['staff']);
    const both = await invited([{ role: 'banca', institutions: ['CUA01', 'EPA01'] }]);
    const everywhere = await invited([{ role: 'banca' }]);
    const elsewhere = await invited([{ role: 'banca', institutions: ['EPA01'] }]);
    const own = await invited([{ role: 'banca', institutions: ['CUA01'] }]);
    const outcome = async (staffId: number, grants: Grants) => (await grant(manager, staffId, grants)).status;
    await withoutTrace(harness, async () => {
      for (const staffId of [both, everywhere])
        for (const answer of [
          await grant(manager, staffId, []),
          await setState(staffId, 'disabled', manager),
        ])
          expect([answer.status, answer.body.code]).toEqual([403, 'ROLE_NOT_YOURS']);
      expect(await outcome(elsewhere, [])).toBe(404);
      expect(await outcome(own, [{ role: 'banca', institutions: ['EPA01'] }])).toBe(403);
    });
    expect(await outcome(own, [{ role: 'gestao', institutions: ['CUA01'] }])).toBe(200);
    const seen = await manager.call('GET /operations/staff', { query: { pageSize: 100 } });
    const ids = seen.body.data.map(({ staffId }) => staffId);
    expect([both, everywhere, elsewhere, own].map((id) => ids.includes(id))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

it('nobody changes their own roles, state or sessions', async () => {
  const staffId = await invited([{ role: 'administracao' }]);
  const staff = {
    id: staffId,
    sessionId: 1,
    grants: [],
    role: 'administracao',
    method: 'code',
    hasPasskey: false,
    strength: null,
    reauthAt: T_END,
  } as const;
  const service = {
    tokenName: 'equipe',
    operator: 'Ela mesma',
    scopes: ['staff'],
    institutions: null,
    development: false,
    tenantId,
    tokenId: null,
    staff,
  };
  const change = { platform: harness.platform, service, id: staffId, now: harness.clock.now() };
  const { db } = harness.platform;
  await withoutTrace(harness, async () => {
    for (const own of [
      () => db.write(tenantId, (tx) => changeGrants(tx, change, { grants: [{ role: 'gestao' }] })),
      () => db.write(tenantId, (tx) => changeState(tx, change, { state: 'disabled', reason: 'x' })),
      () => db.write(tenantId, (tx) => endSessionsOf(tx, change)),
    ])
      await expect(own()).rejects.toMatchObject({ code: 'OWN_GRANT' });
  });
});

describe('the last administrator', () => {
  const administrator = [{ role: 'administracao' as const }];
  it('cannot be disabled or lose the role until somebody else has it', async () => {
    const only = await invited(administrator);
    await setState(only, 'active');
    const refused = async () => [
      (await setState(only, 'disabled')).body.code,
      (await grant(harness.operations, only, [{ role: 'banca' }])).body.code,
      (await grant(harness.operations, only, [{ role: 'administracao', institutions: ['CUA01'] }])).body.code,
    ];
    const LAST = ['LAST_ADMINISTRATOR', 'LAST_ADMINISTRATOR', 'LAST_ADMINISTRATOR'];
    expect(await refused()).toEqual(LAST);
    // Neither an invited person who hasn't accepted nor an administrator of one institution can take her place.
    const other = await invited(administrator);
    const small = await invited([{ role: 'administracao', institutions: ['CUA01'] }]);
    await setState(small, 'active');
    expect(await refused()).toEqual(LAST);
    await setState(other, 'active');
    expect((await setState(only, 'disabled')).status).toBe(200);
    expect((await setState(other, 'disabled')).body.code).toBe('LAST_ADMINISTRATOR');
    await setState(only, 'active');
  });

  it('of two who leave at the same moment, one stays', async () => {
    const { body } = await harness.operations.call('GET /operations/staff', {
      query: { role: 'administracao', state: 'active', pageSize: 100 },
    });
    const held = body.data.filter(({ grants }) => grants.some(({ institutions }) => institutions === null));
    expect(held).toHaveLength(2);
    const answers = await Promise.all(held.map(({ staffId }) => setState(staffId, 'disabled')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('disabling a member ends their sessions and invite', async () => {
  const staffId = await invited([{ role: 'banca' }]);
  const now = harness.clock.now();
  await harness.platform.db.tenant(tenantId).one(sql`
    insert into staff_session (tenant_id, staff_id, hash, method, started_at, last_input_at, ends_at, reauth_at, place)
    values (${tenantId}, ${staffId}, 'h', 'code', ${now}, ${now}, ${now}, ${now}, 'x') returning id`);
  await setState(staffId, 'disabled');
  const ended = await harness.platform.db.tenant(tenantId).one(sql`
    select s.revoked_at is not null as session, i.revoked_at is not null as invite
    from staff_session s join staff_invite i on i.tenant_id = s.tenant_id and i.staff_id = s.staff_id
    where s.tenant_id = ${tenantId} and s.staff_id = ${staffId}`);
  expect(ended).toEqual({ session: true, invite: true });
});

it('members are found by name, e-mail, role and state', async () => {
  const { body } = await harness.operations.call('POST /operations/staff/invites', {
    body: { name: 'Zuleica Rara', email: 'z.rara@equipe.test', grants: [{ role: 'entrevistas' }] },
  });
  const found = async (query: Record<string, string>) =>
    (await harness.operations.call('GET /operations/staff', { query })).body.data.map(
      ({ staffId }) => staffId,
    );
  const queries: Record<string, string>[] = [
    { q: 'ZULEICA' },
    { q: 'z.rara@' },
    { role: 'entrevistas', q: 'zul' },
    { q: 'rara', state: 'invited' },
  ];
  for (const query of queries) expect(await found(query)).toEqual([body.staffId]);
  expect(await found({ q: 'rara', state: 'active' })).toEqual([]);
});
