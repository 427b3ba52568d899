import { dayInZone } from '@orbita/domain/foundation';
import type { House } from '../platform/house.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { checkInstitution } from '../subscription/index.ts';
import { disciplinesOf } from './disciplines.ts';
import { institutionFilter } from './filter.ts';
import { listFilters } from './filters.ts';
import { listOffers, type OfferPlace } from './list-offers.ts';
import { coursesOfOffer, polesOfCourse } from './options.ts';

/** Whose offers a visitor sees, at this host, today. */
const placeOf = async (ctx: Ctx): Promise<OfferPlace> => ({
  institutionId: await institutionFilter(ctx),
  institutionCode: ctx.header('x-institution-code') || undefined,
  hostId: ctx.host.id,
  today: dayInZone(ctx.house.clock.now(), ctx.tenant.timeZone),
});

/** Calls of the choice of a course (spec 7.4); public. */
export const routes = (house: House): Route[] => [
  route('GET /candidate/offers', async (ctx) => {
    const { type, page, pageSize, ...narrowed } = ctx.query;
    return reply(
      200,
      await listOffers(house.db.tenant(ctx.tenant.id), ctx.tenant.id, {
        ...(await placeOf(ctx)),
        ...narrowed,
        types: type?.split(',').map(Number),
        page: page ?? 1,
        pageSize: pageSize ?? 20,
      }),
    );
  }),
  route('GET /candidate/offers/filters', async (ctx) =>
    reply(200, await listFilters(house.db.tenant(ctx.tenant.id), ctx.tenant.id, await placeOf(ctx))),
  ),
  route('GET /candidate/offers/{offerId}/courses', async (ctx) => {
    const { offerId } = ctx.params;
    const found = await coursesOfOffer(house.db.tenant(ctx.tenant.id), ctx.tenant.id, offerId, ctx.query.c);
    if (!found) fail('NOT_FOUND');
    checkInstitution(ctx, found.institutionCode);
    return reply(200, found.courses);
  }),
  route('GET /candidate/offers/{offerId}/poles', async (ctx) => {
    const { offerId } = ctx.params;
    const found = await polesOfCourse(house.db.tenant(ctx.tenant.id), ctx.tenant.id, offerId, ctx.query.c);
    if (!found) fail('NOT_FOUND');
    checkInstitution(ctx, found.institutionCode);
    return reply(200, found.poles);
  }),
  route('GET /candidate/courses/{courseId}/intakes/{intakeId}', async (ctx) => {
    const { courseId, intakeId } = ctx.params;
    const { module, active } = ctx.query;
    const found = await disciplinesOf(house.db.tenant(ctx.tenant.id), ctx.tenant.id, {
      courseId,
      intakeId,
      module,
      active: active === undefined ? undefined : active === 'true',
    });
    if (!found) fail('NOT_FOUND');
    checkInstitution(ctx, found.institutionCode);
    return reply(200, found.courseIntake);
  }),
];
