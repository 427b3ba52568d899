import { isBlank, isoInZone } from '@orbita/domain/foundation';
import { maskDocument, maskEmail, maskPhone } from '@orbita/domain/identity';
import type { Answer, ParsedBody } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import { actorName, operatorOf } from '../../caller/operator.ts';
import { hasProved } from '../../identity/held-contact.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Service, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { type BroughtData, casesChanged } from '../document-case.ts';
import { giveDocument } from '../give-document.ts';
import { appliedAt } from './applied-at.ts';

type Body = ParsedBody<'POST /operations/document-cases/{id}/decision'>;
export type Shown = Answer<'POST /operations/document-cases/{id}/decision'>;
type Row = {
  id: number;
  person_id: number;
  document_type: Shown['documentType'];
  document: string;
  brought: BroughtData | Record<string, never>;
  reasons: Shown['reasons'];
  brought_by: string;
  opened_at: Date;
  state: Shown['state'];
  decided_name: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
  given_to: number | null;
  name: string;
  birth_date: string | null;
  email: string | null;
  cell_phone: string | null;
  proved: boolean;
  applications: number;
  account_opens: boolean;
  given_opens: boolean;
};

const account = { as: 'd', person: 'person_id' } as const;
const given = { as: 'd', person: 'given_to' } as const;

const columnsFor = ({
  institutions,
}: Service): Sql => sql`d.id, d.person_id, d.document_type, d.document, d.brought,
  d.reasons, d.brought_by, d.opened_at, d.state, d.decided_name, d.decided_at, d.decision_reason, d.given_to, p.name,
  p.birth_date, p.email, p.cell_phone, ${hasProved} as proved, (select count(*)::int from subscription s
    where s.tenant_id = d.tenant_id and s.person_id = d.person_id) as applications,
  p.anonymised_at is null and ${appliedAt(account, institutions)} as account_opens,
  exists(select from person g where g.tenant_id = d.tenant_id and g.id = d.given_to and g.anonymised_at is null)
    and ${appliedAt(given, institutions)} as given_opens`;
const joins = sql`join person p on p.tenant_id = d.tenant_id and p.id = d.person_id`;

/**
 * Whether a case `d` concerns one of these institutions: through an application of the account, or through the token that
 * imported the other person. Null: all.
 */
export const caseAt = (codes: readonly string[] | null): Sql =>
  codes === null
    ? sql`true`
    : sql`(${appliedAt(account, codes)}
        or exists(select from jsonb_array_elements_text(d.institutions) as place (code)
          where place.code = any(${codes}::text[])))`;

const seen = ({ institutions }: Service): Sql => caseAt(institutions);

const sideOf = (one: {
  name: string;
  birthDate: string | null;
  email: string | null;
  cellPhone: string | null;
}) => ({
  name: one.name,
  birthDate: one.birthDate,
  emailMasked: one.email && maskEmail(one.email),
  phoneMasked: one.cellPhone && maskPhone(one.cellPhone),
});

const present = (row: Row, { timeZone }: Tenant): Shown => ({
  caseId: row.id,
  personId: row.person_id,
  documentType: row.document_type,
  documentMasked: maskDocument(row.document),
  reasons: row.reasons,
  account: {
    ...sideOf({ name: row.name, birthDate: row.birth_date, email: row.email, cellPhone: row.cell_phone }),
    applications: row.applications,
    proved: row.proved,
  },
  brought: row.state === 'open' ? sideOf(row.brought as BroughtData) : null,
  broughtBy: actorName(row.brought_by),
  openedAt: isoInZone(row.opened_at, timeZone),
  state: row.state,
  decidedBy: row.decided_name && actorName(row.decided_name),
  decidedAt: row.decided_at && isoInZone(row.decided_at, timeZone),
  reason: row.decision_reason,
  givenTo: row.given_to,
  opens: { account: row.account_opens, given: row.given_opens },
});

/** Open cases of a person, for the person's page. */
export const openCasesOf = async (
  on: Runner,
  tenant: Tenant,
  service: Service,
  personId: number,
): Promise<Shown[]> =>
  (
    await on.many<Row>(sql`
      select ${columnsFor(service)} from document_case d ${joins}
      where d.tenant_id = ${tenant.id} and d.person_id = ${personId}::bigint and d.state = 'open' and ${seen(service)}
      order by d.id`)
  ).map((row) => present(row, tenant));

