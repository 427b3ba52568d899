import { isoInZone, noSpecialCharacters } from '@orbita/domain/foundation';
import { GROUPS, type Kind, LEADERS, TAKERS } from '@orbita/domain/work';
import type { Answer, ParsedBody } from '@orbita/protocol';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { mayTake } from './assigned.ts';
import type { On } from './open-queue.ts';
import { type Place, placesOf } from './places.ts';
import { publishQueues } from './publish.ts';

/** Maximum number of people offered for a group; enough for a large team. */
const MOST_PEOPLE = 1000;

const TAKEN = 'Já existe um grupo com este nome nesta instituição.';
const FULL = `Uma instituição tem no máximo ${GROUPS.most} grupos. Encerre um que não usa mais.`;
const NOT_OF_TEAM = 'Uma destas pessoas não pega itens nesta instituição.';

type Group = Answer<'GET /operations/groups'>['data'][number];
/** Institutions in which the caller leads a queue. */
type Led = readonly Place[];
type Row = RowOf<Omit<Group, 'createdAt'>> & { created_at: Date };

/**
 * Institutions in which the caller leads some queue and therefore manages the groups. Must not be called inside a transaction.
 */
export const ledPlaces = ({ platform, tenant, service }: On, institution?: string): Promise<Place[]> =>
  placesOf(platform, tenant.id, { service, oneOf: LEADERS, institution });

/** Active groups `wg` of these institutions, each with its members, those who can currently claim items first. */
const groupsWhere = (tenantId: number, places: Led, where: Sql): Sql => sql`
  select wg.id, i.code as institution_code, wg.name, wg.version, wg.created_by, wg.created_at, (
      select coalesce(jsonb_agg(jsonb_build_object('staffId', s.id, 'name', s.name, 'counts', ${counts})
        order by ${counts} desc, s.name, s.id), '[]')
      from work_group_member m join staff s on s.tenant_id = m.tenant_id and s.id = m.staff_id
      where m.tenant_id = wg.tenant_id and m.group_id = wg.id) as members, (
      select count(*)::int from work_assignment a where a.tenant_id = wg.tenant_id and a.group_id = wg.id
        and a.ended_at is null) as assigned
  from work_group wg join institution i on i.tenant_id = wg.tenant_id and i.id = wg.institution_id
  where wg.tenant_id = ${tenantId} and wg.institution_id = any(${places.map(({ id }) => id)}::bigint[])
    and wg.ended_at is null${where}`;
/** Whether a person `s` can claim something in the institution `i`. */
const counts = mayTake(TAKERS, sql`i.code`);

const present = (row: Row, zone: string): Group => ({
  ...shapeOf(row),
  createdAt: isoInZone(row.created_at, zone),
});

/** Groups of the institutions in which the caller leads, and the people who may join one there (spec 25.4.5). */
export async function listGroups(on: On, institution?: string): Promise<Answer<'GET /operations/groups'>> {
  const { platform, tenant } = on;
  const places = await ledPlaces(on, institution);
  if (places.length === 0) return { data: [], people: [] };
  const run = platform.db.tenant(tenant.id);
  const [rows, people] = await Promise.all([
    run.many<Row>(sql`${groupsWhere(tenant.id, places, empty)} order by i.code, plain_name(wg.name), wg.id`),
    run.many<{ staff_id: number; name: string }>(sql`
      select s.id as staff_id, s.name from staff s where s.tenant_id = ${tenant.id} and exists (
        select from unnest(${places.map(({ code }) => code)}::text[]) as i (code) where ${counts})
      order by s.name, s.id limit ${raw(String(MOST_PEOPLE))}`),
  ]);
  return { data: rows.map((row) => present(row, tenant.timeZone)), people: people.map(shapeOf) };
}

/** One group as it is now; 404 for a group outside `places` or one that has ended. */
async function groupOf(run: Runner, { tenant }: On, places: Led, id: number): Promise<Group> {
  const row = await run.one<Row>(groupsWhere(tenant.id, places, sql` and wg.id = ${id}`));
  return row ? present(row, tenant.timeZone) : fail('NOT_FOUND');
}

/** Locks the groups of an institution, so that the checks of names and the maximum number run one after the other. */
const lockGroups = (tx: Tx, institutionId: number) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:groups:${institutionId}`}::text))`);

/**
 * Creates a group in the institution named by the caller, who must lead there; 404 for any other, 422 for a name that is taken.
 */
