import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { changeGuardian } from './change-guardian.ts';
import { changeSchooling } from './change-schooling.ts';
import { chooseClass, listClasses } from './choose-class.ts';
import { changeDisciplines, listDisciplines } from './disciplines.ts';
import { presentEnrolment } from './present.ts';
import { findEnrolment } from './store.ts';

/** Calls of enrolment: schooling, guardian, disciplines, classes and what is still missing (spec 12.4). */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/enrollment-data', async (ctx) => {
    const own = await ownSubscription(ctx, ctx.params.id);
    const row = await findEnrolment(platform.db.tenant(ctx.tenant.id), ctx.tenant.id, own.id);
    return row ? reply(200, presentEnrolment(row, platform.clock.now())) : fail('NOT_FOUND');
  }),
  route('PUT /candidate/subscriptions/{id}/schooling', changeSchooling),
  route('PUT /candidate/subscriptions/{id}/guardian', changeGuardian),
  route('GET /candidate/subscriptions/{id}/disciplines', listDisciplines),
  route('PUT /candidate/subscriptions/{id}/disciplines', changeDisciplines),
  route('GET /candidate/subscriptions/{id}/classes', listClasses),
  route('PUT /candidate/subscriptions/{id}/class', chooseClass),
];
