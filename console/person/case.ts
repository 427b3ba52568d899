import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { listPath } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { personKey } from '../act/queries.ts';
import { reading } from '../base/api.ts';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { forgetQueues } from '../work/queues.ts';

export type DocumentCase = Answer<'GET /operations/document-cases/{id}'>;

const OPEN_ITEM_MS = 15_000;

/** Address of the list of cases. */
export const CASES = listPath('document-cases');

/** Address of a case. */
export const casePath = (caseId: number): string => `${CASES}/${caseId}`;

/** One case, kept up to date. */
export function useCase(caseId: number) {
  const query = useQuery({
    queryKey: ['document-case', 'one', caseId],
    queryFn: reading('GET /operations/document-cases/{id}', { params: { id: caseId } }),
    enabled: Number.isSafeInteger(caseId),
    refetchInterval: usePollMs(OPEN_ITEM_MS),
  });
  useTeamEvent('queue.changed', ({ queue }) => {
    if (queue === 'document-cases') void query.refetch();
  });
  return query;
}

/** Returns a function that updates what was read about cases and their people after a decision. */
export function useDecided(): (decided: DocumentCase) => void {
  const client = useQueryClient();
  return (decided) => {
    adoptAnswer(client, ['document-case', 'one', decided.caseId], decided);
    void client.invalidateQueries({ queryKey: ['document-case', 'list'] });
    void client.invalidateQueries({ queryKey: personKey(decided.personId) });
    forgetQueues();
  };
}
