import {
  type ApplicationType,
  type EducationLevelType,
  ENDED_STATUSES,
  type IngressKind,
  type Status,
} from '@orbita/domain/subscription';
import type { Campaign } from '@orbita/domain/tenancy';
import sql, { empty, type Sql } from 'sql-template-tag';
import { literals } from '../platform/database/literals.ts';
import type { Runner } from '../platform/database/types.ts';

/** A subscription joined with the tables it refers to, as one flat row with database names. */
export type SubscriptionRow = {
  tenant_id: number;
  id: number;
  person_id: number;
  institution_id: number;
  /** Host on which the application was made; null when the institution made it. */
  host_id: number | null;
  offer_id: number;
  course_id: number;
  pole_id: number;
  intake_id: number;
  application_type: ApplicationType;
  status: Status;
  is_paid: boolean;
  is_tax_paid: boolean;
  display_campus: boolean;
  holds_place: boolean;
  payment_deadline: Date | null;
  extended_end: string | null;
  /** Last day for the enrolment documents, if the institution granted a later one. */
  documents_until: string | null;
  schooling_level: string | null;
  schooling_expected_year: number | null;
  accessibility: { kinds: string[]; notes: string | null } | null;
  voucher_tag: string | null;
  tracking: { [part in keyof Campaign]?: string | null } | null;
  transaction_id: string;
  student_lyceum_id: string | null;
  /** Since when papers have been waiting for the team: a contract without a PDF, or files that could not be scanned. */
  papers_stuck_at: Date | null;
  accommodation_asked_at: Date | null;
  analysis_due_at: Date | null;
  /** Waiting in 21 for a place in any class, and not yet notified of one. */
  awaits_class: boolean;
  /** Since when it has been waiting for somebody, and until which date if there is one; null if it is waiting for nobody. */
  waits_since: Date | null;
  waits_until: Date | null;
  owner_staff_id: number | null;
  owner_name: string | null;
  next_contact_on: string | null;
  no_retake: boolean;
  attention: string[];
  external_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;

  person_uuid: string;
  person_name: string;
  person_social_name: string | null;
  person_birth_date: string | null;
  person_cpf: string | null;
  person_email: string | null;
  person_cell_phone: string | null;

  offer_name: string;
  offer_code: string;
  offer_type: EducationLevelType;
  /** Whether one can still apply for this offer, course and pole. */
  offer_open: boolean;
  requires_class: boolean;
  interview: boolean;
  questionnaire_template_id: number | null;
  document_set_id: number | null;
  contract_code: string | null;
  warning_popup: string | null;

  course_code: string;
  course_name: string;
  course_modality: string;
  pole_description: string;

  intake_start: string;
  intake_end: string;
  intake_class_start: string | null;
  intake_suspended: boolean;
  /** Last day for this person: the intake's end, or a later day granted by a late decision or an extension. */
  last_day: string;

  ingress_mode_id: number;
  ingress_name: string;
  ingress_kind: IngressKind;
  use_disciplines: boolean;

  institution_code: string;
  institution_name: string;
  institution_alias: string;
  time_zone: string;
  holidays: string[];
};

/** Columns of the subscription `s` itself. */
export const plainColumns: Sql = sql`s.tenant_id, s.id, s.person_id, s.institution_id, s.host_id, s.offer_id, s.course_id, s.pole_id,
    s.intake_id, s.application_type, s.status, s.is_paid, s.is_tax_paid, s.display_campus, s.holds_place, s.payment_deadline,
    s.extended_end, s.documents_until, s.schooling_level, s.schooling_expected_year, s.accessibility, s.voucher_tag, s.tracking, s.transaction_id,
    s.student_lyceum_id, s.papers_stuck_at, s.accommodation_asked_at, s.analysis_due_at, s.awaits_class, s.waits_since, s.waits_until, s.owner_staff_id, s.next_contact_on,
    s.no_retake, s.attention, s.external_id, s.version, s.created_at, s.updated_at`;

/** Columns of the subscription `s` and its person `p`. */
export const ownColumns: Sql = sql`${plainColumns},
    (select w.name from staff w where w.tenant_id = s.tenant_id and w.id = s.owner_staff_id) as owner_name,
    p.uuid as person_uuid, p.name as person_name, p.social_name as person_social_name,
    p.birth_date as person_birth_date, p.cpf as person_cpf, p.email as person_email,
    p.cell_phone as person_cell_phone`;

/** Catalogue columns for the place of the subscription `s`. */
export const offeredColumns: Sql = sql`o.name as offer_name, o.code as offer_code, o.type as offer_type,
    (o.active and o.retired_at is null and c.retired_at is null and ocp.retired_at is null) as offer_open,
    o.requires_class, o.interview, o.questionnaire_template_id, o.document_set_id, o.contract_code, o.warning_popup,
    c.code as course_code, c.name as course_name, c.modality as course_modality,
    po.description as pole_description,
    i.start_date as intake_start, i.end_date as intake_end, i.class_start_date as intake_class_start,
    (i.suspended or i.retired_at is not null) as intake_suspended,
    im.id as ingress_mode_id, im.name as ingress_name, im.kind as ingress_kind, im.use_disciplines,
    ins.code as institution_code, ins.name as institution_name, ins.alias as institution_alias,
    t.time_zone, t.holidays`;

/** Joins to the catalogue rows of the subscription `s`. */
export const offeredJoins: Sql = sql`
  join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
  join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
  join pole po on po.tenant_id = s.tenant_id and po.id = s.pole_id
  join offer_course_pole ocp on ocp.tenant_id = s.tenant_id and ocp.offer_id = s.offer_id
    and ocp.course_id = s.course_id and ocp.pole_id = s.pole_id
  join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
  join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
  join tenant t on t.id = s.tenant_id`;

/** Selects subscriptions as `SubscriptionRow`, with more columns and joins if given; `where` uses the alias `s`. */
export const selectSubscriptions = (where: Sql, more: Sql = empty, joins: Sql = empty): Sql => sql`
  select ${ownColumns}, ${offeredColumns}, greatest(i.end_date, s.extended_end) as last_day${more}
  from subscription s
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id${offeredJoins}${joins}
  where ${where}`;

/** Statement that locks a subscription until the end of the transaction; the returned row is current under the lock. */
export const lockRow = (tenantId: number, id: number): Sql =>
  sql`select id, status from subscription where tenant_id = ${tenantId} and id = ${id} for update`;

/** Rows of `subscription` that have not ended, as in the unique index `one_active_subscription`. */
export const hasNotEnded: Sql = sql`status not in ${literals(ENDED_STATUSES)}`;

/**
 * Rows of `subscription` that count as active for their offer and course, as in `isActiveSubscription` (spec 7.1). The unique
 * index checks only the statuses, because an application refused for cause may exist beside an earlier one.
 */
export const countsAsActive: Sql = sql`(no_retake or ${hasNotEnded})`;

/** Reads one subscription of a tenant without an ownership check, for the system and operations. */
export const subscriptionById = (on: Runner, id: number): Promise<SubscriptionRow | undefined> =>
  on.one<SubscriptionRow>(selectSubscriptions(sql`s.tenant_id = ${on.tenantId} and s.id = ${id}`));
