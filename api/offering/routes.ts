import { dayInZone } from '@orbita/domain/foundation';
import type { HostContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { checkInstitution } from '../subscription/own.ts';
import { institutionFilter } from '../tenancy/institution-filter.ts';
import { institutionById } from '../tenancy/institutions.ts';
import { disciplinesOf } from './disciplines.ts';
import { listFilters } from './filters.ts';
import { listOffers, type OfferPlace } from './list-offers.ts';
import { coursesOfOffer, polesOfCourse } from './options.ts';

/**
 * Institution to which the request limits a list. Pages of a brand host send their own institution with every call, which is
 * ignored for users who lifted the filter.
 */
async function namedInstitution(ctx: HostContext, filter: number | null): Promise<string | undefined> {
  const code = ctx.header('x-institution-code') || undefined;
  const own = ctx.host.institutionId;
  if (!code || own === null || filter !== null) return code;
  return (await institutionById(ctx.platform, ctx.tenant.id, own))?.code === code ? undefined : code;
}

/** Offers of this host as of today. */
async function placeOf(ctx: HostContext): Promise<OfferPlace> {
  const institutionId = await institutionFilter(ctx);
  return {
    institutionId,
    institutionCode: await namedInstitution(ctx, institutionId),
    hostId: ctx.host.id,
    today: dayInZone(ctx.platform.clock.now(), ctx.tenant.timeZone),
  };
}

/** Routes for choosing a course (spec 7.4); public. */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/offers', async (ctx) => {
    const { type, page, pageSize, ...narrowed } = ctx.query;
    return reply(
      200,
      await listOffers(platform.db.tenant(ctx.tenant.id), {
        ...(await placeOf(ctx)),
        ...narrowed,
        types: type?.split(',').map(Number),
        page: page ?? 1,
        pageSize: pageSize ?? 20,
      }),
    );
  }),
  ok('GET /candidate/offers/filters', async (ctx) =>
    listFilters(platform.db.tenant(ctx.tenant.id), await placeOf(ctx)),
  ),
  route('GET /candidate/offers/{offerId}/courses', async (ctx) => {
    const { offerId } = ctx.params;
    const found = await coursesOfOffer(platform.db.tenant(ctx.tenant.id), offerId, ctx.query.c);
    if (!found) fail('NOT_FOUND');
    checkInstitution(ctx, found.institutionCode);
    return reply(200, found.courses);
  }),
  route('GET /candidate/offers/{offerId}/poles', async (ctx) => {
    const { offerId } = ctx.params;
    const found = await polesOfCourse(platform.db.tenant(ctx.tenant.id), offerId, ctx.query.c);
    if (!found) fail('NOT_FOUND');
    checkInstitution(ctx, found.institutionCode);
    return reply(200, found.poles);
  }),
  route('GET /candidate/courses/{courseId}/intakes/{intakeId}', async (ctx) => {
    const { courseId, intakeId } = ctx.params;
    const { module, active } = ctx.query;
    const found = await disciplinesOf(platform.db.tenant(ctx.tenant.id), {
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
