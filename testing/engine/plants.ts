import sql, { raw, type Sql } from 'sql-template-tag';
import type { ActName } from './acts.ts';
import type { Hanging, Walker } from './walker.ts';

/** A record that an act requires, by name. */
type Plant =
  | 'essay'
  | 'exam-score'
  | 'questionnaire'
  | 'interview'
  | 'manual-payment'
  | 'cancellation'
  | 'selection-document';

type Sown = { tenantId: number; id: number; now: Date };

type Row = { table: Hanging; where?: string; sow: (sown: Sown) => Sql };

/** Each in the state in which it awaits the act. */
const ROWS: Readonly<Record<Plant, Row>> = {
  essay: {
    table: 'essay',
    sow: ({ tenantId, id, now }) => sql`
      insert into essay (tenant_id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, state,
        started_at, deadline, completed_date)
      select ${tenantId}, s.id, s.person_id, s.offer_id, 9,
        (select min(id) from essay_theme where tenant_id = ${tenantId}), 'Título', 'Texto', 'finished',
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from subscription s where s.tenant_id = ${tenantId} and s.id = ${id} returning id`,
  },
  'exam-score': {
    table: 'exam_score',
    sow: ({ tenantId, id, now }) => sql`
      insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
        next_check_at)
      values (${tenantId}, ${id}, 9, '123456789012', 2025, 'analysing', ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz) returning id`,
  },
  questionnaire: {
    table: 'questionnaire',
    sow: ({ tenantId, id, now }) => sql`
      insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, state, submitted_at, updated_at)
      values (${tenantId}, ${id}, (select min(id) from questionnaire_template where tenant_id = ${tenantId}),
        'submitted', ${now}::timestamptz, ${now}::timestamptz) returning id`,
  },
  interview: {
    table: 'interview',
    sow: ({ tenantId, id, now }) => sql`
      insert into interview (tenant_id, subscription_id, state, channel, appointment_at, requested_at, updated_at)
      values (${tenantId}, ${id}, 'scheduled', 'email', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
      returning id`,
  },
  'manual-payment': {
    table: 'payment',
    where: `method = 'manual'`,
    sow: ({ tenantId, id, now }) => sql`
      with made as (
        insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at,
          updated_at)
        values (${tenantId}, ${id}, 'enrollment', 'manual', 'pending', 1, 12000, ${now}::timestamptz,
          ${now}::timestamptz)
        returning id
      ), noted as (
        insert into manual_payment (tenant_id, payment_id, reason, requested_by)
        select ${tenantId}, id, 'Paga na secretaria', 'secretaria' from made
      ) select id from made`,
  },
  cancellation: {
    table: 'cancellation',
    sow: ({ tenantId, id, now }) => sql`
      insert into cancellation (tenant_id, subscription_id, reason, state, withdrawal_right, paid_cents, requested_at,
        due_at)
      values (${tenantId}, ${id}, 'gave-up', 'open', false, 0, ${now}::timestamptz, ${now}::timestamptz) returning id`,
  },
  'selection-document': {
    table: 'required_document',
    where: `stage = 'selection'`,
    sow: ({ tenantId, id, now }) => sql`
      insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, updated_at)
      values (${tenantId}, ${id}, 'HISTORICO', 9, 'Histórico escolar', 'selection', true, ${now}::timestamptz)
      returning id`,
  },
};

/** The record each act concerns. */
const ABOUT: Partial<Record<ActName, Plant>> = {
  'approve the essay': 'essay',
  'reject the essay': 'essay',
  'approve the score': 'exam-score',
  'reject the score': 'exam-score',
  'miss the score': 'exam-score',
  'approve selection documents': 'selection-document',
  'approve the questionnaire': 'questionnaire',
  'return the questionnaire': 'questionnaire',
  'reject the questionnaire': 'questionnaire',
  'hold the interview': 'interview',
  'approve the interview': 'interview',
  'reject the interview': 'interview',
  'repeat the interview': 'interview',
  'settle by hand': 'manual-payment',
  'refuse by hand': 'manual-payment',
  'confirm the cancellation': 'cancellation',
  'deny the cancellation': 'cancellation',
};

/** Acts about a test: slots belong to one offer, and only bookings are on the attendance list. */
const OF_A_SLOT: readonly ActName[] = [
  'book the test',
  'book the test for them',
  'move the test',
  'move the test for them',
  'book the last test',
];
const OF_A_ROLL: readonly ActName[] = ['miss the test', 'pass the test', 'fail the test'];

/** Gives the application slots of its own offer while an act runs, and a booking if results are sent. */
async function lendSlots(of: Walker, booked: boolean): Promise<() => Promise<void>> {
  const { tenantId, harness, slots } = of.engine;
  const on = harness.platform.db.tenant(tenantId);
  const [slot] = slots;
  const before = await on.many<{ id: number; offer_id: number; pole_id: number }>(sql`
    update schedule_slot n set offer_id = s.offer_id, pole_id = s.pole_id
    from subscription s, schedule_slot o
    where n.tenant_id = ${tenantId} and n.id = any(${slots}::bigint[]) and s.tenant_id = n.tenant_id and s.id = ${of.id}
      and o.tenant_id = n.tenant_id and o.id = n.id
    returning o.id, o.offer_id, o.pole_id`);
  const booking =
    booked &&
    (await on.one<{ id: number }>(sql`
      insert into test_booking (tenant_id, subscription_id, schedule_slot_id, state, booked_at)
      select ${tenantId}, ${of.id}, ${slot}, 'booked', ${harness.clock.now()}::timestamptz
      where not exists (select from test_booking b where b.tenant_id = ${tenantId} and b.subscription_id = ${of.id})
      returning id`));
  return async () => {
    if (booking)
      await on.many(sql`delete from test_booking where tenant_id = ${tenantId} and id = ${booking.id}`);
    for (const { id, offer_id: offer, pole_id: pole } of before) {
      await on.many(sql`
        update schedule_slot set offer_id = ${offer}, pole_id = ${pole} where tenant_id = ${tenantId} and id = ${id}`);
    }
  };
}

/**
 * Inserts the record an act requires if the application has none, so that only the transition table can refuse the act, and not
 * a missing record. Returns a function that removes it; undefined if nothing is missing.
 */
export async function plantFor(of: Walker, name: ActName): Promise<(() => Promise<void>) | undefined> {
  if (OF_A_SLOT.includes(name) || OF_A_ROLL.includes(name)) return lendSlots(of, OF_A_ROLL.includes(name));
  const plant = ABOUT[name];
  if (!plant) return undefined;
  const { table, where, sow } = ROWS[plant];
  if ((await of.newest(table, where)) !== undefined) return undefined;
  const { tenantId, harness } = of.engine;
  const on = harness.platform.db.tenant(tenantId);
  const made = await on.one<{ id: number }>(sow({ tenantId, id: of.id, now: harness.clock.now() }));
  if (!made) throw new Error(`No ${plant} of ${of.id}`);
  return async () => {
    if (plant === 'manual-payment')
      await on.many(
        sql`delete from manual_payment where tenant_id = ${tenantId} and payment_id = ${made.id}`,
      );
    await on.many(sql`delete from ${raw(table)} where tenant_id = ${tenantId} and id = ${made.id}`);
  };
}
