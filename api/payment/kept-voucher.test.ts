import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt, type Standing } from '../../testing/person-at.ts';
import { placeOf } from '../../testing/postgraduate.ts';
import { requestPlace } from '../../testing/requests.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

type Client = Standing['client'];
type Purpose = 'tax' | 'enrollment';

const keep = (client: Client, id: number, voucher: string | null, purpose: Purpose = 'enrollment') =>
  client.call('PUT /candidate/subscriptions/{id}/payment-voucher', {
    params: { id },
    body: { purpose, voucher },
  });
const kept = async (client: Client, id: number) =>
  (await client.call('GET /candidate/subscriptions/{id}/payment-options', { params: { id } })).body.voucher;
const pay = (client: Client, id: number, priceId: number, voucher?: string) =>
  client.call('POST /candidate/subscriptions/{id}/payments', {
    params: { id },
    headers: { 'idempotency-key': `kept-${id}-${voucher ?? 'none'}` },
    body: { purpose: 'enrollment', priceId, method: 'pix', installments: 6, ...(voucher ? { voucher } : {}) },
  });

/** An application with a fee, created with a voucher. */
async function givenWith(n: number, voucher: string) {
  const client = harness.visitor('epa.alfa.orbita.test');
  await signUp(client, inventedPerson(n));
  const { institution, offer, course, pole } = await placeOf(harness, 'SAUDE-TAX');
  const choice = { institutionCode: institution, offerId: offer, courseId: course, poleId: pole };
  const { id } = bodyOf(await requestPlace(client, choice, { schooling: { level: 'degree' }, voucher }));
  return { client, id };
}

describe('the voucher of a payment', () => {
  it('is stored once applied, before anything is charged, and removed only on request', async () => {
    const { client, id } = await personAt(harness, 'payment');
    expect(await kept(client, id)).toBeNull();
    expect((await keep(client, id, ' alfa50 ')).status).toBe(204);
    expect(await kept(client, id)).toBe('ALFA50');
    expect((await keep(client, id, 'DEMAIS20')).status).toBe(204);
    expect(await kept(client, id)).toBe('DEMAIS20');
    expect((await keep(client, id, null)).status).toBe(204);
    expect(await kept(client, id)).toBeNull();
  });

  it.each(['NAOEXISTE', 'VENCIDO10', 'TAXAZERO'])('is not %s, and the one before stays', async (code) => {
    const { client, id } = await personAt(harness, 'payment');
    await keep(client, id, 'ALFA50');
    const refused = await keep(client, id, code);
    expect([refused.status, refused.body.code]).toEqual([422, 'VOUCHER_INVALID']);
    expect(await kept(client, id)).toBe('ALFA50');
  });

  it('stays with the payment when its charge is cancelled, and is not lost by a charge without it', async () => {
    const { client, id, priceId } = await personAt(harness, 'payment');
    const charge = await pay(client, id, priceId, 'ALFA50');
    expect([charge.status, charge.body.amount]).toEqual([201, 160]);
    expect(await kept(client, id)).toBe('ALFA50');
    const cancel = () =>
      client.call('DELETE /candidate/payments/{paymentId}', {
        params: { paymentId: charge.body.paymentId },
      });
    expect((await cancel()).status).toBe(204);
    expect(await kept(client, id)).toBe('ALFA50');
    expect((await pay(client, id, priceId)).body.amount).toBe(360);
    expect(await kept(client, id)).toBe('ALFA50');
  });

  it('is checked again when charged', async () => {
    const { client, id, priceId, tenantId } = await personAt(harness, 'payment');
    const on = harness.platform.db.tenant(tenantId);
    await on.one(sql`
      insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, used)
      values (${tenantId}, 'ACABA', 50, 'first', '2026-01-01', '2026-12-31', 0) returning id`);
    await keep(client, id, 'ACABA');
    await on.one(
      sql`update voucher set valid_to = '2026-01-02' where tenant_id = ${tenantId} and code = 'ACABA' returning id`,
    );
    const refused = await pay(client, id, priceId, 'ACABA');
    expect([refused.status, refused.body.code]).toEqual([422, 'VOUCHER_INVALID']);
    expect(await kept(client, id)).toBe('ACABA');
  });

  it('given with the application belongs to the payment it is for, and is gone once removed', async () => {
    const client = await givenWith(7301, 'taxazero');
    expect(await kept(client.client, client.id)).toBe('TAXAZERO');
    expect((await keep(client.client, client.id, null, 'tax')).status).toBe(204);
    expect(await kept(client.client, client.id)).toBeNull();
    // ALFA50 is for the enrolment, so it does not apply to the fee.
    const later = await givenWith(7302, 'alfa50');
    expect(await kept(later.client, later.id)).toBeNull();
  });

  it('cannot be changed by anybody else', async () => {
    const { client } = await personAt(harness, 'payment');
    const owner = await personAt(harness, 'payment');
    await keep(owner.client, owner.id, 'ALFA50');
    for (const voucher of ['DEMAIS20', null])
      for (const other of [client, harness.visitor()])
        expect([401, 404]).toContain((await keep(other, owner.id, voucher)).status);
    expect(await kept(owner.client, owner.id)).toBe('ALFA50');
  });
});
