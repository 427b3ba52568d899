import { PAYMENT_STATUS, STATUS } from '@orbita/domain/subscription';
import type { BookEntry } from '@orbita/sandbox/books';
import sql from 'sql-template-tag';
import type { Database } from '../../../api/platform/database/types.ts';

/** A payment in our records; amounts in cents. */
type PaymentEntry = {
  id: number;
  subscription_id: number;
  method: string;
  state: string;
  txid: string | null;
  amount: number;
  received: number | null;
  /** Individual receipts that providers reported. */
  receipts: number[];
  /** Refunds made through a provider, and outside of one. */
  returned: number;
  outside: number;
  attention: string[];
};

/** An application in our records. */
type ApplicationEntry = {
  id: number;
  status: number;
  is_paid: boolean;
  attention: string[];
  /** Status changes caused by a payment. */
  moves: number;
  /** Messages that were written twice. */
  twice: string[];
};

export type OurBooks = { payments: PaymentEntry[]; applications: ApplicationEntry[]; vouchers: string[] };

/** Reads our records of some applications of a tenant. */
export async function ourBooks(db: Database, tenantId: number, ids: readonly number[]): Promise<OurBooks> {
  const on = db.tenant(tenantId);
  const payments = await on.many<PaymentEntry>(sql`
    select y.id, y.subscription_id, y.method, y.state, y.txid, y.amount_cents as amount, y.received_cents as received,
      y.attention,
      (select coalesce(jsonb_agg((e.detail->>'amountCents')::bigint order by e.id), '[]') from payment_event e
       where e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received') as receipts,
      (select coalesce(sum(r.amount_cents), 0)::bigint from refund r where r.tenant_id = y.tenant_id
       and r.payment_id = y.id and r.state = 'done' and r.return_id is not null) as returned,
      (select coalesce(sum(r.amount_cents), 0)::bigint from refund r where r.tenant_id = y.tenant_id
       and r.payment_id = y.id and r.state = 'done' and r.return_id is null) as outside
    from payment y where y.tenant_id = ${tenantId} and y.subscription_id = any(${[...ids]}::bigint[]) order by y.id`);
  const applications = await on.many<ApplicationEntry>(sql`
    select s.id, s.status, s.is_paid, s.attention,
      (select count(*)::int from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id
       and h.event in ('payment-confirmed', 'payment-waived', 'manual-payment-settled')) as moves,
      (select coalesce(jsonb_agg(m.template), '[]') from (
        select n.template from notification n where n.tenant_id = s.tenant_id and n.subscription_id = s.id
          and n.template = 'N-19' group by n.template, n.channel, n.recipient
        having count(*) > 1) m) as twice
    from subscription s where s.tenant_id = ${tenantId} and s.id = any(${[...ids]}::bigint[]) order by s.id`);
  const vouchers = await on.many<{ code: string }>(sql`
    select v.code from voucher v where v.tenant_id = ${tenantId} and v.used is distinct from (
      select count(*)::int from voucher_use u where u.tenant_id = v.tenant_id and u.voucher_id = v.id
        and u.returned_at is null)`);
  return { payments, applications, vouchers: vouchers.map(({ code }) => code) };
}

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);
const listOf = (cents: readonly number[]): string => [...cents].sort((a, b) => a - b).join(' + ') || '0';

