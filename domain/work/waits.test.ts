import { describe, expect, it } from 'vitest';
import { allStatuses, CLOSED_STATUSES, STATUS, type Status } from '../subscription/index.ts';
import {
  WAIT_FACTS,
  WAIT_QUEUE_NAMES,
  WAITS_FOR,
  type WaitFact,
  type WaitFacts,
  waitNow,
  waitOf,
  waitQueueLabel,
} from './waits.ts';

const factsOf = (...held: WaitFact[]): WaitFacts =>
  Object.fromEntries(WAIT_FACTS.map((fact) => [fact, held.includes(fact)])) as WaitFacts;

const said = (status: Status, ...held: WaitFact[]) => {
  const wait = waitOf(status, factsOf(...held));
  return wait === null ? 'nobody' : wait.queue ? `${wait.for}:${wait.queue}` : wait.for;
};

// Written a second time on purpose: the result without any fact, and with each single fact that changes it.
const TABLE: Readonly<Record<Status, readonly [alone: string, with_: Partial<Record<WaitFact, string>>]>> = {
  [STATUS.Subscribed]: [
    'person',
    {
      accommodationAsked: 'team:accommodation-requests',
      essayDelivered: 'team:essays',
      examAnalysing: 'team:exam-scores',
    },
  ],
  [STATUS.Scheduled]: ['date:test-results', { accommodationAsked: 'team:accommodation-requests' }],
  [STATUS.Evaluated]: ['person', {}],
  [STATUS.TermsAccepted]: ['person', {}],
  [STATUS.DocumentationPending]: ['person', { enrolmentSent: 'team:enrolment-documents' }],
  [STATUS.EnrollmentPending]: ['person', { chargeAtBank: 'bank' }],
  [STATUS.Enrolled]: ['nobody', { numberMissing: 'team:student-numbers', papersStuck: 'team:stuck-papers' }],
  [STATUS.Blacklisted]: ['nobody', {}],
  [STATUS.Unqualified]: ['nobody', {}],
  [STATUS.SubscriptionDocumentationPending]: [
    'person',
    {
      analysisDue: 'team:discipline-analyses',
      examAnalysing: 'team:exam-scores',
      selectionSent: 'team:selection-documents',
    },
  ],
  [STATUS.ManualPaymentPending]: ['team:manual-payments', {}],
  [STATUS.PendingCancel]: ['team:cancellations', {}],
  [STATUS.Canceled]: ['nobody', {}],
  [STATUS.PendingInformation]: ['person', {}],
  [STATUS.PendingQuestionnaire]: ['person', {}],
  [STATUS.PendingTax]: ['person', { chargeAtBank: 'bank' }],
  [STATUS.PendingInterview]: [
    'person',
    { interviewRequested: 'team:interview-requests', interviewAppointed: 'date:interview-decisions' },
  ],
  [STATUS.PendingApproveInterview]: ['team:interview-decisions', {}],
  [STATUS.PendingApproveQuestionnaire]: ['team:questionnaires', {}],
  [STATUS.PendingClassSelection]: ['person', { classAwaited: 'team:classes' }],
};

describe('who an application waits for', () => {
  it.each(allStatuses)('in %i, alone and with each fact', (status) => {
    const [alone, changed] = TABLE[status];
    expect(said(status)).toBe(alone);
    for (const fact of WAIT_FACTS) expect([fact, said(status, fact)]).toEqual([fact, changed[fact] ?? alone]);
  });

  it('has one answer for every status and all facts, and only a finished application waits for nobody', () => {
    const over: readonly Status[] = [...(CLOSED_STATUSES as readonly Status[]), STATUS.Enrolled];
    for (const status of allStatuses)
      for (let bits = 0; bits < 2 ** WAIT_FACTS.length; bits += 1) {
        const wait = waitOf(status, factsOf(...WAIT_FACTS.filter((_, at) => bits & (1 << at))));
        if (wait === null) expect(over).toContain(status);
        else {
          expect(WAITS_FOR).toContain(wait.for);
          expect('queue' in wait && wait.queue !== undefined).toBe(
            wait.for === 'team' || wait.for === 'date',
          );
        }
      }
  });

  it('with two facts equals that with one of them: the one that comes first', () => {
    for (const status of allStatuses)
      for (const one of WAIT_FACTS)
        for (const other of WAIT_FACTS)
          expect([said(status, one), said(status, other)]).toContain(said(status, one, other));
  });

  it('a date that passed waits for the team, in the queue that follows it', () => {
    const wait = waitOf(STATUS.Scheduled, factsOf());
    const at = new Date('2026-01-12T13:00:00Z');
    expect(waitNow(wait, at, new Date(at.getTime() - 1))).toEqual({ for: 'date', queue: 'test-results' });
    expect(waitNow(wait, at, at)).toEqual({ for: 'team', queue: 'test-results' });
    expect(waitNow(wait, null, at)).toEqual(wait);
    expect(waitNow({ for: 'person' }, at, at)).toEqual({ for: 'person' });
  });

  it('every queue has its label', () => {
    expect(new Set(WAIT_QUEUE_NAMES.map(waitQueueLabel)).size).toBe(WAIT_QUEUE_NAMES.length);
  });
});
