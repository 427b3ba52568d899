import sql from 'sql-template-tag';
import { shingleLiteral } from '../../api/essay/shingles.ts';
import type { Platform } from '../../api/platform/platform.ts';

/** Two word sequences that everybody quotes, with the smallest possible hashes, so that every essay stores them. */
const QUOTED = '{-2147483647,-2147483646}';
/** Ids of invented essays' people and attempts start here, away from all others. */
const FIRST = 1_000_000;
/** Essays per statement, which must not take longer than the server allows. */
const AT_ONCE = 2_000;

const storeRuns = (tenantId: number, like: number, from: number) => sql`
  insert into essay_run (tenant_id, run, essay_id)
  select e.tenant_id, kept.run, e.id from essay e, lateral (
    select own.run from unnest(e.shingles) own(run) order by own.run limit 16) kept
  where e.tenant_id = ${tenantId} and e.attempt >= ${from}::int
    and e.subscription_id = (select subscription_id from essay where tenant_id = ${tenantId} and id = ${like}) on conflict do nothing returning run`;

const copyOf = sql`
  insert into essay (tenant_id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, state,
    started_at, deadline, completed_date, shingles)
  select e.tenant_id, e.subscription_id, one.attempt, e.offer_id, one.attempt, e.essay_theme_id, 'Um título', one.body,
    'graded', e.started_at, e.deadline, e.started_at, one.shingles`;

/**
 * Inserts delivered essays of as many invented people beside an existing one: 150 to 600 unique sequences each, and in every
 * third essay the sentence that all of them quote.
 */
export async function crowdOfEssays(platform: Platform, tenantId: number, like: number, count: number) {
  const on = platform.db.tenant(tenantId);
  let analysed = 0;
  for (let done = 0; done < count; done += AT_ONCE) {
    const last = Math.min(count, done + AT_ONCE);
    await on.many(sql`
      ${copyOf} from essay e cross join lateral (
        select ${FIRST}::int + n as attempt, '' as body, (
          select array_agg(distinct run) from (
            select hashint8(n::bigint * 1024 + i) as run from generate_series(1, 150 + n % 450) i
            union all select quoted from unnest(${QUOTED}::int[]) quoted where n % 3 = 0) runs) as shingles
        from generate_series(${done + 1}::int, ${last}::int) n) one
      where e.tenant_id = ${tenantId} and e.id = ${like} returning id`);
    // The foreign key check keeps its plan, which without statistics reads the whole table.
    if (last >= analysed * 2) {
      await platform.db.asOwner((run) => run('analyze essay'));
      analysed = last;
    }
    await on.many(storeRuns(tenantId, like, FIRST + done + 1));
  }
}

/** Inserts delivered essays with these texts, each of another invented person; returns their ids in order. */
export async function essaysWith(
  platform: Platform,
  tenantId: number,
  like: number,
  texts: readonly string[],
): Promise<number[]> {
  const on = platform.db.tenant(tenantId);
  const last = await on.one<{ attempt: number }>(sql`
    select max(attempt) as attempt from essay where tenant_id = ${tenantId}`);
  const from = (last?.attempt ?? 0) + 1;
  const given = texts.map((body, n) => ({ attempt: from + n, body, shingles: shingleLiteral(body) }));
  const made = await on.many<{ id: number; attempt: number }>(sql`
    ${copyOf} from essay e cross join lateral (
      select (g ->> 'attempt')::int as attempt, g ->> 'body' as body, (g ->> 'shingles')::int[] as shingles
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) g) one
    where e.tenant_id = ${tenantId} and e.id = ${like} returning id, attempt`);
  await on.many(storeRuns(tenantId, like, from));
  return made.sort((a, b) => a.attempt - b.attempt).map(({ id }) => id);
}
