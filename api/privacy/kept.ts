import { check, isoInZone, normaliseDocument } from '@orbita/domain/foundation';
import { documentRules } from '@orbita/domain/identity';
import type { Body } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import type { Ctx } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { withinReach } from './reach.ts';

type Asked = Ctx<'POST /operations/kept-records/search'>;
type Wish = Body<'POST /operations/kept-records/search'>;

/** Maximum number of people for one document or number: a person may have returned after an erasure. */
const MOST = 20;
/** The form of our ids. */
const NUMBER = /^\d{1,15}$/;

/** Requires team members to say why they are looking; 422 otherwise. */
function checkReason({ staff }: Asked['service'], reason: string | null | undefined): void {
  if (staff && !reason) invalid([{ field: 'reason', message: 'Escolha o motivo.' }]);
}

/** Ids of the people that a document or number refers to, found through an index. 422 for an invalid value. */
function meant(tenantId: number, { by, value }: Wish): Sql {
  if (by !== 'application' && by !== 'request') {
    invalid(check({ document: value }, documentRules(by)).map((error) => ({ ...error, field: 'value' })));
    return sql`
      select d.person_id from kept_document d where d.tenant_id = ${tenantId}
        and d.document_type = ${by}::text and d.document = ${normaliseDocument(by, value)}::text`;
  }
  const number = value.trim();
  if (!NUMBER.test(number)) invalid([{ field: 'value', message: 'Escreva só o número.' }]);
  return by === 'application'
    ? sql`select s.person_id from subscription s where s.tenant_id = ${tenantId} and s.id = ${number}::bigint`
    : sql`select r.person_id from privacy_request r where r.tenant_id = ${tenantId} and r.id = ${number}::bigint`;
}

/** Erased people that a document or number refers to, most recent first; their identity is not revealed here. */
export async function findKept({ platform, tenant, service }: Asked, wish: Wish) {
  checkReason(service, wish.reason);
  const rows = await platform.db
    .tenant(tenant.id)
    .many<{ person_id: number; kept_at: Date; until: string }>(sql`
    select k.person_id, k.kept_at, k.keep_until::text as until from kept_identity k
    where k.tenant_id = ${tenant.id} and k.person_id in (${meant(tenant.id, wish)})
      ${withinReach(service, tenant.id, sql`k.person_id`)}
    order by k.kept_at desc, k.person_id desc limit ${MOST}::int`);
  return {
    data: rows.map((row) => ({
      personId: row.person_id,
      keptAt: isoInZone(row.kept_at, tenant.timeZone),
      keepUntil: row.until,
    })),
  };
}

type Kept = {
  identity: { name: string; birthDate: string | null };
  documents: { type: string; document: string }[];
  reasons: ('contract' | 'payment' | 'enrolment')[];
  until: string;
};
type Contract = { id: number; subscription_id: number; html: string; html_hash: string; accepted_at: Date };

/**
 * Identity and contracts of an erased person that the law requires to keep; for the privacy scope only (spec 18). 404 outside the
 * caller's reach.
 */
export async function showKept({
  platform,
  tenant,
  service,
  params: { personId },
  query,
}: Ctx<'GET /operations/kept-records/{personId}'>) {
  const on = platform.db.tenant(tenant.id);
  const kept = await on.one<Kept>(sql`
    select k.identity, k.reasons, k.keep_until::text as until, coalesce((
      select jsonb_agg(jsonb_build_object('type', d.document_type, 'document', d.document)
        order by d.document_type, d.document)
      from kept_document d where d.tenant_id = k.tenant_id and d.person_id = k.person_id), '[]'::jsonb) as documents
    from kept_identity k where k.tenant_id = ${tenant.id} and k.person_id = ${personId}
      ${withinReach(service, tenant.id, sql`k.person_id`)}`);
  if (!kept) fail('NOT_FOUND');
  checkReason(service, query.reason);
  const contracts = await on.many<Contract>(sql`
    select a.id, a.subscription_id, a.html, a.html_hash, a.accepted_at from contract_acceptance a
    join subscription s on s.tenant_id = a.tenant_id and s.id = a.subscription_id
    where a.tenant_id = ${tenant.id} and s.person_id = ${personId} order by a.id`);
  return {
    personId,
    ...kept.identity,
    documents: kept.documents,
    reasons: kept.reasons,
    keepUntil: kept.until,
    contracts: contracts.map((row) => ({
      acceptanceId: row.id,
      subscriptionId: row.subscription_id,
      acceptedAt: isoInZone(row.accepted_at, tenant.timeZone),
      hash: row.html_hash,
      html: row.html,
    })),
  };
}
