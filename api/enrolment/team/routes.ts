import { type Route, route } from '../../platform/http/route.ts';
import { writeOnce } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerStudent } from './students.ts';

/** Routes of the institution about enrolments (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  route('PUT /operations/subscriptions/{id}/student', (ctx) =>
    writeOnce(ctx, 200, (tx) => registerStudent(tx, platform, ctx.service, ctx.params.id, () => ctx.body())),
  ),
];
