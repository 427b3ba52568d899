import { APPROVAL_KINDS, type ApprovalKind } from '@orbita/domain/approval';
import { formatDate, formatDateTime, formatMoney, shownText, toCents } from '@orbita/domain/foundation';
import { ROLES, roles } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Approval, setForTenant, showApproval as show, waitingOf } from '../../testing/approving.ts';
import { type Filing, filing } from '../../testing/filing.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { bodyOf, signUp } from '../../testing/journey.ts';
import { paying } from '../../testing/paying.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { versionOf } from '../../testing/seen-version.ts';
import { strongStaff } from '../../testing/staff.ts';
import type { Catalogue } from '../catalogue/model.ts';
import { openCommand } from './store.ts';

/** What a second person reads about every kind of act, and that approval covers exactly that. */
let harness: Harness;
let asker: Awaited<ReturnType<typeof strongStaff>>;
let second: Awaited<ReturnType<typeof strongStaff>>;
const ALL = ROLES.map((role) => ({ role }));
/** Ends a sentence, begins another, reverses the direction of what follows, and contains a Cyrillic letter. */
const HOSTILE = 'leitura" com reports; "\u202Eа';
const STAFF_NAME = 'Zoé Nome Digitado';

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  asker = await strongStaff(harness, 'Quem Pede', ALL);
  second = await strongStaff(harness, 'Quem Lê', ALL);
  await setForTenant(harness, asker.tenantId, 'RefundSecondPersonAbove', 1);
  await setForTenant(harness, asker.tenantId, 'ManualSettlementSecondPersonAbove', 1);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

let crowd = 0;
let files: Filing | undefined;
let plan: number | undefined;
async function paid() {
  const money = paying(harness);
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await money.settle(await money.txidOf(who, body.paymentId));
  await money.paid(who);
  return { who, paymentId: body.paymentId };
}

/** One request of each kind, with hostile text wherever somebody can type; a missing kind does not compile. */
const asked: Record<ApprovalKind, (client: Client) => Promise<Approval>> = {
  async refund(client) {
    const { paymentId: id } = await paid();
    return waitingOf(
      await client.call('POST /operations/payments/{id}/refund', {
        params: { id },
        body: { amount: 360, reason: HOSTILE },
      }),
    );
  },
  async cancellation(client) {
    const { who } = await paid();
    await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    const open = await client.call('GET /operations/cancellations', { query: { state: 'open' } });
    const wish = open.body.data.find(({ subscriptionId }) => subscriptionId === who.id);
    const params = { id: wish?.id ?? 0 };
    const { version } = bodyOf(await client.call('GET /operations/cancellations/{id}', { params }));
    return waitingOf(
      await client.call('POST /operations/cancellations/{id}/decision', {
        params: { id: wish?.id ?? 0 },
        body: { decision: 'confirmed', refund: 360, refundBy: '2026-01-22', reason: HOSTILE, version },
      }),
    );
  },
  async settlement(client) {
    const who = await personAt(harness, 'payment');
    const { body } = await harness
      .operationsOf('alfa')
      .call('POST /operations/subscriptions/{id}/manual-payments', {
        params: { id: who.id },
        body: { purpose: 'enrollment', amount: 440, reason: 'Paga em dinheiro' },
      });
    return waitingOf(
      await client.call('POST /operations/manual-payments/{id}/decision', {
        params: { id: body.id },
        body: {
          decision: 'settled',
          version: await versionOf(client, who.id),
          proof: HOSTILE,
          reason: HOSTILE,
          receivedAt: '2026-01-11T09:30:00-03:00',
        },
      }),
    );
  },
  async extension(client) {
    const who = await personAt(harness, 'payment');
    return waitingOf(
      await client.call('POST /operations/subscriptions/{id}/deadline', {
        params: { id: who.id },
        body: {
          ...{ deadline: 'payment', until: '2026-03-02', reason: HOSTILE },
          version: await versionOf(client, who.id),
        },
      }),
    );
  },
  async discount(client) {
    const who = await personAt(harness, 'payment');
    return waitingOf(
      await client.call('POST /operations/subscriptions/{id}/discount', {
        params: { id: who.id },
        body: {
          ...{ purpose: 'enrollment', amount: 200, appliesTo: 'all', until: '2026-01-31', reason: HOSTILE },
          version: await versionOf(client, who.id),
        },
      }),
    );
  },
  async 'slip-return'(client) {
    crowd += 1;
    files ??= await filing(harness);
    const { file } = await files.registered();
    const content = await files.bank(file, { event: 'pay' });
    return waitingOf(
      await client.call('POST /operations/slip-returns', {
        body: {
          ...{ institution: 'CUA01', encoding: 'base64' },
          file: Buffer.from(content, 'latin1').toString('base64'),
        },
      }),
    );
  },
  async erasure(client) {
    crowd += 1;
    const owner = harness.visitor();
    const mine = await signUp(owner, inventedPerson(800 + crowd));
    const { body } = await owner.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid: mine.uuid },
      body: { kind: 'deletion' },
    });
    return waitingOf(
      await client.call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: body.id },
        body: { decision: 'concluded', answer: HOSTILE },
      }),
    );
  },
  async token(client) {
    crowd += 1;
    return waitingOf(
      await client.call('POST /operations/tokens', {
        body: {
          ...{ name: `${HOSTILE}${crowd}`, tenant: 'alfa', scopes: ['payments.refund', 'messages'] },
          ...{ institutions: ['CUA01', 'EPA01'], expiresAt: '2026-12-31T10:00:00-03:00' },
        },
      }),
    );
  },
  async grant(client) {
    crowd += 1;
    const grants = [{ role: 'financeiro' as const, institutions: ['CUA01'] }, { role: 'gestao' as const }];
    return waitingOf(
      await client.call('POST /operations/staff/invites', {
        body: {
          name: HOSTILE,
          email: `hostil${crowd}@equipe.test`,
          grants,
          method: 'passkey',
          reason: HOSTILE,
        },
      }),
    );
  },
  async access(client) {
    const who = await strongStaff(harness, STAFF_NAME, ALL);
    return waitingOf(
      await client.call('POST /operations/staff/{staffId}/state', {
        params: { staffId: who.staffId },
        body: { state: 'disabled', reason: HOSTILE },
      }),
    );
  },
  async catalogue(client) {
    crowd += 1;
    // Only one plan can be pending at a time.
    if (plan) await client.call('DELETE /operations/approvals/{id}', { params: { id: plan } });
    const { body } = await harness.operationsOf('alfa').call('GET /operations/catalogue/export');
    const sections = parse(body.yaml, { maxAliasCount: 10_000 }) as Pick<Catalogue, 'console'>;
    const group = `${HOSTILE}${crowd}`;
    sections.console.groups.push({ group, role: 'administracao', institutions: null });
    const waiting = waitingOf(
      await client.call('POST /operations/catalogue/apply', {
        body: {
          yaml: stringify(sections),
          ...(body.files ? { files: body.files } : {}),
          expectedVersion: 1,
        },
      }),
    );
    plan = waiting.id;
    return waiting;
  },
  async webhook(client) {
    crowd += 1;
    return waitingOf(
      await client.call('POST /operations/webhook-endpoints', {
        body: {
          ...{ institution: 'CUA01', url: `http://localhost:9/avisos/${crowd}` },
          ...{ kinds: ['enrollment.completed'], description: HOSTILE },
        },
      }),
    );
  },
};

