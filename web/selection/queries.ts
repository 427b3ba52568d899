import { call } from '../app/api.ts';

/** The key begins with that of the application, so that reloading the application reloads this too. */
export const examScoreQuery = (id: number) => ({
  queryKey: ['subscription', id, 'exam-score'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/exam-score', { params: { id } }),
});
