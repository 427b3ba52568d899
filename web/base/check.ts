import { call } from './api.ts';

const FRESH_MS = 60_000;

/** Who is signed in; the server is asked at most once a minute (guard rule 5 of spec 4.2). */
export const checkQuery = {
  queryKey: ['users', 'check'],
  queryFn: () => call('GET /candidate/users/check/'),
  staleTime: FRESH_MS,
};
