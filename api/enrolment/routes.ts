import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { behalfReason, recordAct } from '../subscription/acts.ts';
import { onBehalf } from '../subscription/on-behalf.ts';
import { ownSubscription } from '../subscription/own.ts';
import { changeGuardian } from './change-guardian.ts';
import { changeSchooling } from './change-schooling.ts';
import { chooseClass, listClasses } from './choose-class.ts';
import { chooseDisciplines, listDisciplines } from './disciplines.ts';
import { presentEnrolment } from './present.ts';
import { findEnrolment } from './store.ts';

/**
 * Routes of enrolment: schooling, guardian, disciplines, classes and what is still missing (spec 12.4); disciplines also on
 * behalf of the candidate (D-85).
 */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/enrollment-data', async (ctx) => {
    const own = await ownSubscription(ctx, ctx.params.id);
    const row = await findEnrolment(platform.db.tenant(ctx.tenant.id), own.id);
    return row ? reply(200, presentEnrolment(row, platform.clock.now())) : fail('NOT_FOUND');
  }),
  route('PUT /candidate/subscriptions/{id}/schooling', changeSchooling),
  route('PUT /candidate/subscriptions/{id}/guardian', changeGuardian),
  route('GET /candidate/subscriptions/{id}/disciplines', (ctx) => listDisciplines(ctx, ctx.params.id)),
  route('PUT /candidate/subscriptions/{id}/disciplines', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { disciplineIds } = ctx.body();
    await platform.db.write(ctx.tenant.id, (tx) => chooseDisciplines(tx, ctx, id, () => disciplineIds));
    return reply(204);
  }),
  route('GET /operations/subscriptions/{id}/disciplines', async (ctx) =>
    listDisciplines(await onBehalf(ctx, ctx.params.id), ctx.params.id),
  ),
  route('PUT /operations/subscriptions/{id}/disciplines', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      const caller = await onBehalf(ctx, id);
      const { electives, reason: given } = ctx.body();
      const reason = behalfReason(ctx.service, given);
      return write(async (tx) => {
        // No discipline has id 0, so a code that is not offered is refused like an unknown id.
        await chooseDisciplines(tx, caller, id, (offered) =>
          electives.map((code) => offered.find((one) => one.code === code)?.id ?? 0),
        );
        await recordAct(tx, platform, ctx.service, { subscriptionId: id, act: 'disciplines-chosen', reason });
        return listDisciplines(caller, id, tx);
      });
    }),
  ),
  route('GET /candidate/subscriptions/{id}/classes', listClasses),
  route('PUT /candidate/subscriptions/{id}/class', chooseClass),
];