const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ROLES.map((role) => [role, roles[role].label])),
  disabled: 'Sem acesso',
  passkey: 'Chave de acesso',
  'enrollment.completed': 'Matrículas feitas: nome, documentos, contatos e pagamentos da pessoa',
  false: 'Pelo banco, para quem pagou',
  payment: 'Pagamento',
  enrollment: 'matrícula',
  all: 'Em todas as parcelas',
};
/**
 * Of no use to a reader: the tenant is their own, the version only says that nothing changed since, a file has its hash, and the
 * scope of the requester belongs to the person who is shown above.
 */
const INNER = new Set(['tenant', 'version', 'staffId', 'content', 'plan', 'mark', 'author', 'needed']);

/** Every value of a command, as people read it. */
function leaves(value: unknown, name = ''): string[] {
  if (value === null || value === undefined || INNER.has(name)) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, name));
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => leaves(inner, key));
  const text = String(value);
  if (name === 'amount') return [formatMoney(Number(text))];
  if (name === 'until') return [formatDate(text)];
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return [formatDateTime(new Date(text), 'America/Sao_Paulo')];
  return [WORDS[text] ?? shownText(text)];
}

const rowOf = (id: number) =>
  harness.platform.db.tenant(asker.tenantId).one<{ command: string; fields: unknown; hash: string }>(sql`
    select command, fields, hash from approval where tenant_id = ${asker.tenantId} and id = ${id}`);
const set = (id: number, column: 'command' | 'fields', value: string) =>
  harness.platform.db
    .tenant(asker.tenantId)
    .one(
      column === 'command'
        ? sql`update approval set command = ${value} where tenant_id = ${asker.tenantId} and id = ${id} returning id`
        : sql`update approval set fields = ${value}::jsonb where tenant_id = ${asker.tenantId} and id = ${id} returning id`,
    );
const approve = (client: Client, id: number, hash?: string) =>
  client.call('POST /operations/approvals/{id}/decision', {
    params: { id },
    body: { decision: 'approved', ...(hash === undefined ? {} : { hash }) },
  });

