import { call } from '../app/api.ts';

/** Below the key of the application: whatever reloads it reloads this too. */
export const examScoreQuery = (id: number) => ({
  queryKey: ['subscription', id, 'exam-score'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/exam-score', { params: { id } }),
});
