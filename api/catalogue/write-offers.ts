import sql from 'sql-template-tag';
import type { Entry } from './model.ts';
import { TABLES } from './tables.ts';
import { idOf, idsByCode, type Row, upsert } from './upsert.ts';
import { type Writer, writeParameters } from './writer.ts';

type Ids = Map<string, number>;

const offerRow = (
  entry: Entry<'offers'>,
  ids: { institutions: Ids; intakes: Ids; modes: Ids; sets: Ids; questionnaires: Ids },
): Row => {
  const institutionId = idOf(ids.institutions, entry.institution);
  return {
    institution_id: institutionId,
    code: entry.code,
    name: entry.name,
    type: entry.type,
    intake_id: idOf(ids.intakes, `${institutionId}/${entry.intake}`),
    ingress_mode_id: idOf(ids.modes, entry.ingressMode),
    contract_code: entry.contract,
    document_set_id: entry.documents === null ? null : idOf(ids.sets, entry.documents),
    questionnaire_template_id:
      entry.questionnaire === null ? null : idOf(ids.questionnaires, entry.questionnaire),
    interview: entry.interview,
    requires_class: entry.requiresClass,
    warning_popup: entry.warningPopup,
    required_schooling: entry.requiredSchooling,
    active: entry.active,
  };
};

const writeOfferParts = async ({ tx, now }: Writer, entries: Entry<'offers'>[], offers: Ids) => {
  const courses = await idsByCode(tx, 'course');
  const poles = await idsByCode(tx, 'pole');
  const themes = await idsByCode(tx, 'essay_theme');
  const own = (entry: Entry<'offers'>) => idOf(offers, entry.code);
  await upsert(
    tx,
    TABLES.offerCourse,
    entries.flatMap((entry) =>
      entry.courses.map(({ course }, position) => ({
        offer_id: own(entry),
        course_id: idOf(courses, course),
        position,
      })),
    ),
  );
  const written = entries.map(own);
  await tx.many(sql`
    update offer_course_pole set retired_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and retired_at is null and offer_id = any(${written}::bigint[])`);
  await upsert(
    tx,
    TABLES.offerCoursePole,
    entries.flatMap((entry) =>
      entry.courses.flatMap(({ course, poles: places }) =>
        places.map(({ pole, vacancies }) => ({
          offer_id: own(entry),
          course_id: idOf(courses, course),
          pole_id: idOf(poles, pole),
          vacancies,
        })),
      ),
    ),
  );
  await tx.many(
    sql`delete from offer_essay_theme where tenant_id = ${tx.tenantId} and offer_id = any(${written}::bigint[])`,
  );
  await upsert(
    tx,
    TABLES.offerEssayTheme,
    entries.flatMap((entry) =>
      entry.essayThemes.map((code) => ({ offer_id: own(entry), essay_theme_id: idOf(themes, code) })),
    ),
  );
  await writeParameters(
    tx,
    'offer',
    entries.map((entry) => ({ id: own(entry), settings: entry.parameters })),
  );
};

/** Offers with their courses, places and themes, then their dependent records. */
export async function writeOffers(writer: Writer, institutions: Ids): Promise<void> {
  const { tx, plan } = writer;
  const intakes = await idsByCode(tx, 'intake', "institution_id || '/' || code");
  const entries = plan.write.offers;
  if (entries.length > 0) {
    const ids = {
      institutions,
      intakes,
      modes: await idsByCode(tx, 'ingress_mode'),
      sets: await idsByCode(tx, 'document_set'),
      questionnaires: await idsByCode(tx, 'questionnaire_template'),
    };
    await upsert(
      tx,
      TABLES.offer,
      entries.map((entry) => offerRow(entry, ids)),
    );
    await writeOfferParts(writer, entries, await idsByCode(tx, 'offer'));
  }
  await writeOfferings(writer, intakes);
}

const writeOfferings = async ({ tx, plan }: Writer, intakes: Ids) => {
  const offers = await idsByCode(tx, 'offer');
  const poles = await idsByCode(tx, 'pole');
  const courses = await idsByCode(tx, 'course');
  const platforms = await idsByCode(tx, 'course c', "c.institution_id || '/' || c.code");
  const institutionOf = new Map(
    [...platforms.keys()].map((key) => [key.slice(key.indexOf('/') + 1), key.split('/')[0] ?? '']),
  );
  await upsert(
    tx,
    TABLES.discipline,
    plan.write.disciplines.map((entry) => ({
      course_id: idOf(courses, entry.course),
      intake_id: idOf(intakes, `${institutionOf.get(entry.course)}/${entry.intake}`),
      code: entry.code,
      module: entry.module,
      name: entry.name,
      workload: entry.workload,
      mandatory: entry.mandatory,
      elective_group: entry.electiveGroup,
      active: entry.active,
    })),
  );
  await upsert(
    tx,
    TABLES.electiveRule,
    plan.write.electives.map((entry) => ({
      course_id: idOf(courses, entry.course),
      intake_id: idOf(intakes, `${institutionOf.get(entry.course)}/${entry.intake}`),
      module: entry.module,
      min: entry.min,
      max: entry.max,
    })),
  );
  await upsert(
    tx,
    TABLES.academicClass,
    plan.write.classes.map((entry) => ({
      offer_id: idOf(offers, entry.offer),
      pole_id: idOf(poles, entry.pole),
      code: entry.code,
      name: entry.name,
      shift: entry.shift,
      weekdays: entry.weekdays,
      start_date: entry.start,
      start_time: entry.startTime,
      end_time: entry.endTime,
      place: entry.place,
      slots: entry.slots,
    })),
  );
  await upsert(
    tx,
    TABLES.scheduleSlot,
    plan.write.schedules.map((entry) => ({
      offer_id: idOf(offers, entry.offer),
      pole_id: idOf(poles, entry.pole),
      code: entry.code,
      place: entry.place,
      at: entry.at,
      capacity: entry.capacity,
    })),
  );
};
