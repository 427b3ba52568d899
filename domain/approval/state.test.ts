import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reach } from '../staff/index.ts';
import { type APPROVAL_STATES, type ApprovalEvent, approvalAfter, isWaiting, maySecond } from './index.ts';

const END = new Date('2026-01-15T10:00:00-03:00');
const BEFORE = new Date(END.getTime() - 1);
const EVENTS: readonly ApprovalEvent[] = ['approve', 'refuse', 'withdraw', 'expire', 'fail'];

describe('a request', () => {
  it.each([
    ['approve', 'approved', undefined],
    ['refuse', 'refused', undefined],
    ['withdraw', 'withdrawn', undefined],
    ['fail', 'failed', undefined],
    ['expire', undefined, 'expired'],
  ] as const)('that waits: %s', (event, before, after) => {
    const waiting = { state: 'waiting', expiresAt: END } as const;
    expect([approvalAfter(waiting, event, BEFORE), approvalAfter(waiting, event, END)]).toEqual([
      before,
      after,
    ]);
  });

  it('waits until its end', () => {
    const waiting = { state: 'waiting', expiresAt: END } as const;
    expect([isWaiting(waiting, BEFORE), isWaiting(waiting, END)]).toEqual([true, false]);
  });

  it('is decided once, in whatever order things happen', () => {
    const happenings = fc.array(fc.record({ event: fc.constantFrom(...EVENTS), ms: fc.nat(2) }));
    fc.assert(
      fc.property(happenings, (all) => {
        let state: (typeof APPROVAL_STATES)[number] = 'waiting';
        let decided = 0;
        let now = BEFORE.getTime();
        for (const { event, ms } of all) {
          now += ms;
          const after = approvalAfter({ state, expiresAt: END }, event, new Date(now));
          if (!after) continue;
          decided += 1;
          state = after;
        }
        expect(decided).toBeLessThanOrEqual(1);
        expect(isWaiting({ state, expiresAt: END }, BEFORE)).toBe(state === 'waiting');
      }),
    );
  });
});

describe('a second person', () => {
  const may = (staffId: number, reach: Reach, institutions: Reach, about?: number, linked: number[] = []) =>
    maySecond({ requestedBy: 1, institutions, about, linked }, { staffId, reach });

  it.each([
    ['another one, for all', may(2, null, ['CUA01']), 'yes'],
    ['another one, for the institution', may(2, ['CUA01', 'EPA01'], ['CUA01']), 'yes'],
    ['who asked', may(1, null, ['CUA01']), 'own'],
    ['of another institution', may(2, ['EPA01'], ['CUA01']), 'not-hers'],
    ['for one of two', may(2, ['EPA01'], ['CUA01', 'EPA01']), 'not-hers'],
    ['for one, of what touches all', may(2, ['CUA01'], null), 'not-hers'],
    ['without the part', may(2, [], []), 'not-hers'],
    ['who asked, without the part', may(1, [], ['CUA01']), 'not-hers'],
    ['who would gain by it', may(2, null, null, 2), 'about-self'],
    ['whom who asked let approve', may(2, null, null, undefined, [3, 2]), 'linked'],
  ] as const)('%s', (_, answer, wanted) => expect(answer).toBe(wanted));

  it('is never the requester', () => {
    const reach = fc.option(fc.uniqueArray(fc.constantFrom('CUA01', 'EPA01')));
    fc.assert(
      fc.property(fc.nat(3), reach, reach, (staffId, held, institutions) => {
        const said = maySecond({ requestedBy: staffId, institutions, linked: [] }, { staffId, reach: held });
        expect(said).not.toBe('yes');
      }),
    );
  });
});
