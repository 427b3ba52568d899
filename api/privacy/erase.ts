import { STATUS } from '@orbita/domain/subscription';
import sql, { join, raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { markChanged } from '../subscription/change.ts';
import { forgetAnswers } from './kept-answers.ts';
import { eraseMentions } from './mentions.ts';
import { personalTables } from './tables.ts';

/** Years for which contracts, their evidence and payments are kept (Código Civil art. 205, spec 18). */
const LEGAL_YEARS = 10;

/** Records the law requires to be kept, and the dates from which their years count. */
type Duty = { contract: Date | null; payment: Date | null; enrolment: Date | null };

const dutiesOf = (tx: Tx, personId: number): Promise<Duty | undefined> =>
  tx.one<Duty>(sql`
    select
      (select max(a.accepted_at) from contract_acceptance a
       join subscription s on s.tenant_id = a.tenant_id and s.id = a.subscription_id
       where a.tenant_id = ${tx.tenantId} and s.person_id = ${personId}) as contract,
      (select max(coalesce(p.paid_at, p.updated_at)) from payment p
       join subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
       where p.tenant_id = ${tx.tenantId} and s.person_id = ${personId}
         and (p.state in ('paid', 'refunded') or p.received_cents > 0)) as payment,
      (select max(s.updated_at) from subscription s
       where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}
         and (s.status = ${STATUS.Enrolled}::int or s.student_lyceum_id is not null)) as enrolment`);

async function keepIdentity(tx: Tx, personId: number, now: Date): Promise<void> {
  const duty = await dutiesOf(tx, personId);
  const held = Object.entries(duty ?? {}).filter((one): one is [string, Date] => one[1] !== null);
  if (held.length === 0) return;
  const last = new Date(Math.max(...held.map(([, at]) => at.getTime())));
  const reasons = JSON.stringify(held.map(([reason]) => reason));
  await tx.one(sql`
    insert into kept_identity (tenant_id, person_id, identity, reasons, kept_at, keep_until)
    select p.tenant_id, p.id, jsonb_build_object('name', p.name, 'birthDate', p.birth_date, 'documents', coalesce(
        (select jsonb_agg(jsonb_build_object('type', u.document_type, 'document', u.document) order by u.id)
         from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id), '[]'::jsonb)),
      ${reasons}::jsonb, ${now}::timestamptz,
      (${last}::timestamptz + make_interval(years => ${LEGAL_YEARS}::int))::date
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}
    on conflict (tenant_id, person_id) do nothing returning person_id`);
}

/**
 * Lists that were taken out as files hold rows as they were: those with personal columns end at once (`export-sweep` deletes
 * them), and those under way begin anew.
 */
const endLists = (tx: Tx) =>
  tx.many(sql`
    update export_job set expires_at = case when state = 'ready' then created_at else expires_at end,
      rows = case when state = 'running' then 0 else rows end,
      lease_until = case when state = 'running' then null else lease_until end,
      state = case when state = 'running' then 'waiting' else state end
    where tenant_id = ${tx.tenantId} and state in ('ready', 'running') and reason is not null returning id`);

/** People are taken out of other people's rows and of lists before their own are erased, for as many as are due at once. */
export async function eraseElsewhere(tx: Tx, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return;
  await eraseMentions(tx, personIds);
  await endLists(tx);
}

/**
 * Anonymises a person: records the law requires are moved aside, everything else is deleted or overwritten as
 * the modules define. Returns false when it was done before, or another node is doing it. `elsewhere` = she still stands in
 * other people's rows.
 */
export async function erasePerson(tx: Tx, personId: number, now: Date, elsewhere = true): Promise<boolean> {
  const free = await tx.one(sql`
    select id from person where tenant_id = ${tx.tenantId} and id = ${personId} and anonymised_at is null
    for update skip locked`);
  if (!free) return false;
  if (elsewhere) await eraseElsewhere(tx, [personId]);
  await eraseRows(tx, personId, now);
  return true;
}

async function eraseRows(tx: Tx, personId: number, now: Date): Promise<void> {
  await keepIdentity(tx, personId, now);
  await tx.one(sql`
    insert into erasure (tenant_id, person_id, person_uuid, erased_at)
    select tenant_id, id, uuid, ${now}::timestamptz from person
    where tenant_id = ${tx.tenantId} and id = ${personId} returning person_id`);
  await forgetAnswers(tx, personId);
  for (const { table, mine, erase } of personalTables) {
    const which = mine({ tenantId: tx.tenantId, personId });
    if (erase === 'delete') await tx.many(sql`delete from ${raw(table)} where ${which} returning tenant_id`);
    else if ('set' in erase) {
      const set = join(Object.entries(erase.set).map(([column, value]) => raw(`${column} = ${value}`)));
      await tx.many(sql`update ${raw(table)} set ${set} where ${which} returning tenant_id`);
    }
  }
  await tx.one(sql`
    update person set anonymised_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${personId} returning id`);
  // Systems that follow changes must erase the person, too (LGPD art. 18 §6).
  await markChanged(tx, personId, now);
}