/** Where our records differ from those of the providers, in cents. */
export function differences(ours: OurBooks, theirs: readonly BookEntry[]): string[] {
  const found: string[] = [];
  const atProvider = Map.groupBy(theirs, ({ reference }) => reference);
  for (const payment of ours.payments) {
    const { id, txid, receipts, returned, method, received } = payment;
    const entries = txid === null ? [] : (atProvider.get(txid) ?? []);
    if (txid !== null) atProvider.delete(txid);
    const at = `payment ${id} (${method})`;
    const theirReceipts = listOf(entries.flatMap((one) => one.received));
    if (listOf(receipts) !== theirReceipts)
      found.push(`${at}: received ${listOf(receipts)} here, ${theirReceipts} at the provider`);
    const theirReturned = sum(entries.map((one) => one.returned));
    // Slips have no refund channel; refunds for them are recorded only on our side.
    if (returned !== theirReturned)
      found.push(`${at}: returned ${returned} here, ${theirReturned} at the provider`);
    if (txid !== null && (received ?? 0) !== sum(receipts))
      found.push(`${at}: counts ${received} of ${sum(receipts)} that were received`);
  }
  for (const [reference, entries] of atProvider) {
    const cents = sum(entries.flatMap((one) => one.received));
    if (cents > 0) found.push(`${reference}: ${cents} at the provider, of a charge that nobody knows`);
  }
  for (const code of ours.vouchers) found.push(`voucher ${code}: its uses are counted wrong`);
  return found;
}

const SETTLED = ['paid', 'refunded'];
const kept = ({ method, state, received, amount, returned, outside }: PaymentEntry): number =>
  (method === 'manual' ? (SETTLED.includes(state) ? (received ?? amount) : 0) : (received ?? 0)) -
  returned -
  outside;

/** Debts of which more was kept than was charged, or that have two open charges, without being flagged for attention. */
export function doubles(ours: OurBooks, theirs: readonly BookEntry[]): string[] {
  const byReference = Map.groupBy(theirs, ({ reference }) => reference);
  const byApplication = Map.groupBy(ours.payments, (one) => one.subscription_id);
  return ours.applications.flatMap(({ id, attention, is_paid: isPaid }) => {
    const payments = byApplication.get(id) ?? [];
    const money = sum(payments.map(kept));
    const asked = Math.max(0, ...payments.filter((one) => kept(one) > 0).map((one) => one.amount));
    const open = payments.filter(({ txid }) => txid && byReference.get(txid)?.some((one) => one.open));
    return [
      ...(money > asked && attention.length === 0
        ? [`application ${id}: ${money} kept, ${asked} asked, no mark`]
        : []),
      ...(open.length > (isPaid ? 0 : 1)
        ? [
            `application ${id}: ${open.length} charges can still be paid: ${open.map(({ id: one, method, state }) => `${method} ${one} ${state}`).join(', ')}`,
          ]
        : []),
    ];
  });
}

/** Candidates who paid but did not move on, or who moved on without having paid. */
export function stranded(ours: OurBooks): string[] {
  const byApplication = Map.groupBy(ours.payments, (one) => one.subscription_id);
  return ours.applications.flatMap(({ id, status, is_paid: isPaid, attention, moves, twice }) => {
    const payments = byApplication.get(id) ?? [];
    const settled = payments.filter(({ state }) => SETTLED.includes(state));
    // Money of an ended charge that was refunded in full entitles to nothing.
    const money = payments.some((one) =>
      SETTLED.includes(one.state) ? one.method === 'manual' || sum(one.receipts) > 0 : kept(one) > 0,
    );
    const entitled = settled.some(({ method }) => method === 'waived') || money;
    const waits = status === PAYMENT_STATUS.enrollment;
    const text = `application ${id} (status ${status}, ${payments.map(({ method, state }) => `${method} ${state}`).join(', ')})`;
    return [
      ...(entitled && waits && attention.length === 0 ? [`${text}: paid and not moved on`] : []),
      ...(entitled && !isPaid && status !== STATUS.ManualPaymentPending && attention.length === 0
        ? [`${text}: paid and not counted`]
        : []),
      ...(!entitled && (isPaid || moves > 0) ? [`${text}: moved on without payment`] : []),
      ...(moves > 1 ? [`${text}: moved on ${moves} times`] : []),
      ...(isPaid && payments.every(({ state }) => !SETTLED.includes(state))
        ? [`${text}: is paid by no payment`]
        : []),
      ...twice.map((template) => `${text}: ${template} was written twice`),
    ];
  });
}
