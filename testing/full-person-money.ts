import sql from 'sql-template-tag';
import { sealCommand } from '../api/approval/store.ts';
import type { Harness } from './harness.ts';

// Money records of `fullPerson` beyond what its calls create: inserted, because the moves would end one another.

/** A refund requested by a member of the team and awaiting a second person. */
export async function refundAsked(
  { platform }: Harness,
  tenantId: number,
  institution: string,
  paymentId: number,
): Promise<number> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number }>(sql`
    with asker as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      values (${tenantId}, 'Ivo Financeiro', ${`ivo.${paymentId}@equipe.test`}, 'active', ${now}::timestamptz,
        ${now}::timestamptz) returning id),
    held as (
      insert into staff_grant (tenant_id, staff_id, role, institutions, source, granted_by, granted_at)
      select ${tenantId}, id, 'financeiro', jsonb_build_array(${institution}::text), 'manual', 'x', ${now}::timestamptz from asker returning staff_id)
    insert into approval (tenant_id, kind, subject_kind, subject_id, subject_key, person_id, subscription_id, institutions,
      summary, fields, hash, amount_cents, reason, command, requested_by, requested_at, expires_at)
    select y.tenant_id, 'refund', 'payment', y.id, concat('payment ', y.id), s.person_id, s.id, jsonb_build_array(i.code),
      concat('Devolver R$ 720,00 da inscrição ', s.id),
      '[{"label":"Motivo","before":null,"after":["Pago duas vezes."],"notes":[]}]', 'mark', 72000, 'Pago duas vezes.',
      ${sealCommand(platform, tenantId, { outside: false })}, held.staff_id, ${now}::timestamptz,
      ${now}::timestamptz + interval '72 hours'
    from held, payment y join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${tenantId} and y.id = ${paymentId} returning id`);
  return made?.id ?? 0;
}

/** A bank's slip beside the open Pix: inserted, because an application has at most one open charge. */
export const slipOf = ({ platform }: Harness, tenantId: number, paymentId: number) =>
  platform.db.tenant(tenantId).one(sql`
    insert into payment_slip (tenant_id, payment_id, due_day, payable_day, last_day, full_cents, our_number,
      digitable_line, barcode)
    values (${tenantId}, ${paymentId}, '2026-12-01', '2026-12-01', '2026-12-08', 40000, '00000045864',
      '07790001161012345670800000045864269340000027615', '07792693400000276150001110123456700000004586')
    returning payment_id`);

/** A refund refused by its bank, so that it counts in no amount of the application. */
export const refusedRefund = ({ platform }: Harness, tenantId: number, paymentId: number) =>
  platform.db.tenant(tenantId).one(sql`
    insert into refund (tenant_id, payment_id, amount_cents, reason, requested_by, state, failure, requested_at, settled_at)
    values (${tenantId}, ${paymentId}, 100, 'Pago a mais', 'Financeiro', 'failed', 'Recusada pelo banco',
      ${platform.clock.now()}::timestamptz, ${platform.clock.now()}::timestamptz) returning id`);

/** An authorisation in force with one month, inserted because no bank was involved. */
export async function recurrence(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<{ recurrenceId: number; monthId: number }> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number; month_id: number }>(sql`
    with given as (
      insert into recurrence (tenant_id, subscription_id, payment_id, method, state, kind, amount_cents, day_of_month,
        created_at, updated_at)
      values (${tenantId}, ${subscriptionId}, ${paymentId}, 'automatic-pix', 'approved', 'fixed', 36000, 5,
        ${now}::timestamptz, ${now}::timestamptz) returning id),
    month as (
      insert into recurrence_cycle (tenant_id, recurrence_id, subscription_id, number, due_day, amount_cents, state, updated_at)
      select ${tenantId}, id, ${subscriptionId}, 2, '2026-12-05', 36000, 'planned', ${now}::timestamptz from given
      returning id, recurrence_id)
    select recurrence_id as id, id as month_id from month`);
  await platform.db.tenant(tenantId).many(sql`
    insert into recurrence_try (tenant_id, txid, recurrence_id, number, asked_day, amount_cents, state, created_at, updated_at)
    values (${tenantId}, ${`TRY${subscriptionId}`}, ${made?.id}, 2, '2026-12-05', 36000, 'denied', ${now}::timestamptz,
      ${now}::timestamptz) returning txid`);
  return { recurrenceId: made?.id ?? 0, monthId: made?.month_id ?? 0 };
}

