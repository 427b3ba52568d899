import { describe, expect, it } from 'vitest';
import { allStatuses, type Status, type SubscriptionEvent } from './index.ts';
import { EVENT_NOTIFICATIONS, notificationOf } from './notifications.ts';
import { entryEffects } from './on-entry.ts';

it('entering a status has these effects, and returning to it only some of them', () => {
  const effects = (returns: boolean) =>
    Object.fromEntries(
      allStatuses.flatMap((to) => {
        const [effect, ...more] = entryEffects(null, to, returns);
        expect(more).toEqual([]);
        return effect ? [[to, effect]] : [];
      }),
    );
  const renewed = { 6: 'restartClassHold', 11: 'openManualPayment' };
  expect(effects(true)).toEqual(renewed);
  expect(effects(false)).toEqual({
    ...renewed,
    ...{ 4: 'openEnrolmentDocuments', 5: 'openEnrolmentDocuments', 7: 'handOver' },
    ...{ 9: 'cancelRecurrence', 13: 'cancelRecurrence' },
    ...{
      10: 'openSelectionDocuments',
      16: 'openQuestionnaire',
      17: 'startPaymentDeadline',
      18: 'openInterview',
    },
  });
  for (const status of allStatuses) expect(entryEffects(status, status, false)).toEqual([]);
});

describe('the message of a transition', () => {
  const sent = (event: SubscriptionEvent, to: number) => notificationOf({ event, to: to as Status });
  it('welcomes newly enrolled candidates, but not returning ones', () => {
    expect(sent('payment-confirmed', 7)).toBe('N-26');
    expect(sent('documents-approved', 7)).toBe('N-26');
    expect(
      (['cancel-withdrawn', 'cancel-denied', 'unblocked'] as const).map((event) => sent(event, 7)),
    ).toEqual([...[undefined, undefined, undefined]]);
    expect(sent('payment-confirmed', 5)).toBeUndefined();
  });
  it('about a result, an end, a test or a cancellation is that of spec 16.2', () => {
    const events = (template: string) =>
      Object.entries(EVENT_NOTIFICATIONS).flatMap(([event, own]) =>
        own.template === template ? [event] : [],
      );
    expect(events('N-05')).toEqual(['create', 'create-incomplete']);
    expect(events('N-06')).toEqual(['test-scheduled', 'test-rescheduled']);
    expect(events('N-23')).toEqual(['payment-deadline-expired', 'intake-expired']);
    expect(events('N-28')).toEqual(['cancel-requested']);
    expect(events('N-09')).toEqual([
      ...['essay-approved', 'test-approved', 'exam-score-approved', 'selection-documents-approved'],
      ...['questionnaire-approved', 'interview-approved', 'review-granted'],
    ]);
    expect(events('N-10')).toEqual([
      ...['essay-rejected', 'test-rejected', 'exam-score-rejected', 'analysis-rejected'],
      ...['questionnaire-rejected', 'interview-rejected', 'disqualified'],
    ]);
    for (const event of events('N-09'))
      expect(EVENT_NOTIFICATIONS[event as SubscriptionEvent]?.onlyTo).toBe(3);
  });
  it('is that of its event, where that is sent for every status or for this one', () => {
    for (const [event, own] of Object.entries(EVENT_NOTIFICATIONS))
      for (const to of allStatuses) {
        const expected =
          own.onlyTo === undefined || own.onlyTo === to ? own.template : to === 7 ? 'N-26' : undefined;
        expect(sent(event as SubscriptionEvent, to), `${event} to ${to}`).toBe(expected);
      }
    expect([sent('test-scheduled', 2), sent('cancel-requested', 12), sent('disqualified', 9)]).toEqual([
      ...['N-06', 'N-28', 'N-10'],
    ]);
  });
});
