import { writeDynamicBrCode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { applyCharge } from '../api/payment/apply.ts';
import { pixReport } from '../api/payment/instruments/pix.ts';
import type { PixCharge } from '../api/platform/ports.ts';
import type { Enrolling } from './enrolling.ts';
import type { Harness } from './harness.ts';
import { paying } from './paying.ts';
import { personAt } from './person-at.ts';

/** BR Code of an immediate charge, as a bank writes it. */
const CODE = writeDynamicBrCode({
  url: 'pix.example.com/qr/v2/1',
  name: 'FACULDADE',
  city: 'BELO HORIZONTE',
});

/** Applicants with a charge, and a bank's possible reports about it. */
export function bankReports(harness: Harness) {
  const use = paying(harness);

  /** Reports a bank may send about a charge, and functions that apply them; received amounts in cents. */
  function reports({ tenantId }: Enrolling, paymentId: number, txid: string) {
    const says = (status: PixCharge['status'], ...cents: number[]): PixCharge => ({
      txid,
      status,
      amountCents: 36_000,
      copyPaste: CODE,
      createdAt: '2026-01-12T13:00:00Z',
      expiresInSeconds: 3600,
      received: cents.map((amountCents, n) => ({
        endToEndId: `E${paymentId}-${n}`,
        amountCents,
        at: '2026-01-12T13:01:00Z',
      })),
    });
    const apply = (found: PixCharge) => applyCharge(harness.platform, tenantId, paymentId, pixReport(found));
    return { says, apply };
  }

  /** An applicant with an open charge at the bank. */
  async function charged() {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.pay(who)).body;
    const txid = await use.txidOf(who, paymentId);
    return { who, paymentId, txid, ...reports(who, paymentId, txid) };
  }

  /** A charge of the applicant that the bank has not answered yet; no real bank is called. */
  async function askFor(who: Enrolling, txid: string) {
    const now = harness.clock.now();
    const row = await harness.platform.db.tenant(who.tenantId).one<{ id: number }>(sql`
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, price_id, txid,
        expires_at, created_at, updated_at)
      values (${who.tenantId}, ${who.id}, 'enrollment', 'pix', 'created', 6, 36000, ${who.priceId}, ${txid},
        ${new Date(now.getTime() + 3600_000)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz) returning id`);
    const paymentId = row?.id ?? 0;
    return { who, paymentId, txid, ...reports(who, paymentId, txid) };
  }
  const asked = async () => {
    const who = await personAt(harness, 'payment');
    return askFor(who, `ASKED${String(who.id).padStart(27, '0')}`);
  };
  return { charged, asked, askFor };
}
export type BankReports = ReturnType<typeof bankReports>;