export async function makeGroup(
  tx: Tx,
  on: On,
  places: Led,
  wanted: Omit<ParsedBody<'POST /operations/groups'>, 'institution'>,
): Promise<Group> {
  const { platform, service } = on;
  const place = places[0] ?? fail('NOT_FOUND');
  await lockGroups(tx, place.id);
  const there = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from work_group where tenant_id = ${tx.tenantId} and institution_id = ${place.id}
      and ended_at is null`);
  if ((there?.count ?? 0) >= GROUPS.most) invalid([{ field: 'name', message: FULL }]);
  await checkName(tx, place.id, wanted.name);
  const made = await tx.one<{ id: number }>(sql`
    insert into work_group (tenant_id, institution_id, name, created_by, created_by_staff_id, created_at)
    values (${tx.tenantId}, ${place.id}::bigint, ${wanted.name}::text, ${service.operator ?? ''}::text,
      ${service.staff?.id ?? null}::bigint, ${platform.clock.now()}::timestamptz) returning id`);
  if (!made) throw new Error('The group was not kept');
  await setMembers(tx, place, made.id, wanted.staffIds);
  return groupOf(tx, on, places, made.id);
}

type Change = { id: number } & ParsedBody<'PUT /operations/groups/{id}'>;

/**
 * Changes the name and members of a group. Existing members may stay even if they can no longer take anything up; new ones must
 * be able to. 404 for a group outside `places` or one that has ended, 409 when it changed since the caller saw it, 422 for a name
 * that is taken.
 */
export async function changeGroup(
  tx: Tx,
  on: On,
  places: Led,
  { id, name, staffIds, version }: Change,
): Promise<Group> {
  const place = await lockedGroup(tx, places, id);
  if (place.version !== version) fail('VERSION_CONFLICT', { extra: { version: place.version } });
  await checkName(tx, place.id, name, id);
  await tx.one(sql`
    update work_group set name = ${name}::text, version = version + 1 where tenant_id = ${tx.tenantId} and id = ${id}
    returning id`);
  await setMembers(tx, place, id, staffIds);
  publishKinds(
    tx,
    place.id,
    await tx.many<{ kind: Kind }>(sql`
      select distinct kind from work_assignment where tenant_id = ${tx.tenantId} and group_id = ${id} and ended_at is null`),
  );
  return groupOf(tx, on, places, id);
}

/**
 * Ends a group: its items become unassigned, and its name is available again. 404 for a group outside `places` or one that has
 * ended.
 */
export async function endGroup(tx: Tx, on: On, places: Led, id: number): Promise<void> {
  const place = await lockedGroup(tx, places, id);
  const now = on.platform.clock.now();
  const by = on.service.operator ?? '';
  await tx.one(sql`
    update work_group set ended_at = ${now}::timestamptz, ended_by = ${by}::text, version = version + 1
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  publishKinds(
    tx,
    place.id,
    await tx.many<{ kind: Kind }>(sql`
      with ended as (
        update work_assignment set ended_at = ${now}::timestamptz, ended_by = ${by}::text
        where tenant_id = ${tx.tenantId} and group_id = ${id} and ended_at is null returning kind)
      select distinct kind from ended`),
  );
}

/** Publishes that assignments of items of these kinds changed. */
function publishKinds(tx: Tx, institutionId: number, kinds: readonly { kind: Kind }[]): void {
  for (const { kind } of kinds) publishQueues(tx, { kind, institutionId });
}

/** The institution of an active group. Its groups, and the group itself, are locked until the transaction ends. */
async function lockedGroup(tx: Tx, places: Led, id: number): Promise<Place & { version: number }> {
  const known = await tx.one<{ institution_id: number }>(sql`
    select institution_id from work_group where tenant_id = ${tx.tenantId} and id = ${id}`);
  const place = places.find((one) => one.id === known?.institution_id) ?? fail('NOT_FOUND');
  await lockGroups(tx, place.id);
  const group = await tx.one<{ version: number }>(sql`
    select version from work_group where tenant_id = ${tx.tenantId} and id = ${id} and ended_at is null for update`);
  return group ? { ...place, version: group.version } : fail('NOT_FOUND');
}

/**
 * Refuses a name with anything but letters, digits and common punctuation, and a name that another active group of the
 * institution has; case and accents are ignored.
 */
async function checkName(tx: Tx, institutionId: number, name: string, id = 0): Promise<void> {
  const problem = noSpecialCharacters(name);
  if (problem) invalid([{ field: 'name', message: problem }]);
  const other = await tx.one(sql`
    select id from work_group where tenant_id = ${tx.tenantId} and institution_id = ${institutionId} and ended_at is null
      and plain_name(name) = plain_name(${name}::text) and id <> ${id}`);
  if (other) invalid([{ field: 'name', message: TAKEN }]);
}

/** Sets the members of a group; a new member must be able to claim something in the institution. */
async function setMembers(tx: Tx, { code }: Place, id: number, staffIds: readonly number[]): Promise<void> {
  await tx.many(sql`
    delete from work_group_member where tenant_id = ${tx.tenantId} and group_id = ${id}
      and not staff_id = any(${[...staffIds]}::bigint[]) returning staff_id`);
  await tx.many(sql`
    insert into work_group_member (tenant_id, group_id, staff_id)
    select s.tenant_id, ${id}::bigint, s.id from staff s where s.tenant_id = ${tx.tenantId}
      and s.id = any(${[...staffIds]}::bigint[]) and ${mayTake(TAKERS, sql`${code}`)}
    on conflict do nothing returning staff_id`);
  const written = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from work_group_member where tenant_id = ${tx.tenantId} and group_id = ${id}`);
  if (written?.count !== new Set(staffIds).size) invalid([{ field: 'staffIds', message: NOT_OF_TEAM }]);
}
