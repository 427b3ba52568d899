import { EXAM_GIVE_UP_HOURS } from '@orbita/domain/selection';
import sql from 'sql-template-tag';
import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { askSource, endLookUp, type RunningLookUp } from './look-up.ts';
import { publishExamScores } from './queue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BATCH = 200;
/** After this many consecutive failures, a run stops calling the source, so that it does not try every pending look-up. */
const MOST_FAILURES = 3;

type Due = RunningLookUp & { requested_at: Date; expected_by: Date };

const dueOf = (platform: Platform, tenantId: number) =>
  platform.db.tenant(tenantId).many<Due>(sql`
    select x.id, x.subscription_id, x.reference, x.registration, x.year, p.cpf, x.requested_at, x.expected_by
    from exam_score x
    join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    where x.tenant_id = ${tenantId} and x.state = 'analysing' and x.next_check_at <= ${platform.clock.now()}::timestamptz
    order by x.next_check_at, x.id limit ${BATCH}`);

/** Every minute while the response is expected, every five minutes once it is late. */
const nextCheck = ({ expected_by: expected }: Due, now: Date): Date =>
  new Date(now.getTime() + (now.getTime() < expected.getTime() + HOUR ? MINUTE : 5 * MINUTE));

/**
 * Claims a look-up for this run; only one of several nodes gets it. Once its response is late, it is also pending for the team
 * (spec 25.4.1).
 */
const claim = (platform: Platform, tenantId: number, due: Due, now: Date): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const claimed = await tx.one<{ institution_id: number; late_at: Date | null }>(sql`
      update exam_score set next_check_at = ${nextCheck(due, now)}::timestamptz,
        late_at = case when expected_by <= ${now}::timestamptz then coalesce(late_at, ${now}::timestamptz) end
      where tenant_id = ${tenantId} and id = ${due.id} and state = 'analysing'
        and next_check_at <= ${now}::timestamptz returning institution_id, late_at`);
    if (claimed?.late_at?.getTime() === now.getTime()) publishExamScores(tx, claimed.institution_id);
    return claimed !== undefined;
  });

async function work(platform: Platform, tenantId: number, due: Due): Promise<'ended' | 'waits' | 'away'> {
  const now = platform.clock.now();
  if (!(await claim(platform, tenantId, due, now))) return 'waits';
  const over = now.getTime() - due.requested_at.getTime() >= EXAM_GIVE_UP_HOURS * HOUR;
  const giveUp = () => endLookUp(platform, tenantId, due, { state: 'failed' });
  try {
    // A person who was erased in the meantime has no number with which the source could find anything.
    if (!due.cpf || !due.registration) return (await giveUp()) ? 'ended' : 'waits';
    const answer = await askSource(platform, due);
    if (answer.state !== 'pending')
      return (await endLookUp(platform, tenantId, due, answer)) ? 'ended' : 'waits';
    return over && (await giveUp()) ? 'ended' : 'waits';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderUnknown)) throw error;
    platform.log.warn({ lookUp: due.id, err: error }, 'exam score not answered');
    return over && (await giveUp()) ? 'ended' : 'away';
  }
}

/**
 * Fetches the results that the source has ready, and gives up on look-ups that it never answered (spec 17.6). Returns how many
 * look-ups ended. Calls repeat the same reference, which the source treats as a single look-up, so a crash before the result is
 * stored does no harm.
 */
export const examScoreJob: Job = {
  name: 'exam-score',
  everyMs: MINUTE,
  async run(platform) {
    let failures = 0;
    return forDueTenants(platform, 'exam-score', async (tenantId) => {
      let ended = 0;
      for (const due of await dueOf(platform, tenantId)) {
        if (failures >= MOST_FAILURES) return ended;
        const outcome = await work(platform, tenantId, due).catch((error: Error) => {
          // A failing look-up must not hold up the others.
          platform.log.error({ lookUp: due.id, err: error }, 'exam score not concluded');
          return 'waits' as const;
        });
        if (outcome === 'ended') ended += 1;
        failures = outcome === 'away' ? failures + 1 : 0;
      }
      return ended;
    });
  },
};
