import { isoInZone, shownName } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { mayWithin } from '../../platform/http/may-within.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkResults, registerResults } from '../schedule/results.ts';
import { slotById } from '../schedule/store.ts';
import { withdrawSlot } from '../schedule/withdraw.ts';

type RollRow = {
  subscription_id: number;
  name: string;
  social_name: string | null;
  document: string | null;
  accessibility: { kinds: string[]; notes: string | null } | null;
  granted: string | null;
  state: 'booked' | 'missed' | 'approved' | 'rejected';
};

const accessibilityOf = ({ accessibility, granted }: RollRow) =>
  accessibility || granted
    ? { kinds: accessibility?.kinds ?? [], notes: accessibility?.notes ?? null, granted }
    : null;

type SlotListRow = {
  id: number;
  code: string;
  offer_code: string;
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

// A look-up for each row read, because a join would read the slots of past years.
const ofOffersOf = (tenantId: number, service: Service, query: ListQuery): Sql => {
  const owned = ownedBy(tenantId, service, query, sql`f.institution_id`);
  if (owned === empty) return empty;
  return sql` and (select true from offer f where f.tenant_id = ${tenantId} and f.id = x.offer_id${owned})`;
};

/** Slots, soonest first: those the catalogue offers, withdrawn ones, and retired ones with bookings. */
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
  columns: sql`x.id, x.code, o.code as offer_code, p.code as pole_code, x.place, x.at, x.capacity, x.taken,
    x.cancelled_at`,
  joins: sql`join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
    join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id`,
  at: sql`x.at`,
});

/**
 * People who take the test, sorted by the name they use; blocked ones are left out. What somebody needs because of a
 * disability is health data, which not every caller is shown (spec 18).
 */
async function rollOf(platform: Platform, tenant: Tenant, hourId: number, showsNeeds: boolean) {
  const rows = await platform.db.tenant(tenant.id).many<RollRow>(sql`
    select b.subscription_id, p.name, p.social_name, s.accessibility, g.notes as granted, b.state,
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
  }));
}

/** A record the token may not see is answered with 404 before the body is validated (spec 2.3). */
const checkSlot = async (platform: Platform, tenant: Tenant, service: Service, id: number): Promise<void> => {
  const slot = await slotById(platform.db.tenant(tenant.id), tenant.id, id);
  if (!slot || !maySee(service, slot.institution_code)) fail('NOT_FOUND');
};

/** Scheduled tests as the institution manages them (spec 17.2). */
export const testRoutes = (platform: Platform): Route[] => [
  route('GET /operations/schedules', async ({ tenant, service, query }) => {
    const now = platform.clock.now();
    const page = await listPage<SlotListRow, Answer<'GET /operations/schedules'>['data'][number]>(
      platform.db.tenant(tenant.id),
      slotList(tenant.id, service, query, now),
      query,
      (row) => ({
        id: row.id,
        code: row.code,
        offerCode: row.offer_code,
        poleCode: row.pole_code,
        place: row.place,
        at: isoInZone(row.at, tenant.timeZone),
        capacity: row.capacity,
        taken: row.taken,
        state: stateOf(row, now),
      }),
    );
    return reply(200, page);
  }),
  route('GET /operations/schedules/{hourId}/roll', async ({ tenant, service, params }) => {
    await checkSlot(platform, tenant, service, params.hourId);
    const showsNeeds = mayWithin(service, 'GET /operations/schedules/{hourId}/roll');
    return reply(200, await rollOf(platform, tenant, params.hourId, showsNeeds));
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
