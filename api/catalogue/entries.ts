import { dayInZone, isoInZone } from '@orbita/domain/foundation';
import { searchForm } from '@orbita/domain/offering';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { ServiceContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { institutionsOf } from './everyday.ts';
import { type Catalogue, isKind, type Kind, keyOf } from './model.ts';
import { placeNames, seatsIn } from './place-names.ts';
import { readCatalogue } from './read.ts';
import { sliceOf } from './slice.ts';
import { lastChanges, versionOf } from './versions.ts';

const PAGE = 50;

type Listed =
  | 'tenant'
  | 'institutions'
  | 'hosts'
  | 'intakes'
  | 'offers'
  | 'prices'
  | 'vouchers'
  | 'schedules'
  | 'classes'
  | 'support';
type Filter = {
  kind: Listed;
  q?: string | undefined;
  institution?: string | undefined;
  intake?: string | undefined;
  offer?: string | undefined;
  cursor?: string | undefined;
};
/** How a kind is listed: its row is `t`, its institution `i`, its intake `k`, its offer `o`, if it has them. */
type Columns = {
  from: Sql;
  code?: Sql;
  title: Sql;
  /** What is searched in addition to the code. */
  search?: Sql;
  institution?: Sql;
  /** An entry without an institution belongs to all of them. */
  shared?: true;
  intake?: Sql;
  offer?: Sql;
  /** Whether a row belongs to an offer. */
  within?: (offer: string) => Sql;
  reason?: (today: string) => Sql;
  start?: Sql;
  end?: Sql;
  taken?: Sql;
  total?: Sql;
  amount?: Sql;
  where?: Sql;
};

const nothing = sql`null`;
const FOLDED = 'áàâãäéêèëíìïóòôõöúùüçñ';
const PLAIN = 'aaaaaeeeeiiiooooouuucn';
const folded = (column: Sql): Sql => sql`translate(lower(${column}), ${FOLDED}, ${PLAIN})`;

const inIntake = sql`
  offer o join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
  join intake k on k.tenant_id = o.tenant_id and k.id = o.intake_id`;
const seats = (column: 'taken' | 'vacancies'): Sql => sql`(select coalesce(sum(x.${raw(column)}), 0)::int
  from offer_course_pole x where x.tenant_id = t.tenant_id and x.offer_id = t.id and x.retired_at is null)`;
const whenClosed = (today: string): Sql => sql`case when k.suspended then 'suspended'
  when k.start_date > ${today}::date then 'not-yet' when k.end_date < ${today}::date then 'over' end`;

/** Day of a test slot `t` where its tenant is; an evening is already the next day elsewhere. */
const slotDay = sql`(t.at at time zone (select z.time_zone from tenant z where z.id = t.tenant_id))::date`;

const LISTS: Record<Listed, Columns> = {
  // A single entry: what applies to all institutions together.
  tenant: {
    from: sql`(select id as tenant_id, id, alias, name, null::timestamptz as retired_at from tenant) t`,
    code: sql`t.alias`,
    title: sql`t.name`,
    institution: nothing,
  },
  institutions: { from: sql`institution t`, title: sql`t.name`, institution: sql`t.code` },
  hosts: {
    from: sql`tenant_host t left join institution i on i.tenant_id = t.tenant_id and i.id = t.institution_id`,
    code: sql`t.host`,
    title: sql`t.host`,
    institution: sql`i.code`,
    shared: true,
  },
  intakes: {
    from: sql`intake t join institution i on i.tenant_id = t.tenant_id and i.id = t.institution_id
      join intake k on k.tenant_id = t.tenant_id and k.id = t.id`,
    code: sql`i.code || '/' || t.code`,
    // Intakes of several institutions may share a name.
    title: sql`t.code || case when exists (select from institution o where o.tenant_id = i.tenant_id and o.id <> i.id
      and o.retired_at is null) then ' · ' || i.name else '' end`,
    institution: sql`i.code`,
    intake: sql`t.code`,
    reason: whenClosed,
    start: sql`t.start_date`,
    end: sql`t.end_date`,
    taken: sql`(select coalesce(sum(x.taken), 0)::int from offer o2 join offer_course_pole x on x.tenant_id = o2.tenant_id
      and x.offer_id = o2.id and x.retired_at is null where o2.tenant_id = t.tenant_id and o2.intake_id = t.id and o2.retired_at is null)`,
    total: sql`(select coalesce(sum(x.vacancies), 0)::int from offer o2 join offer_course_pole x on x.tenant_id = o2.tenant_id
      and x.offer_id = o2.id and x.retired_at is null where o2.tenant_id = t.tenant_id and o2.intake_id = t.id and o2.retired_at is null)`,
  },
  offers: {
    from: sql`offer t join institution i on i.tenant_id = t.tenant_id and i.id = t.institution_id
      join intake k on k.tenant_id = t.tenant_id and k.id = t.intake_id`,
    title: sql`coalesce((select string_agg(c.name, ', ' order by oc.position) from offer_course oc
      join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
      where oc.tenant_id = t.tenant_id and oc.offer_id = t.id and exists (select from offer_course_pole x
        where x.tenant_id = oc.tenant_id and x.offer_id = oc.offer_id and x.course_id = oc.course_id and x.retired_at is null))
      || ' · ', '') || t.name`,
    search: sql`t.name || ' ' || coalesce((select string_agg(c.name, ' ') from offer_course oc
      join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
      where oc.tenant_id = t.tenant_id and oc.offer_id = t.id), '')`,
    institution: sql`i.code`,
    intake: sql`k.code`,
    reason: (today) => sql`case when not t.active then 'inactive' else coalesce(${whenClosed(today)},
      case when ${seats('taken')} >= ${seats('vacancies')} then 'full' end) end`,
    start: sql`k.start_date`,
    end: sql`k.end_date`,
    taken: seats('taken'),
    total: seats('vacancies'),
    amount: sql`(select min((p.plan ->> 0)::bigint - p.discount_cents)::float8 / 100 from offer_course oc
      join price_list l on l.tenant_id = t.tenant_id and l.institution_id = t.institution_id and l.course_id = oc.course_id
        and l.intake_id = t.intake_id
      join price p on p.tenant_id = l.tenant_id and p.price_list_id = l.id and p.retired_at is null and p.kind <> 'tax'
      where oc.tenant_id = t.tenant_id and oc.offer_id = t.id)`,
  },
  prices: {
    from: sql`price t join price_list l on l.tenant_id = t.tenant_id and l.id = t.price_list_id
      join institution i on i.tenant_id = l.tenant_id and i.id = l.institution_id
      join intake k on k.tenant_id = l.tenant_id and k.id = l.intake_id
      join course c on c.tenant_id = l.tenant_id and c.id = l.course_id
      left join pole po on po.tenant_id = l.tenant_id and po.id = l.pole_id`,
    title: sql`c.name || coalesce(' · ' || po.description, '') || ' · ' || t.description`,
    institution: sql`i.code`,
    intake: sql`k.code`,
    start: sql`(t.next ->> 'from')::date`,
    amount: sql`(t.plan ->> 0)::float8 / 100`,
    within: (
      offer,
    ) => sql`exists (select from offer o join offer_course oc on oc.tenant_id = o.tenant_id and oc.offer_id = o.id
      where o.tenant_id = t.tenant_id and o.code = ${offer} and o.institution_id = l.institution_id
        and o.intake_id = l.intake_id and oc.course_id = l.course_id)`,
  },
  vouchers: {
    from: sql`voucher t`,
    title: sql`replace(case when t.percent is not null then t.percent::float8::text || '%'
      else 'R$ ' || to_char(t.amount_cents / 100.0, 'FM999999990.00') end, '.', ',')`,
    reason: (
      today,
    ) => sql`case when t.valid_from > ${today}::date then 'not-yet' when t.valid_to < ${today}::date then 'over'
      when t.used >= t.max_uses then 'full' end`,
    start: sql`t.valid_from`,
    end: sql`t.valid_to`,
    taken: sql`t.used`,
    total: sql`t.max_uses`,
    where: sql`t.subscription_id is null`,
  },
  schedules: {
    from: sql`schedule_slot t join ${inIntake} on o.tenant_id = t.tenant_id and o.id = t.offer_id`,
    code: sql`o.code || '/' || t.code`,
    title: sql`t.place`,
    institution: sql`i.code`,
    intake: sql`k.code`,
    offer: sql`o.code`,
    within: (offer) => sql`o.code = ${offer}`,
    reason: (today) =>
      sql`case when ${slotDay} < ${today}::date then 'over' when t.taken >= t.capacity then 'full' end`,
    start: slotDay,
    taken: sql`t.taken`,
    total: sql`t.capacity`,
  },
  classes: {
    from: sql`academic_class t join ${inIntake} on o.tenant_id = t.tenant_id and o.id = t.offer_id`,
    code: sql`o.code || '/' || t.code`,
    title: sql`t.name`,
    institution: sql`i.code`,
    intake: sql`k.code`,
    offer: sql`o.code`,
    within: (offer) => sql`o.code = ${offer}`,
    reason: () => sql`case when t.taken >= t.slots then 'full' end`,
    start: sql`t.start_date`,
    taken: sql`t.taken`,
    total: sql`t.slots`,
  },
  support: {
    from: sql`support_contact t join institution i on i.tenant_id = t.tenant_id and i.id = t.institution_id`,
    code: sql`i.code`,
    title: sql`t.title || coalesce(' · ' || t.hours, '')`,
    institution: sql`i.code`,
    where: sql`true`,
  },
};

/** Newest rows first; a cursor is the id of the last row shown. */
const after = (cursor: string | undefined): number => {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const number = Number(cursor);
  if (!Number.isSafeInteger(number) || number < 0)
    fail('VALIDATION', { errors: [{ field: 'cursor', message: 'Must be a nextCursor of this list' }] });
  return number;
};

type Row = { id: number; reason: string | null } & Record<string, unknown>;

/** Lists the entries of one kind that the caller may see. */
export async function listEntries(
  ctx: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  filter: Filter,
) {
  const { platform, tenant, service } = ctx;
  const { kind, q, institution, intake, offer, cursor } = filter;
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const of = LISTS[kind];
  const code = of.code ?? sql`t.code`;
  const key = kind === 'support' ? sql`i.id` : sql`t.id`;
  const sought = searchForm(q ?? '');
  const within = service.institutions;
  const reason = of.reason?.(today) ?? nothing;
  const orShared = of.shared && of.institution ? sql`or ${of.institution} is null` : empty;
  const where = [
    sql`${key} < ${after(cursor)}::bigint`,
    of.where ?? empty,
    ...(kind === 'support' ? [] : [sql`t.retired_at is null`]),
    ...(within === null
      ? []
      : [
          of.institution
            ? sql`(${of.institution} = any(${within}::text[]) ${orShared})`
            : sql`(t.institutions is null
      or exists (select from jsonb_array_elements_text(t.institutions) one where one = any(${within}::text[])))`,
        ]),
    ...(institution === undefined
      ? []
      : [
          of.institution
            ? sql`(${of.institution} = ${institution} ${orShared})`
            : sql`(t.institutions is null
      or exists (select from jsonb_array_elements_text(t.institutions) one where one = ${institution}))`,
        ]),
    ...(intake === undefined || !of.intake ? [] : [sql`${of.intake} = ${intake}`]),
    ...(offer === undefined || !of.within ? [] : [of.within(offer)]),
    ...(sought === ''
      ? []
      : [sql`strpos(${folded(sql`${code} || ' ' || ${of.search ?? of.title}`)}, ${sought}) > 0`]),
  ].filter((one) => one !== empty);
  const conditions = where.reduce((all, one) => sql`${all} and ${one}`);
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    select ${key} as id, ${code} as code, ${of.title} as title, ${of.institution ?? nothing} as institution,
      ${of.intake ?? nothing} as intake, ${of.offer ?? nothing} as offer, ${reason} as reason,
      ${of.start ?? nothing}::date as from, ${of.end ?? nothing}::date as to, ${of.taken ?? nothing}::int as taken,
      ${of.total ?? nothing}::int as total, ${of.amount ?? nothing}::float8 as amount
    from ${of.from} where t.tenant_id = ${tenant.id} and ${conditions}
    order by ${key} desc limit ${PAGE + 1}::int`);
  const page = rows.slice(0, PAGE);
  return {
    data: page.map(({ id: _, ...row }) => ({
      kind,
      ...row,
      open: of.reason ? row.reason === null : null,
    })),
    nextCursor: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  };
}

type TakenRow = { key: string; taken: number };

/** Places taken in one entry: by `COURSE/POLE` for an offer, in total for anything else. */
function takenOf(on: Runner, kind: string, code: string): Promise<TakenRow[]> {
  const [offer = '', own = ''] = code.split('/');
  const of: Record<string, Sql> = {
    offers: sql`select c.code || '/' || p.code as key, x.taken from offer_course_pole x
      join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
      join course c on c.tenant_id = x.tenant_id and c.id = x.course_id
      join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id
      where x.tenant_id = ${on.tenantId} and o.code = ${code} and x.retired_at is null`,
    classes: sql`select '' as key, a.taken from academic_class a join offer o on o.tenant_id = a.tenant_id and o.id = a.offer_id
      where a.tenant_id = ${on.tenantId} and o.code = ${offer} and a.code = ${own}`,
    schedules: sql`select '' as key, s.taken from schedule_slot s join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
      where s.tenant_id = ${on.tenantId} and o.code = ${offer} and s.code = ${own}`,
    vouchers: sql`select '' as key, v.used as taken from voucher v where v.tenant_id = ${on.tenantId} and v.code = ${code}`,
  };
  const query = of[kind];
  return query ? on.many<TakenRow>(query) : Promise.resolve([]);
}

const KEEPS_SECRET = ['console'];

/** Shows one entry with what a form needs besides its fields. A nested code is written as `OFFER~CLASS`. */
export async function showEntry(
  ctx: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  kind: string,
  given: string,
) {
  const { platform, tenant, service } = ctx;
  const on = platform.db.tenant(tenant.id);
  const code = given.replaceAll('~', '/');
  const slice =
    sliceOf(tenant.id, [{ kind, code }]) ??
    (isKind(kind) ? { institutions: 'all', courses: 'all', offers: 'all', [kind]: 'all' } : {});
  const catalogue: Catalogue = await readCatalogue(on, slice as never); // lists by their names, which the union of both ways hides
  const entry = isKind(kind)
    ? (catalogue[kind] as object[]).find((one) => keyOf(kind as Kind, one as never) === code)
    : code === tenant.alias
      ? catalogue[kind as 'tenant' | 'console']
      : undefined;
  if (!entry) fail('NOT_FOUND');
  const of = institutionsOf(catalogue, kind, entry);
  const { institutions } = service;
  if (
    institutions !== null &&
    (KEEPS_SECRET.includes(kind) || (of !== null && !of.some((one) => institutions.includes(one))))
  )
    fail('NOT_FOUND');
  const [taken, names, version, [last]] = await Promise.all([
    takenOf(on, kind, code),
    placeNames(on, seatsIn((entry as { courses?: unknown }).courses)),
    versionOf(on),
    lastChanges(on, [{ kind, code }]),
  ]);
  return {
    kind,
    code,
    values: entry as Record<string, unknown>,
    taken: Object.fromEntries(taken.map((row) => [row.key, row.taken])),
    names,
    version,
    changed: last ? { version: last.version, at: isoInZone(last.at, tenant.timeZone), by: last.by } : null,
  };
}
