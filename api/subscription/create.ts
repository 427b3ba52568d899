import { SCHOOLING_LEVELS, type SchoolingLevel } from '@orbita/domain/enrolment';
import { dayInZone, type FieldError, isMinorOn, TEXTS } from '@orbita/domain/foundation';
import {
  ACCESSIBILITY_KINDS,
  blocksIntake,
  type DemandedLevel,
  type EducationType,
  eligibilityProblem,
  expectedYearProblem,
  isActiveSubscription,
  isEvaluated,
  isIntakeActive,
} from '@orbita/domain/offering';
import { normaliseVoucherCode } from '@orbita/domain/payment';
import { missingInformation } from '@orbita/domain/person';
import {
  type Actor,
  applicationType,
  decideMove,
  ENDED_STATUSES,
  type IngressKind,
  STATUS,
  type Status,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { isBlocked } from './blocked.ts';
import { type SubscriptionState, settingsReader } from './facts.ts';
import { beginSubscription } from './move.ts';
import { hasNotEnded } from './row.ts';
import { settingsJson } from './state-columns.ts';

export type NewSubscription = {
  personId: number;
  offerId: number;
  courseId: number;
  poleId: number;
  schooling?: { level: string; expectedYear?: number | null } | null;
  accessibility?: { kinds: string[]; notes?: string | null } | null;
  voucher?: string | null;
  /** Source of the visit; it is not stored for people under 18. */
  tracking?: Record<string, unknown> | null;
  externalId?: string | null;
  /** Host on which the person applies; undefined when the institution applies for the person. */
  hostId?: number;
  actor: Extract<Actor, 'candidate' | 'operations'>;
};

type Choice = {
  offer_id: number;
  institution_id: number;
  institution_code: string;
  type: EducationType;
  kind: IngressKind;
  intake_id: number;
  intake_start: string;
  intake_end: string;
  intake_class_start: string | null;
  intake_suspended: boolean;
  offer_active: boolean;
  required_schooling: DemandedLevel | null;
  settings: SubscriptionState['settings'];
  course_found: boolean;
  pole_found: boolean;
  vacancies_left: number;
  time_zone: string;
  blocked: boolean;
};

type Existing = {
  id: number;
  status: Status;
  no_retake: boolean;
  offer_id: number;
  course_id: number;
  intake_id: number;
  kind: IngressKind;
};

/** Returns the institution code of an offer; undefined when the offer is unknown or retired. */
export const offerInstitution = async (platform: Platform, tenantId: number, offerId: number) =>
  (
    await platform.db.tenant(tenantId).one<{ code: string }>(sql`
      select ins.code from offer o
      join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
      where o.tenant_id = ${tenantId} and o.id = ${offerId} and o.retired_at is null`)
  )?.code;

const choiceOf = (tx: Tx, input: NewSubscription) =>
  tx.one<Choice>(sql`
    select s.offer_id, s.institution_id, ins.code as institution_code, s.type, im.kind, s.intake_id,
      i.start_date as intake_start, i.end_date as intake_end, i.class_start_date as intake_class_start,
      (i.suspended or i.retired_at is not null) as intake_suspended, s.active as offer_active,
      s.required_schooling,
      ${settingsJson(sql`s.institution_id`, sql`s.offer_id`, sql`${input.hostId ?? null}::bigint`)} as settings,
      c.id is not null as course_found, ocp.pole_id is not null as pole_found,
      coalesce(ocp.vacancies - ocp.taken, 0) as vacancies_left, t.time_zone,
      ${isBlocked(sql`s.tenant_id`, input.personId)} as blocked
    from (select o.tenant_id, o.id as offer_id, o.institution_id, o.type, o.intake_id, o.active, o.ingress_mode_id,
            o.required_schooling
          from offer o where o.tenant_id = ${tx.tenantId} and o.id = ${input.offerId} and o.retired_at is null) s
    join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
    join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
    join ingress_mode im on im.tenant_id = s.tenant_id and im.id = s.ingress_mode_id
    join tenant t on t.id = s.tenant_id
    left join offer_course oc on oc.tenant_id = s.tenant_id and oc.offer_id = s.offer_id
      and oc.course_id = ${input.courseId}
    left join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id and c.retired_at is null
    left join offer_course_pole ocp on ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id
      and ocp.course_id = oc.course_id and ocp.pole_id = ${input.poleId} and ocp.retired_at is null`);

const existingOf = (tx: Tx, personId: number) =>
  tx.many<Existing>(sql`
    select s.id, s.status, s.no_retake, s.offer_id, s.course_id, s.intake_id, im.kind
    from subscription s
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId} order by s.id`);

const isLevel = (level: string): level is SchoolingLevel =>
  SCHOOLING_LEVELS.some(({ code }) => code === level);

function fieldErrors(input: NewSubscription, choice: Choice, today: string): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (field: 'courseId' | 'poleId', message: string) =>
    errors.push({ field, message: input[field] === 0 ? TEXTS.required : message });
  if (!choice.course_found) wrong('courseId', 'Escolha um curso desta oferta.');
  if (input.poleId === 0 || (choice.course_found && !choice.pole_found))
    wrong('poleId', 'Escolha um polo deste curso.');
  const { schooling, accessibility } = input;
  if (schooling && !isLevel(schooling.level)) {
    errors.push({
      field: 'schooling.level',
      message: schooling.level ? 'Selecione uma opção.' : TEXTS.required,
    });
  } else if (schooling && isLevel(schooling.level)) {
    const { level, expectedYear } = schooling;
    const problem = expectedYearProblem({ level, expectedYear }, today);
    if (problem) errors.push({ field: 'schooling.expectedYear', message: problem });
  }
  const known = ACCESSIBILITY_KINDS.map(({ code }) => code as string);
  if (accessibility?.kinds.some((kind) => !known.includes(kind))) {
    errors.push({ field: 'accessibility.kinds', message: 'Selecione uma opção.' });
  }
  return errors;
}

