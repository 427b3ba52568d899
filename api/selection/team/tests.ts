import { isoInZone, shownName } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { mayWithin } from '../../platform/http/may-within.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SettingJson, settingsReader } from '../../subscription/facts.ts';
import { settingsJson } from '../../subscription/state-columns.ts';
import { checkResults, registerResults } from '../schedule/results.ts';
import { slotById } from '../schedule/store.ts';
import { withdrawSlot } from '../schedule/withdraw.ts';
import { readResultsFile } from './results-file.ts';

type RollRow = {
  subscription_id: number;
  name: string;
  social_name: string | null;
  document: string | null;
  accessibility: { kinds: string[]; notes: string | null } | null;
  granted: string | null;
  state: 'booked' | 'missed' | 'approved' | 'rejected';
  present: boolean | null;
  marked_by: string | null;
  marked_at: Date | null;
};

const accessibilityOf = ({ accessibility, granted }: RollRow) =>
  accessibility || granted
    ? { kinds: accessibility?.kinds ?? [], notes: accessibility?.notes ?? null, granted }
    : null;

type SlotListRow = {
  id: number;
  code: string;
  offer_code: string;
  offer_name: string;
  pole_code: string;
  place: string;
  at: Date;
  capacity: number;
  taken: number;
  cancelled_at: Date | null;
};
type SlotState = 'coming' | 'past' | 'cancelled';

const stateOf = (row: SlotListRow, now: Date): SlotState =>
  row.cancelled_at ? 'cancelled' : row.at > now ? 'coming' : 'past';

const ofState = (state: SlotState | undefined, now: Date): Sql => {
  if (!state) return empty;
  if (state === 'cancelled') return sql` and x.cancelled_at is not null`;
  const side = state === 'coming' ? sql`x.at > ${now}::timestamptz` : sql`x.at <= ${now}::timestamptz`;
  return sql` and x.cancelled_at is null and ${side}`;
};

// A subquery per row read, because a join would read the slots of past years.
const ofOffersOf = (tenantId: number, service: Service, query: ListQuery): Sql => {
  const owned = ownedBy(tenantId, service, query, sql`f.institution_id`);
  if (owned === empty) return empty;
  return sql` and (select true from offer f where f.tenant_id = ${tenantId} and f.id = x.offer_id${owned})`;
};

/** Slots, soonest first: those that the catalogue offers, withdrawn ones, and retired ones with bookings. */
const slotList = (
  tenantId: number,
  service: Service,
  query: ListQuery & { state?: SlotState | undefined },
  now: Date,
): List => ({
  from: ['schedule_slot', 'x'],
  where: sql`x.tenant_id = ${tenantId}
    and (x.retired_at is null or x.cancelled_at is not null or x.taken > 0)${ofState(query.state, now)}
    ${ofOffersOf(tenantId, service, query)}`,
  columns: sql`x.id, x.code, o.code as offer_code, o.name as offer_name, p.code as pole_code, x.place, x.at, x.capacity, x.taken,
    x.cancelled_at`,
  joins: sql`join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
    join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id`,
  at: sql`x.at`,
});

/**
 * People who take the test, sorted by the name they use; blocked ones are left out. What somebody needs because of a disability
 * is health data, which is not shown to every caller (spec 18).
 */
async function rollOf(platform: Platform, tenant: Tenant, hourId: number, showsNeeds: boolean) {
  const rows = await platform.db.tenant(tenant.id).many<RollRow>(sql`
    select b.subscription_id, p.name, p.social_name, s.accessibility, g.notes as granted, b.state, b.present,
      b.marked_by, b.marked_at,
      coalesce(p.cpf, (select u.document from user_account u
        where u.tenant_id = p.tenant_id and u.person_id = p.id order by u.id limit 1)) as document
    from test_booking b
    join subscription s on s.tenant_id = b.tenant_id and s.id = b.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    left join accommodation g on g.tenant_id = b.tenant_id and g.subscription_id = b.subscription_id
    where b.tenant_id = ${tenant.id} and b.schedule_slot_id = ${hourId}
      and (b.state in ('missed', 'approved', 'rejected') or (b.state = 'booked' and s.status = 2))
    order by coalesce(p.social_name, p.name), b.subscription_id`);
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    name: shownName({ name: row.name, socialName: row.social_name }),
    document: row.document ?? '',
    accessibility: showsNeeds ? accessibilityOf(row) : null,
    state: row.state,
    hasNeeds: accessibilityOf(row) !== null,
    present: row.present,
    markedBy: row.marked_by?.split(' / ').at(-1) ?? null,
    markedAt: row.marked_at && isoInZone(row.marked_at, tenant.timeZone),
  }));
}

const presentSlot = (row: SlotListRow, zone: string, now: Date) => ({
  id: row.id,
  code: row.code,
  offerCode: row.offer_code,
  offerName: row.offer_name,
  poleCode: row.pole_code,
  place: row.place,
  at: isoInZone(row.at, zone),
  capacity: row.capacity,
  taken: row.taken,
  state: stateOf(row, now),
});

