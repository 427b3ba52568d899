import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type InterviewPage = Answer<'GET /operations/interviews/{id}'>;
export type InterviewRow = Answer<'GET /operations/interviews'>['data'][number];
type Appointment = Body<'PUT /operations/interviews/{id}/appointment'>;
type Decision = Body<'POST /operations/interviews/{id}/decision'>;

/** An act on an interview, with the version that was seen. */
export type InterviewAct = { version: number } & (
  | { act: 'appoint'; appointment: Omit<Appointment, 'version'> }
  | { act: 'held' | 'missed' }
  | { act: 'cancel'; reason: string }
  | { act: 'approved' | 'rejected' | 'repeat'; reason: string | null; notes: string | null }
);

export const interviewQuery = (id: number) => ({
  queryKey: ['interviews', id] as const,
  queryFn: () => call('GET /operations/interviews/{id}', { params: { id }, background: true }),
});

export const interviewersQuery = (institution: string) => ({
  queryKey: ['interviewers', institution] as const,
  queryFn: () => call('GET /operations/interviewers', { query: { institution }, background: true }),
});

export function sendAct(
  { id, decision }: { id: number; decision: InterviewAct },
  idempotencyKey: string,
): Promise<unknown> {
  const params = { id };
  const { version } = decision;
  switch (decision.act) {
    case 'appoint':
      return call('PUT /operations/interviews/{id}/appointment', {
        params,
        body: { ...decision.appointment, version },
        idempotencyKey,
      });
    case 'held':
    case 'missed':
      return call('POST /operations/interviews/{id}/outcome', {
        params,
        body: { held: decision.act === 'held', version },
        idempotencyKey,
      });
    case 'cancel':
      return call('POST /operations/interviews/{id}/cancellation', {
        params,
        body: { reason: decision.reason, version },
        idempotencyKey,
      });
    default: {
      const { act, reason, notes } = decision;
      const body: Decision = { decision: act, reason, notes, version };
      return call('POST /operations/interviews/{id}/decision', { params, body, idempotencyKey });
    }
  }
}
