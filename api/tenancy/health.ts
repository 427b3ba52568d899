import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Reply } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';

/** Time after which the database counts as down, because load balancers do not wait longer. */
const PATIENCE_MS = 2_000;

/** Health of the API for load balancers: healthy when its database responds (spec 18). */
export async function health(platform: Platform): Promise<Reply> {
  const answered = platform.db.global.one(sql`select 1 as one`).then(
    () => true,
    () => false,
  );
  const works = await Promise.race([answered, pause(PATIENCE_MS, false, { ref: false })]);
  const body = {
    status: works ? 'ok' : 'degraded',
    build: platform.config.build,
    now: platform.clock.now().toISOString(),
  };
  return { status: works ? 200 : 503, body };
}