type PageRow = SlotListRow & { institution: string; settings: SettingJson[] };

/** One slot with the minimum score for passing its test; 404 outside the caller's institutions. */
async function showSlot(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const row = await platform.db.tenant(tenant.id).one<PageRow>(sql`
    select s.id, s.code, o.code as offer_code, o.name as offer_name, p.code as pole_code, s.place, s.at, s.capacity, s.taken, s.cancelled_at,
      i.code as institution, ${settingsJson(sql`o.institution_id`, sql`o.id`, sql`null::bigint`)} as settings
    from schedule_slot s
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    join pole p on p.tenant_id = s.tenant_id and p.id = s.pole_id
    where s.tenant_id = ${tenant.id} and s.id = ${id}`);
  if (!row || !maySee(service, row.institution)) fail('NOT_FOUND');
  return {
    ...presentSlot(row, tenant.timeZone, platform.clock.now()),
    minimum: settingsReader(row.settings)('TestMinScore'),
  };
}

/**
 * Records whether a person attended; the last mark counts. 404 for people who are not on the roll, 409 `STATE_CONFLICT` once a
 * result is registered.
 */
async function markPresence(
  tx: Tx,
  platform: Platform,
  { hourId, id: subscriptionId }: { hourId: number; id: number },
  { present, by }: { present: boolean; by: string },
): Promise<void> {
  const booking = await tx.one<{ id: number; state: RollRow['state'] }>(sql`
    select id, state from test_booking
    where tenant_id = ${tx.tenantId} and schedule_slot_id = ${hourId} and subscription_id = ${subscriptionId}
      and state in ('booked', 'missed', 'approved', 'rejected') order by id desc limit 1 for update`);
  if (!booking) fail('NOT_FOUND');
  if (booking.state !== 'booked') fail('STATE_CONFLICT', { extra: { state: booking.state } });
  await tx.one(sql`
    update test_booking set present = ${present}::boolean, marked_by = ${by}::text,
      marked_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${booking.id} returning id`);
}

/** Responds with 404 for a record that the token may not see, before the body is validated (spec 2.3). */
const checkSlot = async (platform: Platform, tenant: Tenant, service: Service, id: number): Promise<void> => {
  const slot = await slotById(platform.db.tenant(tenant.id), id);
  if (!slot || !maySee(service, slot.institution_code)) fail('NOT_FOUND');
};

/** Routes with which the institution manages scheduled tests (spec 17.2). */
export const testRoutes = (platform: Platform): Route[] => [
  route('GET /operations/schedules', async ({ tenant, service, query }) => {
    const now = platform.clock.now();
    const page = await listPage<SlotListRow, Answer<'GET /operations/schedules'>['data'][number]>(
      platform.db.tenant(tenant.id),
      slotList(tenant.id, service, query, now),
      query,
      (row) => presentSlot(row, tenant.timeZone, now),
    );
    return reply(200, page);
  }),
  ok('GET /operations/schedules/{hourId}', ({ tenant, service, params }) =>
    showSlot(platform, tenant, service, params.hourId),
  ),
  route('PUT /operations/schedules/{hourId}/roll/{id}', (ctx) =>
    withKey(ctx, async (write) => {
      await checkSlot(platform, ctx.tenant, ctx.service, ctx.params.hourId);
      const { present } = ctx.body();
      const by = operatorOf(ctx.service);
      return write(async (tx) => {
        await markPresence(tx, platform, ctx.params, { present, by });
        return reply(204);
      });
    }),
  ),
  route('GET /operations/schedules/{hourId}/roll', async ({ tenant, service, params }) => {
    await checkSlot(platform, tenant, service, params.hourId);
    const showsNeeds = mayWithin(service, 'GET /operations/schedules/{hourId}/roll');
    return reply(200, await rollOf(platform, tenant, params.hourId, showsNeeds));
  }),
  route('POST /operations/schedules/{hourId}/results-file', async (ctx) => {
    const { tenant, params, service } = ctx;
    await checkSlot(platform, tenant, service, params.hourId);
    const { file } = ctx.body();
    const roll = await rollOf(platform, tenant, params.hourId, false);
    const ids = roll.map(({ subscriptionId }) => subscriptionId);
    return reply(200, await readResultsFile(tenant.id, file, ids));
  }),
  route('POST /operations/schedules/{hourId}/results', (ctx) =>
    withKey(ctx, async () => {
      const { hourId } = ctx.params;
      await checkSlot(platform, ctx.tenant, ctx.service, hourId);
      const lines = ctx.body();
      checkResults(lines);
      const by = operatorOf(ctx.service);
      return reply(200, await registerResults(platform, ctx.tenant.id, hourId, lines, by));
    }),
  ),
  route('POST /operations/schedules/{hourId}/cancel', (ctx) =>
    withKey(ctx, async () => {
      const { hourId } = ctx.params;
      await checkSlot(platform, ctx.tenant, ctx.service, hourId);
      return reply(200, await withdrawSlot(platform, ctx.tenant.id, hourId));
    }),
  ),
];
