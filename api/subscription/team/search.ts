import { normaliseEmail, normalisePhone, shownName } from '@orbita/domain/foundation';
import { maskDocument, maskEmail, maskPhone } from '@orbita/domain/identity';
import { type Status, statusInfo, type Term, termOf } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { called, LEAST_LETTERS } from '../../person/team/find-by-name.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { ownedBy } from '../../platform/lists/lists.ts';

const MOST = 20;
/** Number of people with a matching name that are considered; finding others requires more letters. */
const LOOKED_AT = 2_000;

type Row = {
  person_id: number;
  name: string;
  social_name: string | null;
  document: string | null;
  email: string | null;
  cell_phone: string | null;
  subscription_id: number | null;
  status: Status | null;
  course_name: string | null;
  institution_code: string | null;
  cut: boolean;
};

function wordsOf(name: string): string[] {
  const words = name.split(/\s+/);
  if ((words[0]?.length ?? 0) < LEAST_LETTERS)
    invalid([{ field: 'q', message: `Escreva ao menos ${LEAST_LETTERS} letras do nome.` }]);
  return words;
}

const withPhone = (tenantId: number, number: string): Sql => sql`
  select id from person where tenant_id = ${tenantId} and cell_phone = ${normalisePhone(number)}::text
  union select id from person where tenant_id = ${tenantId} and phone = ${normalisePhone(number)}::text`;

const withAccount = (tenantId: number, document: string): Sql => sql`
  select person_id as id from user_account where tenant_id = ${tenantId} and document_type in ('rne', 'passport')
    and document = ${document.toUpperCase()}::text`;

/** Query for the ids of the people that match a term other than a name. */
function known(tenantId: number, { kind, value }: Term): Sql {
  if (kind === 'email')
    return sql`select id from person where tenant_id = ${tenantId} and email = ${normaliseEmail(value)}::text`;
  if (kind === 'phone') return withPhone(tenantId, value);
  if (kind === 'cpf-or-phone')
    return sql`
      select id from person where tenant_id = ${tenantId} and cpf = ${value}::text
      union select person_id from user_account where tenant_id = ${tenantId} and document_type = 'cpf'
        and document = ${value}::text
      union ${withPhone(tenantId, value)}`;
  if (kind === 'application')
    return sql`select person_id as id from subscription where tenant_id = ${tenantId} and id = ${Number(value)}::bigint`;
  return withAccount(tenantId, value);
}

/** Query for one row: `ids` of the people that match a term, and `cut`, true if there may be more of them. */
const meant = (tenantId: number, term: Term): Sql =>
  term.kind === 'name'
    ? called(tenantId, wordsOf(term.value), { most: LOOKED_AT + 1 })
    : sql`select array(select id from (${known(tenantId, term)}) named limit ${LOOKED_AT + 1}::int) as ids, false as cut`;

const present = (row: Row) => ({
  personId: row.person_id,
  subscriptionId: row.subscription_id,
  name: shownName({ name: row.name, socialName: row.social_name }),
  documentMasked: row.document ? maskDocument(row.document) : '',
  emailMasked: row.email && maskEmail(row.email),
  phoneMasked: row.cell_phone && maskPhone(row.cell_phone),
  courseName: row.course_name,
  status: row.status,
  statusName: row.status && statusInfo(row.status).label,
  statusColor: row.status && statusInfo(row.status).color,
  institutionCode: row.institution_code,
});

/**
 * Applications of the people that match a term, masked, newest first within a person; for a number only that application (spec
 * 25.3.3). People without an application are only found by callers who cover all institutions.
 */
export async function search(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  typed: string,
) {
  const term = termOf(typed.replaceAll('\u0000', ''));
  if (!term) invalid([{ field: 'q', message: 'Obrigatório.' }]);
  const { kind, value } = term as Term;
  const numbered = kind === 'application' ? sql` and s.id = ${Number(value)}::bigint` : sql``;
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    with meant as materialized (${meant(tenant.id, { kind, value })})
    select p.id as person_id, p.name, p.social_name, p.email, p.cell_phone, s.id as subscription_id, s.status,
      c.name as course_name, i.code as institution_code, meant.cut or cardinality(meant.ids) > ${LOOKED_AT}::int as cut,
      coalesce(p.cpf, (select u.document from user_account u
        where u.tenant_id = p.tenant_id and u.person_id = p.id order by u.id limit 1)) as document
    from meant
    join person p on p.tenant_id = ${tenant.id} and p.id = any(meant.ids) and p.anonymised_at is null
    left join subscription s on s.tenant_id = p.tenant_id and s.person_id = p.id
    left join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    left join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where true${numbered}${ownedBy(tenant.id, service, {}, sql`s.institution_id`)}
    order by coalesce(p.search_social_name, p.search_name), p.id, s.id desc limit ${MOST + 1}::int`);
  const more = rows.length > MOST || rows[0]?.cut === true;
  return { kind, data: rows.slice(0, MOST).map(present), more };
}