// A refusal for plagiarism or by disqualification blocks all evaluated offers of the same intake (spec 7.1).
const duplicateOf = (existing: readonly Existing[], input: NewSubscription, choice: Choice) =>
  existing.find((row) => {
    const same = row.offer_id === input.offerId && row.course_id === input.courseId;
    const standing = { status: row.status, refusedForCause: row.no_retake };
    if (same && isActiveSubscription(standing)) return true;
    return blocksIntake(standing) && row.intake_id === choice.intake_id && isEvaluated(choice.kind);
  });

function eligibility(input: NewSubscription, choice: Choice, today: string): string | undefined {
  const { schooling } = input;
  if (!schooling || !isLevel(schooling.level)) return undefined;
  const limit = Number((choice.intake_class_start ?? today).slice(0, 4));
  return eligibilityProblem(
    choice.type,
    { level: schooling.level, expectedYear: schooling.expectedYear },
    limit,
    choice.required_schooling,
  );
}

/** The accommodations that the person requested, by kind or only in words (spec 7.1); null if none. */
function needsOf({ accessibility }: NewSubscription): SubscriptionState['accessibility'] {
  const kinds = accessibility?.kinds ?? [];
  const notes = accessibility?.notes?.trim() || null;
  return kinds.length > 0 || notes !== null ? { kinds, notes } : null;
}

async function insert(
  tx: Tx,
  platform: Platform,
  input: NewSubscription,
  choice: Choice,
  status: Status,
): Promise<number | undefined> {
  const now = platform.clock.now();
  const type = applicationType(choice.type, choice.kind);
  const accessibility = isEvaluated(choice.kind) ? needsOf(input) : null;
  const row = await tx.one<{ id: number }>(sql`
    insert into subscription (tenant_id, person_id, institution_id, host_id, offer_id, course_id, pole_id, intake_id,
      application_type, status, display_campus, schooling_level, schooling_expected_year, accessibility, voucher_tag,
      tracking, external_id, created_at, updated_at)
    values (${tx.tenantId}, ${input.personId}, ${choice.institution_id}, ${input.hostId ?? null}::bigint, ${input.offerId},
      ${input.courseId},
      ${input.poleId}, ${choice.intake_id}, ${type}::text, ${status}::int,
      ${settingsReader(choice.settings)('DisplayCampus')}::boolean, ${input.schooling?.level ?? null}::text,
      ${input.schooling?.expectedYear ?? null}::int, ${accessibility ? JSON.stringify(accessibility) : null}::jsonb,
      ${input.voucher ? normaliseVoucherCode(input.voucher) : null}::text,
      ${input.tracking ? JSON.stringify(input.tracking) : null}::jsonb, ${input.externalId ?? null}::text,
      ${now}::timestamptz, ${now}::timestamptz)
    on conflict (tenant_id, person_id, offer_id, course_id) where ${hasNotEnded} do nothing
    returning id`);
  return row?.id;
}

