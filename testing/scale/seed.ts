import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../api/platform/database/types.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { createTenant } from '../../api/tenancy/tenants.ts';
import { copyCatalogue } from './catalogue.ts';
import { PAPERS } from './papers.ts';

export type SeededTenant = { id: number; alias: string; subscriptions: number };

/** Applications of a person who applied very often; the portal must show them all. */
export const MANY = 30;

/** Applications written in one transaction; none of its statements takes longer than the server allows. */
const SET = 5_000;

/** Applications `after + 1` to `last` of a tenant that gets `count`. */
type Set = { after: number; last: number; count: number };

/** Applications whose person has no other one. */
const singleOf = ({ count }: Set): number => Math.ceil(count * 0.8);

/** CPF by which an invented person is found again. */
const cpfOf = (n: Sql): Sql => sql`lpad((40000000000 + ${n})::text, 11, '0')`;

/** Inserts the people of a set, their accounts and consents. Every invented person has a name of two words. */
const people = async (tx: Tx, set: Set, now: Date): Promise<void> => {
  const last = Math.min(set.last, singleOf(set));
  if (last <= set.after) return;
  await tx.one(sql`
    create temp table seed_person on commit drop as
    select n, nextval('person_id_seq') as id, ${cpfOf(sql`n`)} as cpf,
      (array['Candidata', 'Pessoa', 'Estudante', 'Aluna'])[1 + n % 4] || ' ' ||
      (array['Exemplo', 'Modelo', 'Alfa', 'Beta', 'Gama', 'Delta', 'Teste', 'Padrão'])[1 + n / 4 % 8] as name,
      ${now}::timestamptz - (n::bigint * 7919 % 5184000) * interval '1 second' as at
    from generate_series(${set.after + 1}::int, ${last}::int) n`);
  await tx.one(sql`analyze seed_person`);
  await tx.one(sql`
    insert into person (tenant_id, id, name, birth_date, cpf, email, email_confirmed_at, cell_phone, created_at, updated_at)
    select ${tx.tenantId}, id, name, date '1985-01-01' + (n % 7000)::int, cpf, 'pessoa.' || n || '@exemplo.test', at,
      '319' || lpad((n % 10000000)::text, 8, '0'), at, at from seed_person`);
  await tx.one(sql`
    insert into user_account (tenant_id, person_id, document_type, document, last_login_at, created_at)
    select ${tx.tenantId}, id, 'cpf', cpf, at, at from seed_person`);
  await tx.one(sql`
    insert into consent (tenant_id, person_id, kind, granted, version, channel, account_id, at)
    select ${tx.tenantId}, p.id, 'privacy-notice', true, '1', 'sign-up', u.id, p.at
    from seed_person p join user_account u on u.tenant_id = ${tx.tenantId} and u.person_id = p.id`);
};

/**
 * Applications of a set for all open choices of the catalogue, spread over sixty days and all common statuses. Four in five are
 * a person's only one; the others belong to people who have `MANY`.
 */
const subscriptions = async (tx: Tx, set: Set, now: Date): Promise<void> => {
  await tx.one(sql`
    create temp table choice on commit drop as
    select row_number() over (order by o.id, ocp.course_id, ocp.pole_id) - 1 as k, o.id as offer_id, o.institution_id,
      o.intake_id, ocp.course_id, ocp.pole_id, im.kind,
      case when o.type = 2 then 'postgraduate' when im.kind = 'online-essay' then 'essay' else 'graduation' end as type,
      (select min(t.id) from essay_theme t where t.tenant_id = o.tenant_id) as theme
    from offer o
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    join offer_course_pole ocp on ocp.tenant_id = o.tenant_id and ocp.offer_id = o.id
    where o.tenant_id = ${tx.tenantId} and o.type in (1, 2) and o.active and o.retired_at is null`);
  const single = singleOf(set);
  await people(tx, set, now);
  await tx.one(sql`
    create temp table seed on commit drop as
    select g.n, nextval('subscription_id_seq') as id, p.id as person_id, p.cpf, c.*,
      case when g.n > ${single}::int then 13
        when g.n / 100 % 10 = 5 then (array[2, 2, 2, 18, 18, 18, 19, 20, 20, 20])[1 + g.n / 10 % 10]
        else (array[1, 1, 1, 3, 6, 5, 7, 7, 9, 13])[1 + g.n / 10 % 10] end as status,
      p.created_at as at, p.created_at + (${now}::timestamptz - p.created_at) * (g.n % 97 / 100.0) as changed
    from generate_series(${set.after + 1}::int, ${set.last}::int) as g (n)
    cross join lateral (select case when g.n <= ${single}::int then g.n
      else 1 + (g.n - ${single}::int - 1) / ${MANY - 1}::int end as n) owner
    join person p on p.tenant_id = ${tx.tenantId} and p.cpf = ${cpfOf(sql`owner.n`)}
    join choice c on c.k = g.n % (select count(*) from choice)`);
  await tx.one(sql`analyze seed`);
  await tx.one(sql`
    insert into subscription (tenant_id, id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
      application_type, status, is_paid, holds_place, payment_deadline, created_at, updated_at)
    select ${tx.tenantId}, id, person_id, institution_id, offer_id, course_id, pole_id, intake_id, type, status,
      status in (5, 7), status in (5, 6, 7),
      case when status = 6 then ${now}::timestamptz + (5 + n % 20) * interval '1 day' end, at, changed from seed`);
  await tx.one(sql`
    update offer_course_pole o set taken = o.taken + s.held from (
      select offer_id, course_id, pole_id, count(*) as held from seed where status in (5, 6, 7) group by 1, 2, 3) s
    where o.tenant_id = ${tx.tenantId} and o.offer_id = s.offer_id and o.course_id = s.course_id
      and o.pole_id = s.pole_id`);
};

