import type { ExamLookUpState } from '@orbita/domain/selection';
import sql, { type Sql } from 'sql-template-tag';

/** State of the current exam score lookup; null if there is none. */
export type ExamState = ExamLookUpState | null;

/** Column with the `ExamState` of a subscription `s`. */
export const examStateColumn: Sql = sql`(
    select x.state from exam_score x where x.tenant_id = s.tenant_id and x.subscription_id = s.id
      and x.set_aside_at is null)`;
