import { type DocumentState, isStageComplete } from '@orbita/domain/document';
import type { DocumentRow } from './document.ts';

type Asked = Pick<DocumentRow, 'id' | 'stage' | 'required' | 'state' | 'coveredBy'>;

/** What remains of the stages affected by approving several documents. */
export type AfterAll = { missing: number; completes: boolean };

/** The state of a document once the chosen ones are approved: those they cover are waived along with them. */
const stateAfter = ({ id, state, coveredBy }: Asked, chosen: ReadonlySet<number>): DocumentState => {
  if (chosen.has(id)) return 'approved';
  const covered = coveredBy !== null && chosen.has(coveredBy) && ['pending', 'rejected'].includes(state);
  return covered ? 'waived' : state;
};

/**
 * How many required documents are missing after all chosen ones are approved, and whether that completes a stage that was not
 * complete before; for documents of one application.
 */
export function afterAll(documents: readonly Asked[], chosen: ReadonlySet<number>): AfterAll {
  const stages = new Set(documents.filter(({ id }) => chosen.has(id)).map(({ stage }) => stage));
  let [missing, completes] = [0, false];
  for (const stage of stages) {
    const own = documents.filter((one) => one.stage === stage);
    const after = own.map((one) => ({ required: one.required, state: stateAfter(one, chosen) }));
    missing += after.filter((one) => one.required && !isStageComplete([one])).length;
    completes ||= isStageComplete(after) && !isStageComplete(own);
  }
  return { missing, completes };
}