/**
 * Writes invented applications to all open offers of a tenant, with all their records, set by set. Statistics are refreshed
 * whenever the number has doubled: foreign key checks keep plans that without them read whole tables.
 */
export async function fillTenant(
  platform: Platform,
  tenantId: number,
  count: number,
  report: (done: number) => void = () => undefined,
): Promise<void> {
  const now = platform.clock.now();
  let analysed = SET;
  for (let after = 0; after < count; after += SET) {
    const set = { after, last: Math.min(count, after + SET), count };
    await platform.db.write(tenantId, async (tx) => {
      // Without statistics the planner assumes the tenant to be empty and all indexes to be equally good.
      await tx.one(sql`set local plan_cache_mode = force_generic_plan`);
      await subscriptions(tx, set, now);
      for (const paper of PAPERS) await tx.one(paper(tenantId, now));
    });
    report(set.last);
    if (set.last < analysed || set.last === count) continue;
    analysed = set.last * 2;
    await platform.db.asOwner((run) => run('analyze'));
  }
}

/** Updates the planner's statistics; on a server also the visibility map, which allows index-only scans. */
export const refreshStatistics = (platform: Platform): Promise<void> =>
  platform.db.asOwner(async (run) => {
    await run(platform.db.kind === 'postgres' ? 'vacuum (analyze)' : 'analyze');
  });

/**
 * Writes invented applications with all their records, spread evenly over new tenants that share the catalogue of the demo
 * tenant `alfa`; set by set, 10 to 15 rows for each. Jobs find no due work in them.
 */
export async function seedScale(
  platform: Platform,
  size: { subscriptions: number; tenants: number },
  report: (text: string) => void = () => undefined,
): Promise<SeededTenant[]> {
  const alfa = await platform.db.global.one<{ id: number }>(sql`select id from tenant where alias = 'alfa'`);
  if (!alfa) throw new Error('The demo catalogue is missing');
  const seeded: SeededTenant[] = [];
  const each = Math.max(1, Math.round(size.subscriptions / size.tenants));
  for (let n = 1; n <= size.tenants; n++) {
    const alias = `escala-${String(n).padStart(3, '0')}`;
    await createTenant(platform, { alias, name: `Grupo Escala ${n}`, hosts: [] });
    const row = await platform.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = ${alias}`,
    );
    if (!row) throw new Error(`Tenant ${alias} was not made`);
    await copyCatalogue(platform, alfa.id, { id: row.id, alias });
    await fillTenant(platform, row.id, each, (done) => report(`${alias}: ${done}`));
    seeded.push({ id: row.id, alias, subscriptions: each });
  }
  await refreshStatistics(platform);
  return seeded;
}

/** People of a seeded tenant: those with `MANY` applications and those with one. */
export const seededPeople = (platform: Platform, tenantId: number, many: boolean, count: number) =>
  platform.db.tenant(tenantId).many<{ id: number; uuid: string; account_id: number; name: string }>(sql`
    select p.id, p.uuid, u.id as account_id, p.name from person p
    join user_account u on u.tenant_id = p.tenant_id and u.person_id = p.id
    where p.tenant_id = ${tenantId} and ${raw(many ? '' : 'not')} exists (
      select from subscription s where s.tenant_id = p.tenant_id and s.person_id = p.id offset 1)
    order by p.id limit ${count}::int`);

/** Adds a person with an account and no application. */
export async function newPerson(platform: Platform, tenantId: number, n: number) {
  const now = platform.clock.now();
  const row = await platform.db
    .tenant(tenantId)
    .one<{ id: number; uuid: string; account_id: number; name: string }>(sql`
    with created as (
      insert into person (tenant_id, name, birth_date, cpf, email, cell_phone, created_at, updated_at)
      values (${tenantId}, 'Pessoa Nova', '2003-05-10', ${String(90_000_000_000 + n)}, ${`nova.${n}@exemplo.test`},
        '31900000000', ${now}::timestamptz, ${now}::timestamptz) returning id, uuid, name, cpf
    ), account as (
      insert into user_account (tenant_id, person_id, document_type, document, created_at)
      select ${tenantId}, id, 'cpf', cpf, ${now}::timestamptz from created returning id
    )
    select created.id, created.uuid, created.name, account.id as account_id from created, account`);
  if (!row) throw new Error('nobody was created');
  return row;
}
