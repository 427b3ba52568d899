import { lineOf, numberedSlip, writeBarcode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, type SlipPayer } from '../../platform/ports.ts';
import type { ChargeRow, SlipRow } from '../store.ts';
import type { FilingInstitution } from './settings.ts';

/** `new`: not in any file yet; `dropped`: ended before it was in one. */
type RegistrationState = 'new' | 'sent' | 'registered' | 'rejected' | 'written-off' | 'dropped';

/** The bank's progress on a slip numbered here. */
export type Registration = {
  payment_id: number;
  state: RegistrationState;
  /** Progress of asking the bank to cancel it; null if not requested. */
  write_off: 'wanted' | 'sent' | 'refused' | null;
};

const COLUMNS = sql`payment_id, state, write_off`;

export const registrationOf = (on: Runner, paymentId: number): Promise<Registration | undefined> =>
  on.one<Registration>(sql`
    select ${COLUMNS} from slip_registration where tenant_id = ${on.tenantId} and payment_id = ${paymentId}`);

/** Takes the next our-number of the agreement. @throws ProviderUnavailable when the range is used up. */
async function takeNumber(tx: Tx, { id, code, settings }: FilingInstitution): Promise<number> {
  const { agreement, cnab } = settings;
  const { bank, agreement: name } = agreement;
  // Raising the start of the range continues from there; lowering it does not reuse old numbers.
  const taken = await tx.one<{ number: number }>(sql`
    insert into slip_sequence as q (tenant_id, bank, agreement, institution_id, next_number)
    values (${tx.tenantId}, ${bank}, ${name}, ${id}, ${cnab.firstNumber}::bigint + 1)
    on conflict (tenant_id, bank, agreement) do update
      set next_number = greatest(q.next_number, ${cnab.firstNumber}::bigint) + 1, institution_id = excluded.institution_id
    returning next_number - 1 as number`);
  const number = taken?.number ?? 0;
  if (number > cnab.lastNumber)
    throw new ProviderUnavailable(`The our-numbers of ${code} at bank ${bank} are used up`);
  return number;
}

/**
 * Creates a slip: our-number, barcode and digitable line. It goes into the next file to the bank and can be paid once the
 * bank's return file says that it is registered. A slip that already exists is left unchanged.
 */
export async function registerSlip(
  tx: Tx,
  platform: Platform,
  { id: paymentId }: ChargeRow,
  { dueDay, fullCents }: SlipRow,
  { institution, payer }: { institution: FilingInstitution; payer: SlipPayer },
): Promise<void> {
  // Takes the lock on the sequence first: a concurrent request for the same slip waits here and then finds it created.
  const number = await takeNumber(tx, institution);
  if (await registrationOf(tx, paymentId)) return;
  const { bank, agreement } = institution.settings.agreement;
  const { freeField, block, printed } = numberedSlip(institution.settings, number);
  const barcode = writeBarcode({ bank, dueDate: dueDay, amountCents: fullCents, freeField });
  await tx.one(sql`
    insert into slip_registration (tenant_id, payment_id, institution_id, bank, agreement, number, block, state, payer,
      updated_at)
    values (${tx.tenantId}, ${paymentId}, ${institution.id}, ${bank}, ${agreement}, ${number}::bigint, ${block}, 'new',
      ${JSON.stringify(payer)}::jsonb, ${platform.clock.now()}::timestamptz)
    returning payment_id`);
  await tx.one(sql`
    update payment_slip set our_number = ${printed}, digitable_line = ${lineOf(barcode)}, barcode = ${barcode}
    where tenant_id = ${tx.tenantId} and payment_id = ${paymentId} returning payment_id`);
}

/**
 * Ends a slip: one that is not in any file yet is dropped; for any other, the next file asks the bank to cancel it. Returns its
 * progress; undefined for one that was never created.
 */
export const endSlip = (
  platform: Platform,
  tenantId: number,
  paymentId: number,
): Promise<Registration | undefined> =>
  platform.db.write(tenantId, (tx) =>
    tx.one<Registration>(sql`
      update slip_registration r set
        state = case when state = 'new' then 'dropped' else state end,
        payer = case when state = 'new' then null else payer end,
        write_off = case when state in ('sent', 'registered') and not exists (select from payment y
          where y.tenant_id = r.tenant_id and y.id = r.payment_id and y.state in ('paid', 'refunded'))
          then coalesce(write_off, 'wanted') else write_off end,
        updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and payment_id = ${paymentId} returning ${COLUMNS}`),
  );
