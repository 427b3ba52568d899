import { isoInZone, toAmount } from '@orbita/domain/foundation';
import QRCode from 'qrcode';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Tenant } from '../platform/http/context.ts';

type PaymentRow = {
  id: number;
  subscription_id: number;
  purpose: string;
  state: string;
  method: string;
  amount_cents: number;
  installments: number;
  created_at: Date;
  paid_at: Date | null;
  pix_copy_paste: string | null;
  expires_at: Date | null;
};

const svgAddress = async (text: string): Promise<string> => {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 1 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

const presentPix = async ({ pix_copy_paste: copyPaste, expires_at: expiresAt }: PaymentRow, zone: string) =>
  copyPaste && expiresAt
    ? { qrCode: await svgAddress(copyPaste), copyPaste, expiresAt: isoInZone(expiresAt, zone) }
    : null;

/** Charges of a subscription in the shape of spec 14.7, oldest first. */
export async function paymentsOf(house: House, tenant: Tenant, subscriptionId: number) {
  const rows = await house.db.tenant(tenant.id).many<PaymentRow>(sql`
    select id, subscription_id, purpose, state, method, amount_cents, installments, created_at, paid_at,
      pix_copy_paste, expires_at
    from payment where tenant_id = ${tenant.id} and subscription_id = ${subscriptionId} order by id`);
  return Promise.all(
    rows.map(async (row) => ({
      paymentId: row.id,
      subscriptionId: row.subscription_id,
      purpose: row.purpose,
      state: row.state,
      amount: toAmount(row.amount_cents),
      method: row.method,
      installments: row.installments,
      createdAt: isoInZone(row.created_at, tenant.timeZone),
      paidAt: row.paid_at ? isoInZone(row.paid_at, tenant.timeZone) : null,
      slip: null,
      pix: await presentPix(row, tenant.timeZone),
      card: null,
      recurrence: null,
      printTicket: null,
    })),
  );
}
