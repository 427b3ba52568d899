import sql from 'sql-template-tag';
import type { Entry } from './model.ts';
import { TABLES } from './tables.ts';
import { upsert } from './upsert.ts';
import type { Writer } from './writer.ts';

/** Writes the courses of offers with their places and seats, and their essay themes. */
export async function writeOfferParts({ tx, plan, now, ids }: Writer): Promise<void> {
  const entries = plan.write.offers;
  if (entries.length === 0) return;
  await ids.load(['offers', 'courses', 'poles', 'essayThemes']);
  const own = (entry: Entry<'offers'>) => ids.of('offers', entry.code);
  await upsert(
    tx,
    TABLES.offerCourse,
    entries.flatMap((entry) =>
      entry.courses.map(({ course }, position) => ({
        offer_id: own(entry),
        course_id: ids.of('courses', course),
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
          course_id: ids.of('courses', course),
          pole_id: ids.of('poles', pole),
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
      entry.essayThemes.map((code) => ({
        offer_id: own(entry),
        essay_theme_id: ids.of('essayThemes', code),
      })),
    ),
  );
}
