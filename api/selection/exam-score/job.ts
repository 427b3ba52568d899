import { EXAM_GIVE_UP_HOURS } from '@orbita/domain/selection';
import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import type { Job } from '../../platform/jobs.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { askSource, endLookUp, type RunningLookUp } from './look-up.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BATCH = 200;
/** A source that is away is not asked for every one of a crowd. */
const MOST_FAILURES = 3;

type Due = RunningLookUp & { requested_at: Date; expected_by: Date };

const dueOf = (house: House, tenantId: number) =>
  house.db.tenant(tenantId).many<Due>(sql`
    select x.id, x.subscription_id, x.reference, x.registration, x.year, p.cpf, x.requested_at, x.expected_by
    from exam_score x
    join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    where x.tenant_id = ${tenantId} and x.state = 'analysing' and x.next_check_at <= ${house.clock.now()}::timestamptz
    order by x.next_check_at, x.id limit ${BATCH}`);

/** Every minute while it is expected, every five once it is late. */
const nextCheck = ({ expected_by: expected }: Due, now: Date): Date =>
  new Date(now.getTime() + (now.getTime() < expected.getTime() + HOUR ? MINUTE : 5 * MINUTE));

/** Takes a look-up for this run; of several nodes one gets it. */
const claim = async (house: House, tenantId: number, due: Due, now: Date): Promise<boolean> =>
  (await house.db.tenant(tenantId).one(sql`
    update exam_score set next_check_at = ${nextCheck(due, now)}::timestamptz
    where tenant_id = ${tenantId} and id = ${due.id} and state = 'analysing'
      and next_check_at <= ${now}::timestamptz returning id`)) !== undefined;

async function work(house: House, tenantId: number, due: Due): Promise<'ended' | 'waits' | 'away'> {
  const now = house.clock.now();
  if (!(await claim(house, tenantId, due, now))) return 'waits';
  const over = now.getTime() - due.requested_at.getTime() >= EXAM_GIVE_UP_HOURS * HOUR;
  const giveUp = () => endLookUp(house, tenantId, due, { state: 'failed' });
  try {
    // Somebody erased meanwhile has no number by which the source could answer.
    if (!due.cpf || !due.registration) return (await giveUp()) ? 'ended' : 'waits';
    const answer = await askSource(house, due);
    if (answer.state !== 'pending')
      return (await endLookUp(house, tenantId, due, answer)) ? 'ended' : 'waits';
    return over && (await giveUp()) ? 'ended' : 'waits';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderUnknown)) throw error;
    house.log.warn({ lookUp: due.id, err: error }, 'exam score not answered');
    return over && (await giveUp()) ? 'ended' : 'away';
  }
}

/**
 * Fetches what the source has ready, and gives up what it never answered (spec 17.6). Answers how many look-ups ended;
 * asked again under the same reference they stay one, so that a crash between answer and row costs nothing.
 */
export const examScoreJob: Job = {
  name: 'exam-score',
  everyMs: MINUTE,
  async run(house) {
    let ended = 0;
    let failures = 0;
    for (const tenantId of await house.db.tenantIds()) {
      for (const due of await dueOf(house, tenantId)) {
        if (failures >= MOST_FAILURES) return ended;
        const outcome = await work(house, tenantId, due).catch((error: Error) => {
          // One that breaks must not keep the others waiting.
          house.log.error({ lookUp: due.id, err: error }, 'exam score not concluded');
          return 'waits' as const;
        });
        if (outcome === 'ended') ended += 1;
        failures = outcome === 'away' ? failures + 1 : 0;
      }
    }
    return ended;
  },
};
