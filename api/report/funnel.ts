import { funnelFinding, funnelOf, type OfferSteps, type StandingGroup } from '@orbita/domain/report';
import {
  applicationType,
  type EducationLevelType,
  type IngressKind,
  type Status,
} from '@orbita/domain/subscription';
import { resolveParameter, type SettingLevels } from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { type Asked, counted } from './asked.ts';

type CountRow = {
  offer_id: number;
  course_id: number;
  status: number;
  left_status: Status | null;
  delivered: boolean;
  count: number;
};

type OfferRow = {
  id: number;
  type: EducationLevelType;
  kind: IngressKind;
  questionnaire: boolean;
  interview: boolean;
  requires_class: boolean;
  selection_documents: boolean;
  documents: boolean;
  fee: boolean;
  price: boolean;
  stage: SettingLevels;
};

const listed = (stage: 'selection' | 'enrollment'): Sql => sql`exists (
  select from document_rule r where r.tenant_id = o.tenant_id and r.document_set_id = o.document_set_id
    and r.stage = ${stage}::text)`;

/** Whether courses of the offer have a price `p` matching the condition. */
const pricedBy = (where: Sql): Sql => sql`exists (
  select from offer_course oc
  join price_list l on l.tenant_id = oc.tenant_id and l.institution_id = o.institution_id
    and l.course_id = oc.course_id and l.intake_id = o.intake_id
  join price p on p.tenant_id = l.tenant_id and p.price_list_id = l.id and p.retired_at is null
  where oc.tenant_id = o.tenant_id and oc.offer_id = o.id and ${where})`;
/** Whether something is due immediately; a price that is not known counts as due. */
const dueAtOnce = sql`(p.plan ->> 0)::bigint > p.discount_cents + p.conditional_discount_cents`;

/** The stage of enrolment documents as set at each level, for `resolveParameter`. */
const stage = sql`(select coalesce(jsonb_object_agg(pa.level, jsonb_build_object(pa.internal_value, pa.value)), '{}')
  from parameter pa where pa.tenant_id = o.tenant_id and pa.internal_value = 'DocumentStage'
    and ((pa.level = 'tenant' and pa.owner_id = 0) or (pa.level = 'institution' and pa.owner_id = o.institution_id)
      or (pa.level = 'offer' and pa.owner_id = o.id)))`;

/** What determines the steps of offers, according to the current catalogue, by offer id. */
async function stepsByOffer(on: Runner, ids: readonly number[]) {
  const rows = await on.many<OfferRow>(sql`
    select o.id, o.type, im.kind, o.questionnaire_template_id is not null as questionnaire, o.interview, o.requires_class,
      ${listed('selection')} as selection_documents, ${listed('enrollment')} as documents,
      ${pricedBy(sql`p.kind = 'tax' and ${dueAtOnce}`)} as fee,
      ${pricedBy(sql`p.kind <> 'tax' and ${dueAtOnce}`)} or not ${pricedBy(sql`p.kind <> 'tax'`)} as price, ${stage} as stage
    from offer o join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    where o.tenant_id = ${on.tenantId} and o.id = any(${ids}::bigint[])`);
  return new Map(rows.map((row) => [row.id, presentSteps(row)]));
}

function presentSteps(row: OfferRow): OfferSteps {
  const set = resolveParameter('DocumentStage', row.stage);
  return {
    type: applicationType(row.type, row.kind),
    kind: row.kind,
    feePriced: row.fee,
    selectionDocuments: row.selection_documents,
    questionnaireAttached: row.questionnaire,
    interviewOn: row.interview,
    requiresClass: row.requires_class,
    documentStage: set === 'default' ? null : (set as NonNullable<OfferSteps['documentStage']>),
    hasDocuments: row.documents,
    hasPayment: row.price,
  };
}

const namesOf = async (on: Runner, ids: readonly number[]) => {
  const rows = await on.many<{ id: number; name: string }>(sql`
    select id, name from course where tenant_id = ${on.tenantId} and id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Where applications are, step by step, and where they stop (spec-console 25.13). */
export async function funnel(on: Runner, asked: Asked) {
  const counts = await on.many<CountRow>(sql`
    select s.offer_id, s.course_id, s.status, s.left_status, (s.waits_queue = 'essays') is true as delivered,
      count(*)::int as count
    from subscription s where ${counted(asked)} group by 1, 2, 3, 4, 5`);
  const offers = await stepsByOffer(on, [...new Set(counts.map((row) => row.offer_id))]);
  const names = await namesOf(on, [...new Set(counts.map((row) => row.course_id))]);
  const groups = counts.flatMap((row): StandingGroup[] => {
    const offer = offers.get(row.offer_id);
    if (!offer) return [];
    const { status, left_status: left, delivered, count } = row;
    return [{ offer, course: names.get(row.course_id) ?? '', status, left, delivered, count }];
  });
  const all = funnelOf(groups);
  const byCourse = Map.groupBy(groups, ({ course }) => course);
  const finding = funnelFinding(
    all,
    new Map([...byCourse].map(([course, some]) => [course, funnelOf(some)])),
  );
  return { report: 'funnel' as const, ...all, finding };
}