/** A fee to be settled at the institution, beside the open charge, without the move that would end that. */
export async function manualPayment(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
): Promise<number> {
  const made = await platform.db.tenant(tenantId).one<{ payment_id: number }>(sql`
    with paid as (
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at,
        updated_at)
      values (${tenantId}, ${subscriptionId}, 'tax', 'manual', 'pending', 1, 12000, ${platform.clock.now()}::timestamptz,
        ${platform.clock.now()}::timestamptz) returning id)
    insert into manual_payment (tenant_id, payment_id, reason, requested_by)
    select ${tenantId}, id, 'Paga na secretaria', 'candidate' from paid returning payment_id`);
  return made?.payment_id ?? 0;
}

/** A finished comparison, with one open difference. */
export async function comparisonOf(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<{ reconciliationId: number; differenceId: number }> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number; difference: number }>(sql`
    with report as (
      insert into reconciliation (tenant_id, institution_id, provider, from_day, until_day, nightly, state, created_at,
        updated_at)
      select tenant_id, institution_id, 'pix', '2026-01-01', '2026-01-03', false, 'done', ${now}::timestamptz,
        ${now}::timestamptz
      from subscription where tenant_id = ${tenantId} and id = ${subscriptionId} returning id, institution_id)
    insert into reconciliation_difference (tenant_id, reconciliation_id, institution_id, kind, reference, payment_id,
      state, created_at, updated_at)
    select ${tenantId}, id, institution_id, 'missing-there', 'somewhere', ${paymentId}, 'open', ${now}::timestamptz,
      ${now}::timestamptz from report
    returning reconciliation_id as id, id as difference`);
  return { reconciliationId: made?.id ?? 0, differenceId: made?.difference ?? 0 };
}

/** A slip file for the bank, the slip in it, and a line of the bank's answer. */
export async function remittanceOf(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<{ remittanceId: number; slipReturnId: number }> {
  const now = platform.clock.now();
  const agreement = `A${subscriptionId}`;
  const made = await platform.db.tenant(tenantId).one<{ id: number; return_id: number }>(sql`
    with place as (
      select tenant_id, institution_id from subscription where tenant_id = ${tenantId} and id = ${subscriptionId}),
    counted as (
      insert into slip_sequence (tenant_id, bank, agreement, institution_id, next_number, next_file)
      select tenant_id, '001', ${agreement}, institution_id, 2, 2 from place returning bank),
    file as (
      insert into slip_remittance (tenant_id, institution_id, bank, agreement, sequence, entries, write_offs, total_cents,
        content, created_by, created_at)
      select tenant_id, institution_id, '001', ${agreement}, 1, 1, 0, 40000, 'CANDIDATA', 'Financeiro', ${now}::timestamptz
      from place returning id),
    slip as (
      insert into slip_registration (tenant_id, payment_id, institution_id, bank, agreement, number, block, state, payer,
        remittance_id, updated_at)
      select p.tenant_id, ${paymentId}, p.institution_id, '001', ${agreement}, 1, '0', 'registered',
        '{"name": "Candidata"}', f.id, ${now}::timestamptz from place p, file f returning payment_id),
    answer as (
      insert into slip_return (tenant_id, institution_id, bank, agreement, sequence, file_day, imported_by, created_at,
        read_at)
      select tenant_id, institution_id, '001', ${agreement}, 1, '2026-01-12', 'Financeiro', ${now}::timestamptz,
        ${now}::timestamptz
      from place returning id),
    line as (
      insert into slip_return_event (tenant_id, return_id, line, payment_id, code, event_day, occurrence, outcome,
        paid_cents, fee_cents, at)
      select ${tenantId}, a.id, 3, ${paymentId}, '02', '2026-01-12', 1, 'applied', 0, 0, ${now}::timestamptz
      from answer a, slip returning line)
    select f.id, a.id as return_id from file f, answer a, line, counted`);
  return { remittanceId: made?.id ?? 0, slipReturnId: made?.return_id ?? 0 };
}
