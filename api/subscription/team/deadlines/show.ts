import { addDays, dayInZone, isoInZone } from '@orbita/domain/foundation';
import {
  DEADLINE_MOST_DAYS,
  DEADLINES,
  type Deadline,
  deadlinesIn,
  lastDayOf,
  statusesUnder,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../../../platform/database/types.ts';
import type { ServiceContext } from '../../../platform/http/context.ts';
import { lastDaysOf } from '../../extend-deadline.ts';
import { settingsReader } from '../../facts.ts';
import { seenState } from '../../seen-state.ts';

/** Nobody reads a larger number, and counting further takes longer than it is worth. */
const MOST_COUNTED = 10_000;

/** Number of applications of an offer in which a deadline is running, counted up to 10,000. */
export async function countUnder(on: Runner, offerId: number, deadline: Deadline): Promise<number> {
  const found = await on.one<{ open: number }>(sql`
    select count(*)::int as open from (
      select from subscription
      where tenant_id = ${on.tenantId} and offer_id = ${offerId}::bigint
        and status = any(${[...statusesUnder(deadline)]}::int[])
      limit ${MOST_COUNTED}::int) under`);
  return found?.open ?? 0;
}

type Past = {
  id: number;
  deadline: Deadline;
  until: string;
  made_by: string;
  at: Date;
  extended: number;
  finished: boolean;
};

const SHOWN = 5;

/** Running deadlines of an application, how far they can be extended, and the past extensions for its whole offer. */
export async function showDeadlines(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
) {
  const on = platform.db.tenant(tenant.id);
  const row = await seenState(on, service, id);
  const today = dayInZone(platform.clock.now(), row.time_zone);
  const days = lastDaysOf(row);
  const alone = settingsReader(row.settings)('DeadlineSecondPersonAboveDays');
  const past = await on.many<Past>(sql`
    select id, deadline, until, made_by, at, extended, finished_at is not null as finished
    from deadline_extension where tenant_id = ${tenant.id} and offer_id = ${row.offer_id}
    order by id desc limit ${SHOWN}::int`);
  return {
    deadlines: await Promise.all(
      deadlinesIn(row.status).map(async (deadline) => ({
        deadline,
        label: DEADLINES[deadline].label,
        until: lastDayOf(deadline, days),
        open: await countUnder(on, row.offer_id, deadline),
      })),
    ),
    today,
    latest: addDays(today, DEADLINE_MOST_DAYS),
    aloneUntil: addDays(today, alone),
    offer: { code: row.offer_code, name: row.offer_name },
    ofOffer: past.map(({ made_by: by, at, ...one }) => ({ ...one, by, at: isoInZone(at, row.time_zone) })),
  };
}
