import { dayInZone } from '@orbita/domain/foundation';
import { searchForm } from '@orbita/domain/offering';
import { SEEN_PAPERS } from '@orbita/domain/person';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { linkContacts } from '../../messaging/link-contacts.ts';
import { isOpen } from '../../offering/list-offers.ts';
import { personAtDesk } from '../../person/at-desk.ts';
import { type RowOf, shapeOf } from '../../platform/database/shape.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { type Write, withKey } from '../../platform/http/with-key.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import { recordAct } from '../acts.ts';
import { createSubscription } from '../create.ts';
import { chosenOf } from './import.ts';

type Course = RowOf<Answer<'GET /operations/front-desk/offers'>['data'][number]> & { total: number };

const MOST = 50;

/** Courses of open offers of the caller's institutions with a word in their name that starts with the query. */
async function offers({
  platform,
  tenant,
  service,
  query,
}: Ctx<'GET /operations/front-desk/offers'>): Promise<Reply> {
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const words = searchForm(query.q ?? '').replaceAll(/[\\%_]/g, '\\$&');
  const found = await platform.db.tenant(tenant.id).many<Course>(sql`
    select o.code as offer_code, o.name as offer_name, im.name as ingress, ins.code as institution_code,
      c.code as course_code, c.name as course_name, places.poles, count(*) over ()::int as total
    from intake i
    join offer o on o.tenant_id = i.tenant_id and o.intake_id = i.id
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
    join offer_course oc on oc.tenant_id = o.tenant_id and oc.offer_id = o.id
    join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id and c.retired_at is null
    join lateral (
      select jsonb_agg(jsonb_build_object('code', p.code, 'name', p.description,
        'left', greatest(k.vacancies - k.taken, 0)) order by p.description) as poles
      from offer_course_pole k join pole p on p.tenant_id = k.tenant_id and p.id = k.pole_id
      where k.tenant_id = oc.tenant_id and k.offer_id = oc.offer_id and k.course_id = oc.course_id
        and k.retired_at is null and p.retired_at is null) places on places.poles is not null
    where ${isOpen(tenant.id, { institutionId: null, hostId: 0, today })}${ownedBy(tenant.id, service, query, sql`o.institution_id`)}
      and (c.search_name like ${`${words}%`}::text or c.search_name like ${`% ${words}%`}::text)
    order by c.search_name, o.name, o.id, c.id limit ${MOST}::int`);
  const data = found.map(({ total: _all, ...row }) => shapeOf(row));
  return reply(200, { data, total: found[0]?.total ?? 0 });
}

/**
 * Applies for somebody at the front desk. Contract and payment remain the candidate's own: they get access through the message
 * about the application.
 */
async function apply(ctx: Ctx<'POST /operations/front-desk/applications'>, write: Write): Promise<Reply> {
  const { platform, tenant, service } = ctx;
  const { paper, consent: _given, schooling, offerCode, courseCode, poleCode, ...person } = ctx.body();
  const chosen = await chosenOf(platform, tenant, service, { offerCode, courseCode, poleCode });
  return write(async (tx) => {
    const { personId, made } = await personAtDesk(tx, platform, tenant, person);
    const { id } = await createSubscription(tx, platform, {
      ...{ personId, offerId: chosen.offerId, courseId: chosen.courseId, poleId: chosen.poleId },
      schooling: { level: schooling.level, expectedYear: schooling.expectedYear ?? null },
      actor: 'operations',
    });
    await recordAct(tx, platform, service, {
      subscriptionId: id,
      act: 'applied',
      subject: SEEN_PAPERS[paper],
      reason: null,
    });
    const contacts = await linkContacts(tx, { tenantId: tx.tenantId, personId, subscriptionId: id });
    const linked = contacts.length > 0;
    return reply(201, { id, personId, made, paper, linked });
  });
}

/** What is done for somebody at the front desk (spec 25.6.3). */
export const frontDeskRoutes = (): Route[] => [
  route('GET /operations/front-desk/offers', offers),
  route('POST /operations/front-desk/applications', (ctx) => withKey(ctx, (write) => apply(ctx, write))),
];
