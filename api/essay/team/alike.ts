import sql, { type Sql } from 'sql-template-tag';

/**
 * Maximum number of essays read per stored sequence, so that a sentence everybody quotes costs no more than any other and cannot
 * push out the copied essay, which shares further sequences.
 */
const MOST_OF_A_RUN = 48;
/** Number of essays compared in full: those that share the most stored sequences. */
const COMPARED = 10;

/** Essays `near` an essay `e`: those that share the most of its stored sequences, as `essay_id`. */
const near: Sql = sql`(
  select shared.essay_id from essay_run mine
  cross join lateral (
    select r.essay_id from essay_run r
    where r.tenant_id = mine.tenant_id and r.run = mine.run and r.essay_id <> e.id
    order by r.essay_id limit ${MOST_OF_A_RUN}::int) shared
  where mine.tenant_id = e.tenant_id and mine.essay_id = e.id
  group by shared.essay_id order by count(*) desc, shared.essay_id limit ${COMPARED}::int) near
  join essay other on other.tenant_id = e.tenant_id and other.id = near.essay_id`;

/** Share of the sequences of `e` that also occur in `other`. */
const share: Sql = sql`(
  select count(*) from unnest(e.shingles) own(run) join unnest(other.shingles) theirs(run) using (run)
  )::float8 / nullif(cardinality(e.shingles), 0)`;

/** Columns of `alikeJoin`: the share, and the id of the essay. */
export const ALIKE: Sql = sql`coalesce(alike.share, 0)::float8 as alike, alike.id as alike_id`;

/**
 * Joins the most similar essay by another person, with the share of the essay's own sequences that occur there (spec 2.5).
 * Reveals nothing about the authors (spec 17.2: blind).
 */
export const alikeJoin: Sql = sql`
  left join lateral (
    select other.id, ${share} as share from ${near} where other.person_id <> e.person_id
    order by share desc nulls last, other.id limit 1) alike on true`;

/**
 * The most similar essays by other people, with theme and institution: at most `most` of them, with at least the share `least`.
 */
export const mostAlike = (tenantId: number, id: number, least: number, most: number): Sql => sql`
  select * from (
    select other.id, other.title, other.body, i.code as institution, th.texts as support, ${share} as share
    from essay e cross join lateral (select near.essay_id from ${near}) found
    join essay other on other.tenant_id = e.tenant_id and other.id = found.essay_id
    join essay_theme th on th.tenant_id = other.tenant_id and th.id = other.essay_theme_id
    join institution i on i.tenant_id = other.tenant_id and i.id = other.institution_id
    where e.tenant_id = ${tenantId} and e.id = ${id} and other.person_id <> e.person_id) alike
  where alike.share >= ${least}::float8 order by alike.share desc, alike.id limit ${most}::int`;