/** Whether the account has applications at institutions that the caller does not work for. */
const reachesFurther = async (tx: Tx, { institutions }: Service, personId: number): Promise<boolean> =>
  institutions !== null &&
  (await tx.one(sql`
    select s.id from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}::bigint
      and i.code <> all(${institutions}::text[]) limit 1`)) !== undefined;

/**
 * Decides whose a document is: once, and not with the token that imported the other person. To give it to the imported person,
 * the caller must work for every institution where the account applied.
 */
async function decide(
  tx: Tx,
  { platform, service, tenant }: Pick<ServiceContext, 'platform' | 'service' | 'tenant'>,
  caseId: number,
  { decision, identityCheck, reason }: Body,
): Promise<Shown> {
  invalid(isBlank(reason) ? [{ field: 'reason', message: 'Obrigatório.' }] : []);
  const row = await tx.one<Row & { token_id: number | null }>(sql`
    select ${columnsFor(service)}, d.token_id from document_case d ${joins}
    where d.tenant_id = ${tenant.id} and d.id = ${caseId}::bigint and ${seen(service)} for update of d, p`);
  if (!row) fail('NOT_FOUND');
  if (row.state !== 'open') fail('STATE_CONFLICT', { extra: { state: row.state } });
  if (service.tokenId !== null && service.tokenId === row.token_id) fail('OWN_APPROVAL');
  if (decision === 'given' && (await reachesFurther(tx, service, row.person_id)))
    fail('FORBIDDEN', { message: 'A pessoa também se inscreveu em outra instituição.' });
  const gave =
    decision === 'given'
      ? await giveDocument(tx, platform, {
          personId: row.person_id,
          documentType: row.document_type,
          document: row.document,
          brought: row.brought as BroughtData,
        })
      : null;
  const now = platform.clock.now();
  await tx.one(sql`
    update document_case set state = ${decision}::text, brought = '{}'::jsonb, given_to = ${gave?.id ?? null}::bigint,
      decided_by = ${service.staff?.id ?? null}::bigint, decided_name = ${operatorOf(service)}::text,
      decision_check = ${identityCheck}::text, decision_reason = ${reason.trim()}::text,
      decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tenant.id} and id = ${caseId}::bigint returning id`);
  casesChanged(tx);
  const after = await tx.one<Row>(sql`
    select ${columnsFor(service)} from document_case d ${joins} where d.tenant_id = ${tenant.id} and d.id = ${caseId}::bigint`);
  return present(after ?? fail('NOT_FOUND'), tenant);
}

/** Two people with one document: an account, and a person from the institution's import (spec 25.6.3). */
export const documentCaseRoutes = (platform: Platform): Route[] => [
  route('GET /operations/document-cases', async ({ tenant, service, query }) => {
    const { state = 'open', institution } = query;
    const list: List = {
      from: ['document_case', 'd'],
      where: sql`d.tenant_id = ${tenant.id} and d.state = ${state}::text and ${seen(service)} and ${caseAt(institution === undefined ? null : [institution])}`,
      columns: columnsFor(service),
      joins,
      at: sql`d.opened_at`,
      bounded: {
        tenant: sql`d.tenant_id = ${tenant.id}`,
        most: platform.config.listLook,
        ways: [[sql`d.state = ${state}::text`]],
      },
    };
    const page = await listPage<Row, Shown>(platform.db.tenant(tenant.id), list, query, (row) =>
      present(row, tenant),
    );
    return reply(200, page);
  }),
  route('GET /operations/document-cases/{id}', async ({ tenant, service, params }) => {
    const row = await platform.db.tenant(tenant.id).one<Row>(sql`
      select ${columnsFor(service)} from document_case d ${joins}
      where d.tenant_id = ${tenant.id} and d.id = ${params.id}::bigint and ${seen(service)}`);
    return reply(200, present(row ?? fail('NOT_FOUND'), tenant));
  }),
  route('POST /operations/document-cases/{id}/decision', (ctx) =>
    withKey(ctx, async (write) => {
      const body = ctx.body();
      return write(async (tx) => reply(200, await decide(tx, ctx, ctx.params.id, body)));
    }),
  ),
];
