import { lineOf, numberedSlip, writeBarcode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, type SlipPayer } from '../../platform/ports.ts';
import type { ChargeRow, SlipRow } from '../store.ts';
import type { FilingInstitution } from './settings.ts';

/** `new`: in no file yet; `dropped`: ended before it was in one. */
type RegistrationState = 'new' | 'sent' | 'registered' | 'rejected' | 'written-off' | 'dropped';

/** How far the bank is with a slip that was made here. */
export type Registration = {
  payment_id: number;
  state: RegistrationState;
  /** Whether the bank shall write it off. */
  write_off: 'wanted' | 'sent' | 'refused' | null;
};

const COLUMNS = sql`payment_id, state, write_off`;

export const registrationOf = (
  on: Runner,
  tenantId: number,
  paymentId: number,
): Promise<Registration | undefined> =>
  on.one<Registration>(sql`
    select ${COLUMNS} from slip_registration where tenant_id = ${tenantId} and payment_id = ${paymentId}`);

/** Takes the next our-number of the agreement. @throws ProviderUnavailable when the last one was taken. */
async function takeNumber(tx: Tx, { id, code, settings }: FilingInstitution): Promise<number> {
  const { agreement, cnab } = settings;
  const { bank, agreement: name } = agreement;
  // A range that was moved up goes on there; one that was moved down does not bring old numbers back.
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
 * Makes a slip: our-number, barcode and digitable line. It can be paid once the bank's return says that it is registered,
 * and stands in the next file to the bank. A slip that was made already is left as it is.
 */
export async function registerSlip(
  tx: Tx,
  platform: Platform,
  { id: paymentId }: ChargeRow,
  { dueDay, fullCents }: SlipRow,
  { institution, payer }: { institution: FilingInstitution; payer: SlipPayer },
): Promise<void> {
  // The lock of the sequence comes first: whoever makes the same slip at once waits here, then finds it made.
  const number = await takeNumber(tx, institution);
  if (await registrationOf(tx, tx.tenantId, paymentId)) return;
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
 * Ends a slip: one that is in no file yet is dropped, the bank is asked for the end of another by the next file. Returns
 * how far it is; undefined for one that was never made.
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
