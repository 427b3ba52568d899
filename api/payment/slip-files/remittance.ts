import { daysBetween, isoInZone } from '@orbita/domain/foundation';
import { type RemittanceSlip, type RemittanceWriteOff, writeRemittance } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SlipPayer } from '../../platform/ports.ts';
import { OPEN_CHARGE } from '../../subscription/state/open-charge.ts';
import { companyOf, type FilingInstitution } from './settings.ts';

/** Maximum number of new slips, and of cancellations, in one file; the rest go into the next one. */
const MOST_SLIPS = 5000;

type Named = {
  payment_id: number;
  txid: string;
  block: string;
  due_day: string;
  last_day: string;
  full_cents: number;
  amount_cents: number;
  issue_day: string;
  course: string;
  purpose: 'tax' | 'enrollment';
};

const named = (zone: string) => sql`
  select r.payment_id, y.txid, r.block, b.due_day, b.last_day, b.full_cents, y.amount_cents,
    to_char(y.created_at at time zone ${zone}::text, 'YYYY-MM-DD') as issue_day, r.payer, c.name as course, y.purpose
  from slip_registration r
  join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
  join payment_slip b on b.tenant_id = r.tenant_id and b.payment_id = r.payment_id
  join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id`;

/** A slip that is not in any file yet, with its payer. */
type Fresh = Named & { payer: SlipPayer };

const baseOf = (row: Named): RemittanceWriteOff => ({
  // The block contains the number in the bank's own position.
  ...{ ourNumber: '', block: row.block, reference: row.txid, dueDate: row.due_day },
  ...{ issueDate: row.issue_day, amountCents: row.full_cents },
});

function slipOf(row: Fresh): RemittanceSlip {
  const discount = row.full_cents - row.amount_cents;
  const { name, document, street, number, complement, district, zipCode, city, state } = row.payer;
  return {
    ...baseOf(row),
    ...(discount > 0 ? { discount: { cents: discount, until: row.due_day } } : {}),
    writeOffDays: daysBetween(row.due_day, row.last_day),
    payer: {
      ...{ name, document, district, city, state, zipCode: zipCode.replaceAll(/\D/g, '') },
      address: [street, number, complement].filter(Boolean).join(' '),
    },
    messages: [row.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula', row.course],
  };
}

/**
 * Creates the next file to the bank: slips that are in no file yet, and cancellations of those that ended since. Concurrent
 * calls are serialised, so no slip is in two files. Returns its id; fails with 409 `NOTHING_TO_SEND` when there is nothing to
 * send.
 */
export async function makeRemittance(
  tx: Tx,
  platform: Platform,
  institution: FilingInstitution,
  by: string,
): Promise<number> {
  const { tenantId } = tx;
  const { agreement: given, cnab } = institution.settings;
  const { bank, agreement } = given;
  const now = platform.clock.now();
  const locked = await tx.one<{ next_file: number }>(sql`
    select next_file from slip_sequence where tenant_id = ${tenantId} and bank = ${bank} and agreement = ${agreement}
    for update`);
  if (!locked) fail('NOTHING_TO_SEND');
  const ours = sql`r.tenant_id = ${tenantId} and r.bank = ${bank} and r.agreement = ${agreement}`;
  // Charges that ended before being sent are dropped, and so are those of erased persons, whose payer data is gone.
  await tx.many(sql`
    update slip_registration r set state = 'dropped', payer = null, updated_at = ${now}::timestamptz
    where ${ours} and r.state = 'new' and (r.payer is null or not exists (select from payment y
      where y.tenant_id = r.tenant_id and y.id = r.payment_id and y.state in ${OPEN_CHARGE})) returning r.payment_id`);
  const entries = await tx.many<Fresh>(sql`
    ${named(institution.timeZone)} where ${ours} and r.state = 'new'
    order by r.payment_id limit ${MOST_SLIPS}::int for update of r`);
  const ended = await tx.many<Named>(sql`
    ${named(institution.timeZone)} where ${ours} and r.write_off = 'wanted'
    order by r.payment_id limit ${MOST_SLIPS}::int for update of r`);
  const slips = entries.map(slipOf);
  const writeOffs = ended.map(baseOf);
  if (slips.length + writeOffs.length === 0) fail('NOTHING_TO_SEND');
  const local = isoInZone(now, institution.timeZone);
  const content = writeRemittance({
    agreement: {
      ...{ bank, bankName: cnab.bankName, company: institution.receiver.name },
      ...{ document: institution.receiver.document, agreement: companyOf(institution.settings) },
      ...{ agency: cnab.agency, agencyDigit: cnab.agencyDigit, account: cnab.account },
      ...{ accountDigit: cnab.accountDigit, bothDigit: cnab.bothDigit, wallet: cnab.fileWallet },
      ...{ species: cnab.species, fileVersion: cnab.fileVersion, lotVersion: cnab.lotVersion },
    },
    ...{ sequence: locked.next_file, day: local.slice(0, 10), time: local.slice(11, 19), slips, writeOffs },
  });
  const total = slips.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const made = await tx.one<{ id: number }>(sql`
    insert into slip_remittance (tenant_id, institution_id, bank, agreement, sequence, entries, write_offs, total_cents,
      content, created_by, created_at)
    values (${tenantId}, ${institution.id}, ${bank}, ${agreement}, ${locked.next_file}::int, ${slips.length}::int,
      ${writeOffs.length}::int, ${total}::bigint, ${content}, ${by}, ${now}::timestamptz) returning id`);
  if (!made) throw new Error('The remittance was not stored');
  await tx.many(sql`
    update slip_registration set state = 'sent', remittance_id = ${made.id}, payer = null, updated_at = ${now}::timestamptz
    where tenant_id = ${tenantId} and payment_id = any(${entries.map(({ payment_id: id }) => id)}::bigint[])
    returning payment_id`);
  await tx.many(sql`
    update slip_registration set write_off = 'sent', write_off_remittance_id = ${made.id}, updated_at = ${now}::timestamptz
    where tenant_id = ${tenantId} and payment_id = any(${ended.map(({ payment_id: id }) => id)}::bigint[])
    returning payment_id`);
  await tx.one(sql`
    update slip_sequence set next_file = next_file + 1
    where tenant_id = ${tenantId} and bank = ${bank} and agreement = ${agreement} returning next_file`);
  return made.id;
}
