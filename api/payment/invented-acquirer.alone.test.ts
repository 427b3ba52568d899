import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCardFields } from '@orbita/domain/payment';
import { ACQUIRERS, type AcquirerProvider, MONEY_PROVIDERS } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { MOINHO } from '../../testing/invented-acquirer/access.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { readWhole, set } from '../../testing/whole-catalogue.ts';
import { acquirerNamed } from '../../web/card-fields/acquirers.ts';
import { readMessage } from '../../web/card-fields/read-message.ts';
import { booksOf } from './comparison/lists.ts';

// Six files make an acquirer known, and each is replaced here by itself with one entry more: the lists of names, of what the
// card fields are given, of what the server, the sandbox and the page can do, and a migration (`enter.sql`).
vi.mock(import('../../domain/tenancy/money-providers.ts'), async (original) => {
  const real = await original();
  for (const list of [real.ACQUIRERS, real.MONEY_PROVIDERS]) (list as unknown as string[]).push('moinho');
  return real;
});
vi.mock(import('../../protocol/payment/card-access.ts'), async (original) => {
  const [{ cardAccess }, { z }, { moinhoAccess }] = [
    await original(),
    await import('zod'),
    await import('../../testing/invented-acquirer/access.ts'),
  ];
  const all = z.discriminatedUnion('provider', [...cardAccess.options, moinhoAccess]);
  return { cardAccess: all as unknown as typeof cardAccess };
});
vi.mock(import('./acquirer-list.ts'), async (original) => {
  const { moinho } = await import('../../testing/invented-acquirer/server.ts');
  return { ACQUIRER: { ...(await original()).ACQUIRER, moinho } };
});
vi.mock(import('../../sandbox/acquirers.ts'), async (original) => {
  const { moinho } = await import('../../testing/invented-acquirer/played.ts');
  return { ACQUIRER: { ...(await original()).ACQUIRER, moinho } };
});
vi.mock(import('../../web/card-fields/acquirers.ts'), async (original) => {
  const [real, { moinho }] = [await original(), await import('../../testing/invented-acquirer/fields.ts')];
  return { acquirerNamed: (name) => (name === 'moinho' ? moinho : real.acquirerNamed(name)) };
});

const moinho = MOINHO as AcquirerProvider;
const SETTINGS = {
  creditCard: true,
  cardProvider: moinho,
  acquirersConfig: [{ provider: moinho, merchantId: '1', maxInstallments: 6 }],
  threeDSecure: 'off',
};

let harness: Harness;
let use: CardPaying;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
  const entered = readFileSync(
    join(import.meta.dirname, '../../testing/invented-acquirer/enter.sql'),
    'utf8',
  );
  for (const statement of entered.split(';').filter((one) => one.trim() !== ''))
    await harness.platform.db.asOwner((run) => run(statement));
});
afterAll(() => harness.stop());

it('is known by its name wherever an acquirer is chosen', () => {
  expect(ACQUIRERS).toContain(MOINHO);
  expect(MONEY_PROVIDERS).toContain(MOINHO);
  const payment = (given: object) => readWhole(set('institutions', 'payment', given)).problems;
  expect(payment(SETTINGS)).toEqual([]);
  expect(payment({ ...SETTINGS, cardProvider: 'moenda' })).not.toEqual([]);
});

it('gives the card page what it needs to tokenise a card', async () => {
  const [tokensUrl, nonce] = [`${harness.sandbox.url}/moinho/tokens/sandbox-alfa-CUA01`, 'n'.repeat(22)];
  const order = { amountCents: 36_000, installments: 1, recurring: false, buyer: {} };
  const submit = { kind: 'submit', nonce, id: 1, holderName: 'ANA', order };
  const access = { provider: moinho, tokensUrl };
  expect(readMessage({ ...submit, access: { ...access, more: 1 } })).toMatchObject({ access });
  expect(readMessage({ ...submit, access: { provider: moinho } })).toBeUndefined();
  const read = readCardFields({ number: '4000000000000010', expiry: '12/30', cvv: '123' }, '2026-01-12');
  if (!read.ok) throw new Error('No card');
  expect(await acquirerNamed(moinho)?.tokenise(access as never, read.card, 'ANA')).toEqual({
    token: expect.stringMatching(/^[\w-]{36}$/),
  });
});

it('charges a card, is settled by its notice, refunds and is compared', async () => {
  const { operations, platform } = harness;
  const who = await personAt(harness, 'payment');
  await platform.db.tenant(who.tenantId).one(sql`
    update institution set payment = payment || ${JSON.stringify(SETTINGS)}::jsonb
    where tenant_id = ${who.tenantId} and code = 'CUA01' returning id`);

  const address = await operations.call(
    'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation',
    { params: { alias: 'alfa', provider: moinho }, body: { overlapHours: 1 } },
  );
  expect(address).toMatchObject({ status: 200, body: { provider: MOINHO, enteredBy: 'institution' } });
  const account = 'sandbox-alfa-CUA01';
  const url = address.body.address.replace(/^https?:\/\/[^/]+/, harness.url);
  expect((await control(harness, 'PUT', `/cards/moinho/accounts/${account}/webhook`, { url })).status).toBe(
    204,
  );

  expect((await use.options(who)).cardFields).toMatchObject({ provider: MOINHO });
  const { body: waiting } = await use.payWithCard(who, '4000000000000036');
  expect(waiting).toMatchObject({ state: 'processing', method: 'credit-card', amount: 360 });
  const [order] = (await use.atAcquirers()).filter(({ provider }) => provider === moinho);
  expect(order).toMatchObject({ account, state: 'processing', amount: 360 });
  await use.decide(moinho, order?.orderId ?? '', { result: 'approve' });
  // No job runs here, so only the notice can have caused this.
  expect(await use.paid(who)).toMatchObject({ status: 5, is_paid: true, confirmed: 1 });

  const refund = await operations.call('POST /operations/payments/{id}/refund', {
    params: { id: waiting.paymentId },
    headers: { 'idempotency-key': 'moinho-refund' },
    body: { amount: 100, reason: 'Desistência' },
  });
  expect(refund.status).toBe(200);
  const given = await until(
    async () => {
      await platform.jobs.run('reconciliation');
      return (await use.atAcquirers()).find(({ provider }) => provider === moinho);
    },
    (one) => one?.givenBack === 100,
  );
  expect(given).toMatchObject({ state: 'paid', captured: 360 });

  const books = booksOf(platform, { alias: 'alfa', code: 'CUA01', timeZone: 'America/Sao_Paulo' }, moinho);
  expect((await books.listed('2026-01-12')).items).toMatchObject([
    { reference: order?.orderId, stage: 'paid', asked: 36_000, received: 36_000, refunded: 10_000 },
  ]);
  const asked = await operations.call('POST /operations/reconciliations', {
    body: { institution: 'CUA01', provider: moinho },
  });
  expect(asked.status).toBe(202);
  await platform.jobs.run('comparison');
  const reports = await operations.call('GET /operations/reconciliations', { query: {} });
  expect(reports.body.data.find(({ nightly }) => !nightly)).toMatchObject({
    ...{ provider: MOINHO, state: 'done', open: 0, failure: null },
  });
});
