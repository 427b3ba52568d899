import { daysBetween } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import {
  ProviderUnavailable,
  ProviderUnknown,
  type SlipCharge,
  type SlipGateway,
} from '../../platform/ports.ts';
import { noticeAddress } from '../notice-addresses.ts';
import { payerOf } from '../payer.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';
import { slipByFile } from '../slip-files/instrument.ts';
import { type Instrument, keepCode, noteOf, registerQuietly } from './instrument.ts';

const STATUS: Record<SlipCharge['status'], ReportedStatus> = {
  PROCESSING: 'processing',
  OPEN: 'open',
  PAID: 'paid',
  CANCELLED: 'removed',
  EXPIRED: 'ended',
  FAILED: 'failed',
  UNKNOWN: 'unknown',
};

/** Converts a bank's slip to the common report. */
export function slipReport(slip: SlipCharge): ChargeReport {
  const { ourNumber, digitableLine, barcode } = slip;
  return {
    reference: slip.reference,
    providerId: slip.requestCode,
    status: STATUS[slip.status],
    copyPaste: slip.pixCopyPaste,
    slip: ourNumber && digitableLine && barcode ? { ourNumber, digitableLine, barcode } : null,
    card: null,
    received: slip.received.map(({ reference, amountCents, at }) => ({ reference, amountCents, at })),
  };
}

/** Days after its due day for which a bank takes a slip at most; for a later deadline, the candidate gets another slip then. */
const MOST_DAYS_AFTER_DUE = 60;

/** Reason given to the bank when a slip is cancelled. */
const REASON = 'Outra forma de pagamento';
const CAN_BE_PAID: readonly SlipCharge['status'][] = ['PROCESSING', 'OPEN', 'UNKNOWN'];

/**
 * Adds the money received by other slips under the same reference and cancels them: an order whose answer was lost may have
 * been executed in addition to its repeat.
 * @throws ProviderUnavailable while another one can still be paid beside a paid one.
 */
async function withRepeats(gateway: SlipGateway, slip: SlipCharge, dueDate: string): Promise<SlipCharge> {
  const { reference } = slip;
  const { items, unread } = await gateway.list({ from: dueDate, to: dueDate, by: 'due', reference });
  if (unread > 0) throw new ProviderUnknown('One of the slips under this number cannot be read');
  let open = false;
  const received = [...slip.received];
  for (const one of items) {
    if (one.reference !== reference || one.requestCode === slip.requestCode || one.requestCode === null)
      continue;
    const left = CAN_BE_PAID.includes(one.status) ? await gateway.remove(one.requestCode, REASON) : one;
    open ||= left !== undefined && CAN_BE_PAID.includes(left.status);
    received.push(...(left?.received ?? []));
  }
  const paid = received.length > 0;
  if (open && paid) throw new ProviderUnavailable('Another slip under this number can still be paid');
  return { ...slip, received, status: paid ? 'PAID' : open ? 'OPEN' : slip.status };
}

/** Slips registered at the institution's bank. */
export const slip: Instrument = {
  removable: true,
  // A bank confirms a cancellation later, and a slip that is still being registered cannot be cancelled yet.
  endsLater: true,
  // A bank without idempotency keys lists a new slip within seconds; four lookups take about a minute.
  looksBeforeRepeat: 4,
  isServed: (ports, tenantAlias, institutionCode) =>
    ports.slip.account(tenantAlias, institutionCode) !== undefined,
  at(platform, row) {
    if (row.slip?.provider === 'cnab') return slipByFile(platform, row, row.slip);
    const { reference, tenant_alias: alias, institution_code: code, slip: terms } = row;
    const gateway = platform.ports.slip.account(alias, code);
    if (!gateway || !terms) throw new ProviderUnavailable(`No account for slips ${alias}/${code}`);
    const { dueDay: dueDate } = terms;
    const find = () => gateway.find({ reference, requestCode: row.provider_id, dueDate });
    const reported = (found: SlipCharge | undefined) => found && slipReport(found);
    return {
      async create() {
        const payer = await payerOf(platform, row);
        const discount = terms.fullCents - row.amount_cents;
        const [made] = await Promise.allSettled([
          gateway.create({
            reference,
            amountCents: terms.fullCents,
            dueDate,
            daysPayableAfterDue: Math.min(MOST_DAYS_AFTER_DUE, daysBetween(dueDate, terms.lastDay)),
            ...(discount > 0 ? { discount: { cents: discount, until: dueDate } } : {}),
            payer,
            note: noteOf(row),
          }),
          registerQuietly(
            platform,
            noticeAddress(platform, row.tenant_id, gateway.provider).then((url) =>
              gateway.ensureWebhook(url),
            ),
          ),
        ]);
        if (made.status === 'rejected') throw made.reason;
        return slipReport(made.value);
      },
      find: async () => reported(await find()),
      async remove() {
        const found = await find();
        const left =
          found?.requestCode && found.status !== 'PAID'
            ? await gateway.remove(found.requestCode, REASON)
            : found;
        return reported(left && terms.askedAgain ? await withRepeats(gateway, left, dueDate) : left);
      },
    };
  },
  async keep(tx, row, report) {
    if (!report.slip) return false;
    const { ourNumber, digitableLine, barcode } = report.slip;
    await tx.one(sql`
      update payment_slip set our_number = ${ourNumber}, digitable_line = ${digitableLine}, barcode = ${barcode}
      where tenant_id = ${tx.tenantId} and payment_id = ${row.id} returning payment_id`);
    if (report.copyPaste) await keepCode(tx, row.id, report.copyPaste);
    return true;
  },
};
