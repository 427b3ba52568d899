import { describe, expect, it } from 'vitest';
import { closedAt, type History, lastChanged } from './step-dates.ts';

const line = (to: number, event: string, at: string): History[number] => ({
  from: null,
  to,
  event,
  actor: 'system',
  at,
});
const history: History = [
  line(1, 'create', '2026-01-12T10:00:00-03:00'),
  line(3, 'essay-approved', '2026-01-12T12:00:00-03:00'),
  line(4, 'contract-accepted', '2026-01-12T13:00:00-03:00'),
  line(6, 'payment-required', '2026-01-12T13:00:00-03:00'),
  line(5, 'payment-confirmed', '2026-01-12T14:00:00-03:00'),
  line(7, 'documents-approved', '2026-01-13T09:00:00-03:00'),
];

describe('dates of the esteira', () => {
  it('come from the events that close a step', () => {
    expect(closedAt('subscription', history)).toBe('2026-01-12T10:00:00-03:00');
    expect(closedAt('result', history)).toBe('2026-01-12T12:00:00-03:00');
    expect(closedAt('data', history)).toBe('2026-01-12T13:00:00-03:00');
    expect(closedAt('payment', history)).toBe('2026-01-12T14:00:00-03:00');
    expect(closedAt('enrolled', history)).toBe('2026-01-13T09:00:00-03:00');
  });
  it('are left out where the history tells nothing', () => {
    expect(closedAt('class', history)).toBeUndefined();
    expect(closedAt('enrolled', [])).toBeUndefined();
  });
  it('tell which application changed last, whatever their order', () => {
    const [early, late] = [{ changedAt: '2026-01-12T23:30:00-03:00' }, { changedAt: '2026-01-13T02:31:00Z' }];
    expect(lastChanged([early, late])).toBe(late);
    expect(lastChanged([late, early])).toBe(late);
    expect(lastChanged([])).toBeUndefined();
  });
});
