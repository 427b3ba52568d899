import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Reply } from '../platform/http/context.ts';

/** A database that has not answered by then does not work: load balancers do not wait. */
const PATIENCE_MS = 2_000;

/** State of an API for load balancers: it works when its database answers (spec 18). */
export async function health(house: House): Promise<Reply> {
  const answered = house.db.global.one(sql`select 1 as one`).then(
    () => true,
    () => false,
  );
  const works = await Promise.race([answered, pause(PATIENCE_MS, false, { ref: false })]);
  const body = {
    status: works ? 'ok' : 'degraded',
    build: house.config.build,
    now: house.clock.now().toISOString(),
  };
  return { status: works ? 200 : 503, body };
}
