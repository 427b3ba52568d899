import { AUDIT_KINDS, actsOf, auditSentence, refusalText } from '@orbita/domain/audit';
import { calls } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOTSTRAP_TOKEN, type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { strongStaff } from '../../../testing/staff.ts';

const IN_A_YEAR = '2027-01-12T10:00:00-03:00';
let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line), callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const audited = async (query: Record<string, string | number>, tenant: 'alfa' | 'beta' = 'alfa') =>
  (await harness.operationsOf(tenant).call('GET /operations/audit', { query })).body.data;
/** The development token with an operator name made of these bytes. */
const named = (bytes: Buffer): Client => {
  const client = harness.operationsOf('alfa');
  client.headers = { ...client.headers, 'x-operator': bytes.toString('latin1') };
  return client;
};
const bootstrap = (headers: Record<string, string> = {}): Client => {
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${BOOTSTRAP_TOKEN}`, ...headers };
  return client;
};

describe('the audit log', () => {
  it('records operators by their names as written', async () => {
    for (const bytes of [Buffer.from('José da Conceição'), Buffer.from('José da Conceição', 'latin1')])
      await named(bytes).call('GET /operations/essays');
    const found = await audited({ operator: 'José da Conceição' });
    expect(found.map(({ action }) => action)).toEqual(['GET /operations/essays', 'GET /operations/essays']);
    // A name cut in the middle of a character is still valid text.
    expect((await named(Buffer.from(`${'x'.repeat(119)}🎓`)).call('GET /operations/essays')).status).toBe(
      200,
    );
  });

  it('finds an address and those below it, but not others with the same beginning', async () => {
    for (const id of [7001, 70_010])
      await harness.operations.call('GET /operations/essays/{id}', { params: { id } });
    await harness.operations.call('POST /operations/essays/{id}/grade', {
      params: { id: 7001 },
      body: { score: 720, hasPlagiarism: false },
    });
    const subject = '/orbita/api/operations/essays/7001';
    const found = (await audited({ subject })).map((one) => one.subject);
    expect(found).toEqual([`${subject}/grade`, subject]);
    expect(await audited({ subject: `${subject}/` })).toHaveLength(2);
  });

  it('names the created record, so that a block can be found by its number', async () => {
    const made = await named(Buffer.from('Ana da secretaria')).call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: '529.982.247-25', reason: 'Fraude' },
    });
    const { id } = made.body;
    expect(await audited({ subject: `/orbita/api/operations/blocks/${id}` })).toMatchObject([
      { operator: 'Ana da secretaria', action: 'POST /operations/blocks', status: 201 },
    ]);
  });

  it('shows a tenant what the platform did for it, including refused calls', async () => {
    const mint = { name: 'x', tenant: 'beta', scopes: ['essays' as const], expiresAt: IN_A_YEAR };
    const made = await bootstrap().call('POST /operations/tokens', { body: mint });
    await bootstrap().call('POST /operations/tokens', {
      body: { ...mint, expiresAt: '2020-01-01T00:00:00Z' },
    });
    await bootstrap().call('POST /operations/tokens', { body: { ...mint, scopes: [] } });
    await bootstrap().call('POST /operations/tenants', {
      body: { alias: 'beta', name: 'B', hosts: ['b.test'] },
    });
    await bootstrap().call('DELETE /operations/tokens/{id}', { params: { id: made.body.id } });
    await bootstrap({ 'x-tenant-alias': 'beta' }).call('GET /operations/essays');
    const found = await audited({}, 'beta');
    const byPlatform = found.filter(({ token }) => token === 'bootstrap');
    expect(byPlatform.map(({ action, status }) => [action, status])).toEqual([
      ['GET /operations/essays', 403],
      ['DELETE /operations/tokens/{id}', 204],
      ['POST /operations/tenants', 409],
      ['POST /operations/tokens', 422],
      ['POST /operations/tokens', 422],
      ['POST /operations/tokens', 201],
    ]);
    const own = await audited({ subject: '/orbita/api/operations/tokens' });
    expect(own.filter(({ token }) => token === 'bootstrap')).toEqual([]);
  });

  it('goes to the application log where no tenant is involved', async () => {
    lines.length = 0;
    await bootstrap({ 'x-operator': 'Casa' }).send('POST', '/orbita/api/operations/tenants', { body: {} });
    await bootstrap().call('GET /operations/essays');
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit');
    expect(logged).toMatchObject([
      { token: 'bootstrap', operator: 'Casa', action: 'POST /operations/tenants', status: 422 },
      { token: 'bootstrap', operator: null, action: 'GET /operations/essays', status: 403 },
    ]);
  });

  it("records a call that names a tenant other than its token's", async () => {
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Perdido', tenant: 'alfa', scopes: ['essays'], expiresAt: IN_A_YEAR },
    });
    const client = harness.visitor('operations.test');
    client.headers = { authorization: `Bearer ${body.token}`, 'x-tenant-alias': 'beta' };
    expect((await client.call('GET /operations/essays')).status).toBe(403);
    const kept = (await audited({})).filter(({ token }) => token === 'Perdido');
    expect(kept).toMatchObject([{ action: 'GET /operations/essays', status: 403 }]);
  });

  it('says in a sentence which team member did what, and filters by member, kind, outcome and time', async () => {
    const { client, staffId } = await strongStaff(harness, 'Ada Administração', [{ role: 'administracao' }]);
    const before = harness.clock.now().toISOString();
    expect((await client.call('GET /operations/staff')).status).toBe(200);
    expect(
      (await client.call('GET /operations/persons/{personId}', { params: { personId: 7 } })).status,
    ).toBe(403);
    harness.clock.set(new Date(harness.clock.now().getTime() + 60_000));
    const changed = await client.call('DELETE /operations/tokens/{id}', { params: { id: 999_999 } });
    expect(changed.status).toBe(404);
    const texts = async (query: Record<string, string | number>) =>
      (await audited({ staffId, ...query })).map(({ text }) => text);
    expect(await texts({ kind: 'look' })).toEqual([
      'Abriu a página de uma pessoa. Recusado: sem permissão',
      'Viu a equipe',
    ]);
    expect(await texts({ kind: 'change' })).toEqual(['Revogou um token. Recusado: não encontrado']);
    expect(
      await texts({ outcome: 'refused', doneTo: new Date(Date.parse(before) + 30_000).toISOString() }),
    ).toEqual(['Abriu a página de uma pessoa. Recusado: sem permissão']);
    expect(await texts({ doneFrom: new Date(Date.parse(before) + 30_000).toISOString() })).toHaveLength(1);
    expect((await audited({ staffId, operator: 'Outra pessoa' })).length).toBe(0);
    expect((await audited({ tokenId: 999_999 })).length).toBe(0);
  });

  it('has a text for every call, and for no other', () => {
    const named = AUDIT_KINDS.flatMap(actsOf);
    expect(new Set(named).size).toBe(named.length);
    expect(named.filter((action) => !(action in calls))).toEqual([]);
    expect(auditSentence('POST /operations/payments/{id}/refund', 202)).toBe(
      'Devolveu um pagamento. Espera outra pessoa aprovar',
    );
    expect(auditSentence('POST /operations/exports', 202)).toBe('Pediu uma lista em arquivo');
    expect(auditSentence('POST' as never, 200)).toBe('Fez algo que esta versão não conhece');
    expect([401, 409, 422, 429, 503].map(refusalText)).toEqual([
      'Recusado: sem sessão',
      'Recusado: a situação mudou',
      'Recusado: faltou algo no pedido',
      'Recusado: pedidos demais',
      'Falhou: o sistema não respondeu',
    ]);
  });
});
