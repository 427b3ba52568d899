import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { importPerson } from '../../person/index.ts';
import type { House } from '../../platform/house.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { createSubscription } from '../../subscription/index.ts';
import { maySee } from '../lists.ts';
import { showSubscription } from './subscriptions.ts';

type ApplyBody = ParsedBody<'POST /operations/subscriptions'>;
type Chosen = {
  offer_id: number;
  institution_code: string;
  course_id: number | null;
  pole_id: number | null;
};

/** What the codes of the catalogue stand for; an offer of another institution than the token's is not found. */
async function chosenOf(house: House, tenant: Tenant, service: Service, body: ApplyBody) {
  const chosen = await house.db.tenant(tenant.id).one<Chosen>(sql`
    select o.id as offer_id, i.code as institution_code,
      (select c.id from course c where c.tenant_id = o.tenant_id and c.institution_id = o.institution_id
        and c.code = ${body.courseCode}) as course_id,
      (select p.id from pole p where p.tenant_id = o.tenant_id and p.institution_id = o.institution_id
        and p.code = ${body.poleCode}) as pole_id
    from offer o join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    where o.tenant_id = ${tenant.id} and o.code = ${body.offerCode} and o.retired_at is null`);
  if (!chosen || !maySee(service, chosen.institution_code)) fail('NOT_FOUND');
  const unknown = (field: string) => ({ field, message: 'Unknown code' });
  invalid([
    ...(chosen.course_id === null ? [unknown('courseCode')] : []),
    ...(chosen.pole_id === null ? [unknown('poleCode')] : []),
  ]);
  return { offerId: chosen.offer_id, courseId: chosen.course_id ?? 0, poleId: chosen.pole_id ?? 0 };
}

/** The application that stands in the way, when it is for the very same offer and course. */
async function sameAgain(
  house: House,
  tenant: Tenant,
  error: unknown,
  chosen: { offerId: number; courseId: number },
): Promise<number> {
  const id = error instanceof AppError && error.code === 'SUBSCRIPTION_EXISTS' ? error.extra?.id : undefined;
  if (typeof id !== 'number') throw error;
  const same = await house.db.tenant(tenant.id).one(sql`
    select id from subscription where tenant_id = ${tenant.id} and id = ${id}
      and offer_id = ${chosen.offerId} and course_id = ${chosen.courseId} and status not in (9, 13)`);
  if (!same) throw error;
  return id;
}

/** Applies on behalf of a person; the same again answers the first with 200 (spec 17.2). */
async function applyFor(house: House, tenant: Tenant, service: Service, body: ApplyBody) {
  const chosen = await chosenOf(house, tenant, service, body);
  try {
    const id = await house.db.write(tenant.id, (tx) =>
      createSubscription(tx, house, {
        ...chosen,
        personId: body.personId,
        schooling: levelOf(body.schooling),
        voucher: body.voucher ?? null,
        externalId: body.externalId ?? null,
        actor: 'operations',
      }),
    );
    return reply(201, await showSubscription(house, tenant, service, id));
  } catch (error) {
    const first = await sameAgain(house, tenant, error, chosen);
    return reply(200, await showSubscription(house, tenant, service, first));
  }
}

const levelOf = (schooling: ApplyBody['schooling']) =>
  schooling ? { level: schooling.level, expectedYear: schooling.expectedYear ?? null } : null;

/** How institutions bring people and their applications in (spec 17.2). */
export const peopleRoutes = (house: House): Route[] => [
  route('POST /operations/candidates', (ctx) =>
    withKey(ctx, async () => {
      const { created, ...who } = await importPerson(house, ctx.tenant, ctx.service.institutions, ctx.body());
      return reply(created ? 201 : 200, who);
    }),
  ),
  route('POST /operations/subscriptions', (ctx) =>
    withKey(ctx, async () => applyFor(house, ctx.tenant, ctx.service, ctx.body())),
  ),
];
