import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerStudent } from './students.ts';

/** Routes of the institution about enrolments (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  route('PUT /operations/subscriptions/{id}/student', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await registerStudent(tx, platform, ctx.service, ctx.params.id, () => ctx.body())),
      ),
    ),
  ),
];
