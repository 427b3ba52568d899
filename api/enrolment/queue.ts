import sql from 'sql-template-tag';
import { ofApplication } from '../subscription/queue.ts';
import type { Queue } from '../work/queue.ts';

/** Transfers with everything needed, whose disciplines nobody has analysed yet (spec 25.4.1). */
export const toAnalyse: Queue = {
  ...ofApplication,
  where: sql`w.analysis_due_at is not null`,
  key: sql`w.analysis_due_at`,
  dueAfterHours: 0,
  dueAt: sql`w.analysis_due_at`,
  waitingSince: sql`w.analysis_since`,
  aheadHours: (read) => read('ReviewTargetHours') / 2,
};
