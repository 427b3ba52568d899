import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type Interview = Answer<'GET /candidate/subscriptions/{id}/interview'>;
export type Questionnaire = Answer<'GET /candidate/subscriptions/{id}/questionnaire'>;

/** Its key is below that of the application, so that reloading the application reloads this too. */
export const interviewQuery = (id: number) => ({
  queryKey: ['subscription', id, 'interview'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/interview', { params: { id } }),
});

export const readQuestionnaire = (id: number): Promise<Questionnaire> =>
  call('GET /candidate/subscriptions/{id}/questionnaire', { params: { id } });

/** Its key is below that of the application, so that reloading the application reloads this too. */
export const questionnaireQuery = (id: number) => ({
  queryKey: ['subscription', id, 'questionnaire'],
  queryFn: () => readQuestionnaire(id),
});
