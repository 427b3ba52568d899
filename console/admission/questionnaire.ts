import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type QuestionnairePage = Answer<'GET /operations/questionnaires/{id}'>;
export type QuestionnaireDecision = Body<'POST /operations/questionnaires/{id}/decision'> & {
  version: number;
};

export const questionnaireQuery = (id: number) => ({
  queryKey: ['questionnaires', id] as const,
  queryFn: () => call('GET /operations/questionnaires/{id}', { params: { id }, background: true }),
});

export const sendDecision = (
  { id, decision }: { id: number; decision: QuestionnaireDecision },
  idempotencyKey: string,
): Promise<unknown> =>
  call('POST /operations/questionnaires/{id}/decision', { params: { id }, body: decision, idempotencyKey });
