import type { Facts } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';

/** Whether the analysis of a transfer is favourable; null if there is none (yet). */
export type AnalysisState = boolean | null;

/** Column with the `AnalysisState` of the subscription `s`. */
export const analysisColumn: Sql = sql`(
    select d.favourable from discipline_analysis d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id)`;

/** The analysis fact for the guard of TR-20. `asked`: whether the institution analyses disciplines (spec 3.2). */
export function analysisFact(
  row: { use_disciplines: boolean; analysis_favourable: AnalysisState },
  asked: boolean,
): NonNullable<Facts['disciplineAnalysis']> {
  if (!row.use_disciplines || !asked) return 'unused';
  if (row.analysis_favourable === null) return 'pending';
  return row.analysis_favourable ? 'favourable' : 'unfavourable';
}
