import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Reply } from '../platform/http/context.ts';

/** State of an API for load balancers: it works when its database answers (spec 18). */
export async function health(house: House): Promise<Reply> {
  const works = await house.db.global.one(sql`select 1 as one`).then(
    () => true,
    () => false,
  );
  const body = {
    status: works ? 'ok' : 'degraded',
    build: house.config.build,
    now: house.clock.now().toISOString(),
  };
  return { status: works ? 200 : 503, body };
}