describe.each(APPROVAL_KINDS)('S38: a request of kind %s', (kind) => {
  it('S38: shows all its effects as fields, and nothing typed by people in its summary', async () => {
    const { id } = await asked[kind](asker.client);
    const shown = await show(second.client, id);
    expect(shown).toMatchObject({
      kind,
      mayDecide: true,
      requestedBy: { name: 'Quem Pede', email: asker.email },
    });
    const values = shown.fields.flatMap(({ after }) => after);
    const row = await rowOf(id);
    const command = openCommand(harness.platform, asker.tenantId, { command: row?.command ?? '' });
    const told = [
      ...leaves(command),
      ...leaves(shown.reason ?? null),
      ...(shown.amount === null ? [] : [formatMoney(toCents(shown.amount))]),
    ];
    // The fields of a plan are compared with it in the catalogue tests.
    expect(told.length > 0).toBe(kind !== 'catalogue');
    for (const one of told)
      expect(
        values.some((value) => value === one || value.startsWith(`${one} (`) || value.endsWith(`(${one})`)),
        `${one} in ${JSON.stringify(values)}`,
      ).toBe(true);
    // Typed text is shown on its own, with invisible characters by code point and a note about the look-alike letter.
    const typed = shown.fields.filter(({ after }) => after.some((value) => value.includes('leitura"')));
    // Nobody types a bank file.
    expect(typed.length > 0).toBe(kind !== 'slip-return');
    for (const { after, notes } of typed) {
      expect(after.join()).toContain('‹U+202E›');
      expect(after.join()).not.toContain('\u202E');
      expect(notes.join()).toContain('(U+0430)');
    }
    expect(shown.summary).not.toContain('leitura');
    expect(shown.summary).not.toContain(STAFF_NAME);
    expect(new Set(shown.fields.map(({ label }) => label)).size).toBe(shown.fields.length);
  });

  it('S38: is approved exactly as it was shown', async () => {
    const another = kind === 'catalogue' ? 'token' : kind;
    const [{ id }, other] = [await asked[kind](asker.client), await asked[another](asker.client)];
    const { hash } = await show(second.client, id);
    const row = await rowOf(id);
    const foreign = await rowOf(other.id);
    expect(other.hash).not.toBe(hash);
    expect((await approve(second.client, id)).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'hash' }],
    });
    expect((await approve(second.client, id, other.hash ?? '')).body).toMatchObject({
      code: 'APPROVAL_CHANGED',
      message: 'O pedido não é mais o que foi mostrado. Leia de novo antes de aprovar.',
    });
    expect((await show(second.client, id)).state).toBe('waiting');
    // Somebody with write access to the table changes what would be done, or what is read.
    await set(id, 'command', foreign?.command ?? '');
    const command = openCommand(harness.platform, asker.tenantId, { command: row?.command ?? '' });
    const otherCommand = openCommand(harness.platform, asker.tenantId, { command: foreign?.command ?? '' });
    if (JSON.stringify(command) !== JSON.stringify(otherCommand))
      expect((await approve(second.client, id, hash ?? '')).body.code).toBe('APPROVAL_CHANGED');
    await set(id, 'command', row?.command ?? '');
    await set(id, 'fields', '[]');
    expect((await approve(second.client, id, hash ?? '')).body.code).toBe('APPROVAL_CHANGED');
    await set(id, 'fields', JSON.stringify(row?.fields));
    const done = await approve(second.client, id, hash ?? '');
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      state: 'approved',
      failure: null,
      hash: null,
    });
  });
});

it('S38: changed roles are shown as they are and as they will be', async () => {
  const who = await strongStaff(harness, HOSTILE, [{ role: 'banca', institutions: ['CUA01'] }]);
  const answer = await asker.client.call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId: who.staffId },
    body: { grants: [{ role: 'financeiro', institutions: ['EPA01'] }], reason: 'Cobre férias' },
  });
  const { fields, reason } = waitingOf(answer);
  expect(reason).toBe('Cobre férias');
  expect(fields).toEqual([
    { label: 'Nome', before: null, after: [shownText(HOSTILE)], notes: expect.any(Array) },
    { label: 'E-mail', before: null, after: [who.email], notes: [sameDomain(asker.email)] },
    { label: 'Quem pediu', before: null, after: ['Quem Pede', asker.email], notes: [] },
    { label: 'Funções', before: ['Banca (CUA01)'], after: ['Financeiro (EPA01)'], notes: [] },
    { label: 'Motivo', before: null, after: ['Cobre férias'], notes: [] },
  ]);
});

const sameDomain = (email: string): string =>
  `Tem o mesmo domínio do e-mail de quem pediu (${email}). Confira se são duas pessoas.`;

it.each([
  ['another mailbox of the domain of who asks', 'outra.caixa@EQUIPE.test', true],
  ['a mailbox elsewhere', 'fora@exemplo.test', false],
  ['a mailbox of a domain that only ends so', 'fora@sub.equipe.test', false],
])('S38: the reader of an invite for %s is told which address it is', async (_what, email, said) => {
  const grants = [{ role: 'financeiro' as const, institutions: ['CUA01'] }];
  const { fields } = waitingOf(
    await asker.client.call('POST /operations/staff/invites', {
      body: { name: 'Nova Pessoa', email, grants, reason: 'Entra na segunda' },
    }),
  );
  const of = (label: string) => fields.find((field) => field.label === label);
  expect(asker.email).toMatch(/@equipe\.test$/);
  expect(of('E-mail')?.notes).toEqual(said ? [sameDomain(asker.email)] : []);
  expect(of('Motivo')?.after).toEqual(['Entra na segunda']);
});
