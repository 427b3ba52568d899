import sql, { join, raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { markChanged } from '../subscription/change.ts';
import { dutyOf } from './effects.ts';
import { forgetAnswers } from './kept-answers.ts';
import { eraseMentions } from './mentions.ts';
import { personalTables } from './tables.ts';

async function keepIdentity(tx: Tx, personId: number, now: Date): Promise<void> {
  const { reasons: held, keepUntil } = await dutyOf(tx, personId);
  if (keepUntil === null) return;
  const reasons = JSON.stringify(held);
  await tx.one(sql`
    insert into kept_identity (tenant_id, person_id, identity, reasons, kept_at, keep_until)
    select p.tenant_id, p.id, jsonb_build_object('name', p.name, 'birthDate', p.birth_date),
      ${reasons}::jsonb, ${now}::timestamptz, ${keepUntil}::date
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}
    on conflict (tenant_id, person_id) do nothing returning person_id`);
  // A person who was imported may have no account and still have signed with their CPF.
  await tx.many(sql`
    insert into kept_document (tenant_id, person_id, document_type, document)
    select tenant_id, person_id, document_type, document from user_account
    where tenant_id = ${tx.tenantId} and person_id = ${personId}
    union select tenant_id, id, 'cpf', cpf from person
    where tenant_id = ${tx.tenantId} and id = ${personId} and cpf is not null
    on conflict do nothing returning person_id`);
}

/**
 * Exported list files contain rows as they were: those with personal columns expire immediately (`export-sweep` deletes them),
 * and running exports start again.
 */
const endLists = (tx: Tx) =>
  tx.many(sql`
    update export_job set expires_at = case when state = 'ready' then created_at else expires_at end,
      rows = case when state = 'running' then 0 else rows end,
      lease_until = case when state = 'running' then null else lease_until end,
      state = case when state = 'running' then 'waiting' else state end
    where tenant_id = ${tx.tenantId} and state in ('ready', 'running') and reason is not null returning id`);

/**
 * Removes people from other people's rows and from lists before their own rows are erased, for all people who are due at once.
 */
export async function eraseElsewhere(tx: Tx, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return;
  await eraseMentions(tx, personIds);
  await endLists(tx);
}

/**
 * Anonymises a person: records that the law requires are moved aside, everything else is deleted or overwritten as the modules
 * define. Returns false when that was done before, or another node is doing it. `elsewhere` = other people's rows still mention
 * the person.
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
