import type { ExamLookUpState } from '@orbita/domain/selection';
import sql, { type Sql } from 'sql-template-tag';

/** State of the look-up that counts, as a subscription's rules see it; null = none. */
export type ExamState = ExamLookUpState | null;

/** Column with that state, of a subscription `s` with ingress mode `im`; other forms of ingress ask nothing. */
export const examStateColumn = (): Sql => sql`
  case when im.kind = 'exam-score' then (
    select x.state from exam_score x where x.tenant_id = s.tenant_id and x.subscription_id = s.id
      and x.set_aside_at is null) end as exam_state`;