type Applicant = {
  name: string;
  /** The person signs in with an RNE or a passport, which may show only one name. */
  single_name: boolean;
  birth_date: string | null;
  nationality: string;
  email: string | null;
  cell_phone: string | null;
};

/** Whether an import left out data, so that the application starts incomplete (TR-02). */
const lacksInformation = (input: NewSubscription, person: Applicant, today: string): boolean =>
  input.actor === 'operations' &&
  missingInformation(
    {
      name: person.name,
      singleName: true,
      documentType: person.single_name ? 'rne' : 'cpf',
      birthDate: person.birth_date,
      nationality: person.nationality,
      email: person.email,
      cellPhone: person.cell_phone,
    },
    today,
  ).length > 0;

/**
 * Applies for an offer (spec 7.1, 7.4), runs the automatic moves and returns the state after them. The checks follow the order
 * of the specification. The lock on the person makes limits and duplicate checks hold under concurrency.
 */
export async function createSubscription(
  tx: Tx,
  platform: Platform,
  input: NewSubscription,
): Promise<SubscriptionState> {
  const person = await tx.one<Applicant>(sql`
    select p.name, p.birth_date, p.nationality, p.email, p.cell_phone,
      exists(select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id
        and u.document_type in ('rne', 'passport')) as single_name
    from person p
    where p.tenant_id = ${tx.tenantId} and p.id = ${input.personId} and p.anonymised_at is null for no key update`);
  const choice = person && (await choiceOf(tx, input));
  if (!choice) fail('NOT_FOUND');
  if (choice.blocked) fail('BLOCKED');
  const today = dayInZone(platform.clock.now(), choice.time_zone);
  invalid(fieldErrors(input, choice, today));

  const existing = await existingOf(tx, input.personId);
  const duplicate = duplicateOf(existing, input, choice);
  const active = existing.filter(({ status }) => !ENDED_STATUSES.includes(status));
  const problem = eligibility(input, choice, today);
  const decision = decideMove({
    type: applicationType(choice.type, choice.kind),
    from: null,
    event: 'create',
    actor: input.actor,
    facts: {
      kind: choice.kind,
      blockedPerson: false,
      intakeActive: isIntakeActive(
        { startDate: choice.intake_start, endDate: choice.intake_end, suspended: choice.intake_suspended },
        today,
      ),
      offerActive: choice.offer_active,
      duplicate: duplicate !== undefined,
      limitReached: active.length >= settingsReader(choice.settings)('MaxActiveSubscriptions'),
      eligible: problem === undefined,
      vacancyFree: choice.vacancies_left > 0,
    },
  });
  if (!decision.allowed) {
    fail(decision.code, {
      ...(decision.code === 'SUBSCRIPTION_EXISTS' ? { extra: { id: duplicate?.id } } : {}),
      ...(decision.code === 'NOT_ELIGIBLE' && problem ? { message: problem } : {}),
    });
  }
  const status = lacksInformation(input, person, today) ? STATUS.PendingInformation : STATUS.Subscribed;
  // LGPD art. 14 and Lei 15.211/2025: nobody under 18 is profiled for advertising (spec 3.1).
  const adult = person.birth_date !== null && !isMinorOn(person.birth_date, today);
  const tracking = adult ? input.tracking : null;
  const id = await insert(tx, platform, { ...input, tracking }, choice, status);
  if (id === undefined) fail('SUBSCRIPTION_EXISTS');
  return beginSubscription(tx, platform, id, input.actor);
}
