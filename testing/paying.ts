import sql from 'sql-template-tag';
import { control, type Enrolling } from './enrolling.ts';
import type { Harness } from './harness.ts';
import { type Charge, openCharge, readPayment } from './requests.ts';
import { until } from './until.ts';

const WANTED = { purpose: 'enrollment', method: 'pix', installments: 6 } as const;
/** Helpers of a harness for candidates' payments and their results. */
export function paying(harness: Harness) {
  let keys = 0;
  const key = () => {
    keys += 1;
    return { 'idempotency-key': `key-${keys}` };
  };

  const pay = (who: Enrolling, headers = key(), more: Partial<Charge> = {}) =>
    openCharge(who.client, who.id, { ...WANTED, priceId: who.priceId, ...more }, headers);
  const payment = async (who: Enrolling, paymentId: number) =>
    (await readPayment(who.client, paymentId)).body;
  const txidOf = async (who: Enrolling, paymentId: number) =>
    (
      await harness.platform.db.tenant(who.tenantId).one<{ txid: string }>(sql`
        select txid from payment where tenant_id = ${who.tenantId} and id = ${paymentId}`)
    )?.txid ?? '';
  const stored = (who: Enrolling) =>
    harness.platform.db.tenant(who.tenantId).one<{
      status: number;
      is_paid: boolean;
      attention: string[];
      payments: {
        state: string;
        attention: string[];
        received: number | null;
        method: string;
        amount: number;
      }[];
      notices: string[];
      confirmed: number;
    }>(sql`
      select s.status, s.is_paid, s.attention,
        (select jsonb_agg(jsonb_build_object('state', state, 'attention', attention, 'received', received_cents,
          'method', method, 'amount', amount_cents) order by id)
         from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id) as payments,
        (select coalesce(jsonb_agg(distinct template), '[]') from notification n
         where n.tenant_id = s.tenant_id and n.subscription_id = s.id) as notices,
        (select count(*) from outbox_event e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
         and e.type = 'payment.confirmed') as confirmed
      from subscription s where s.tenant_id = ${who.tenantId} and s.id = ${who.id}`);
  const settle = (txid: string, order: object = { result: 'paid' }) =>
    control(harness, 'POST', `/pix/${txid}`, order);
  const paid = (who: Enrolling) =>
    until(
      () => stored(who),
      (now) => now?.is_paid === true,
    );
  const advance = (minutes: number) =>
    harness.clock.set(new Date(harness.clock.now().getTime() + minutes * 60_000));
  /** Makes the bank send no webhooks, as if our server had been down. */
  const muteBank = async () => {
    const token = await fetch(`${harness.sandbox.url}/psp/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('sandbox-alfa-CUA01:sandbox-secret').toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: bearer } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const list = (await (await fetch(`${harness.sandbox.url}/psp/webhook`, { headers })).json()) as {
      webhooks: { chave: string; webhookUrl: string }[];
    };
    for (const { chave } of list.webhooks) {
      await fetch(`${harness.sandbox.url}/psp/webhook/${encodeURIComponent(chave)}`, {
        method: 'DELETE',
        headers: { authorization: headers.authorization },
      });
    }
    return async () => {
      for (const { chave, webhookUrl } of list.webhooks) {
        await fetch(`${harness.sandbox.url}/psp/webhook/${encodeURIComponent(chave)}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ webhookUrl }),
        });
      }
    };
  };
  return { key, pay, payment, txidOf, stored, settle, paid, advance, muteBank };
}
export type Paying = ReturnType<typeof paying>;
