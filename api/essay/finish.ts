import { essayErrors } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit, emitStepsChanged } from '../platform/events.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { publishQueues } from '../work/publish.ts';
import { refuseClosed, refuseElsewhere } from './closed.ts';
import { limitsOf } from './rules.ts';
import { keepRuns, shingleLiteral } from './shingles.ts';
import { lockEssay } from './store.ts';

/** Delivers an essay for grading (spec 10.4); refused for an application that has ended. The caller has checked ownership. */
export async function finishEssay(
  tx: Tx,
  platform: Platform,
  essayId: number,
  text: { title: string; essay: string },
) {
  const row = await lockEssay(tx, essayId);
  if (!row) fail('NOT_FOUND');
  const now = platform.clock.now();
  refuseClosed(row, now);
  refuseElsewhere(row.status);
  invalid(essayErrors(text, limitsOf(row.settings)));
  await tx.one(sql`
    update essay set title = ${text.title}::text, body = ${text.essay}::text, revision = revision + 1,
      saved_at = ${now}::timestamptz, state = 'finished', completed_date = ${now}::timestamptz,
      shingles = ${shingleLiteral(text.essay, row.theme_texts)}::int[]
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await keepRuns(tx, row.id);
  publishQueues(tx, { kind: 'essay', institutionId: row.institution_id });
  const event = { stream: 'business', subscriptionId: row.subscription_id } as const;
  await emit(tx, platform, { ...event, type: 'essay.finished', data: { essayId: row.id } });
  await emitStepsChanged(tx, platform, row.subscription_id);
  notify(tx, platform, {
    template: 'N-08',
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    dedupe: String(row.id),
  });
  return { state: 'finished' as const, completedDate: isoInZone(now, row.time_zone) };
}
