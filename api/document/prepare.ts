import { type Cover, type DocumentSubject, documentsFor, type When } from '@orbita/domain/document';
import { type DocumentType, dayInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type SubscriptionState, stageOf, stateOf } from '../subscription/facts.ts';

type Stage = 'selection' | 'enrollment';
type RuleRow = {
  code: string;
  position: number;
  name: string;
  help: string;
  required: boolean;
  accepts_xlsx: boolean;
  coverable: Cover | null;
  when: When;
};
type SubjectRow = {
  nationality: string | null;
  gender_id: number | null;
  cpf: string | null;
  document_type: DocumentType | null;
  school_type: string | null;
  rules: RuleRow[];
};

/** Used while the birth date is unknown, so that no rule about minors applies. */
const UNKNOWN_BIRTH = '1900-01-01';

const readSubject = (tx: Tx, state: SubscriptionState, stage: Stage) =>
  tx.one<SubjectRow>(sql`
    select p.nationality, p.gender_id, p.cpf,
      (select u.document_type from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id
       order by (u.document_type = 'cpf') desc, u.id limit 1) as document_type,
      (select x.school_type from schooling x where x.tenant_id = p.tenant_id
       and x.subscription_id = ${state.id}) as school_type,
      (select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'position', r.position, 'name', r.name,
          'help', r.help, 'required', r.required, 'accepts_xlsx', r.accepts_xlsx,
          'coverable', r.covered_by, 'when', r.condition)
          order by r.position), '[]')
       from document_rule r where r.tenant_id = p.tenant_id and r.stage = ${stage}::text
         and r.document_set_id = ${state.document_set_id}::bigint) as rules
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${state.person_id}`);

const subjectOf = (state: SubscriptionState, row: SubjectRow, today: string): DocumentSubject => ({
  today,
  birthDate: state.person_birth_date ?? UNKNOWN_BIRTH,
  nationality: row.nationality,
  genderId: row.gender_id,
  documentType: row.document_type ?? 'cpf',
  hasCpf: row.cpf !== null,
  ingressKind: state.ingress_kind,
  ingressMode: state.ingress_name,
  schoolType: row.school_type,
  applicationType: state.application_type,
});

async function rulesFor(
  tx: Tx,
  platform: Platform,
  state: SubscriptionState,
  stage: Stage,
): Promise<RuleRow[]> {
  if (state.document_set_id === null || (stage === 'enrollment' && stageOf(state) === 'none')) return [];
  const row = await readSubject(tx, state, stage);
  if (!row) throw new Error(`No person ${state.person_id}`);
  return documentsFor(row.rules, subjectOf(state, row, dayInZone(platform.clock.now(), state.time_zone)));
}

/**
 * After a change of ingress mode: adds the documents of the new offer and withdraws, along with their files, those that only
 * the previous one required, because nobody will review them.
 */
export async function changeSelectionDocuments(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
): Promise<void> {
  const state = await stateOf(tx, subscriptionId);
  if (!state) throw new Error(`No subscription ${subscriptionId}`);
  await prepareDocuments(tx, platform, state, 'selection');
  const asked = (await rulesFor(tx, platform, state, 'selection')).map(({ code }) => code);
  await tx.many(sql`
    with gone as (
      update required_document set required = false, state = 'waived', updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and stage = 'selection'
        and code <> all(${asked}::text[]) returning id
    )
    update document_file set removed_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and removed_at is null and required_document_id in (select id from gone)
    returning id`);
}

/**
 * Creates the documents that a subscription must send at a stage, according to the rules of its offer (spec 15.1), in the
 * caller's transaction. Existing documents stay unchanged; empty ones that no longer apply are removed. Returns whether any
 * were added or removed.
 */
export async function prepareDocuments(
  tx: Tx,
  platform: Platform,
  state: SubscriptionState,
  stage: Stage,
): Promise<boolean> {
  const rules = await rulesFor(tx, platform, state, stage);
  const before = state.documents.filter((one) => one.stage === stage);
  if (rules.length === 0 && before.length === 0) return false;
  const changed = await tx.one(sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
        as r (code text, position int, name text, help text, required boolean, accepts_xlsx boolean,
          coverable jsonb)
    ), gone as (
      delete from required_document d where d.tenant_id = ${tx.tenantId} and d.subscription_id = ${state.id}
        and d.stage = ${stage}::text and d.state = 'pending' and d.code not in (select code from asked)
        and not exists(select from document_file f where f.tenant_id = d.tenant_id and f.required_document_id = d.id) returning id
    ), made as (
    insert into required_document (tenant_id, subscription_id, code, position, name, help, stage, required, accepts_xlsx,
      coverable, updated_at)
    select ${tx.tenantId}::bigint, ${state.id}::bigint, code, position, name, help, ${stage}::text, required,
      accepts_xlsx, coverable, ${platform.clock.now()}::timestamptz from asked order by position
    on conflict (tenant_id, subscription_id, stage, code) do nothing returning id)
    select id from gone union all select id from made limit 1`);
  return changed !== undefined;
}
