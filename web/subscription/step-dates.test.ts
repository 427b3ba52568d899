import { describe, expect, it } from 'vitest';
import { closedAt, type History, lastChanged } from './step-dates.ts';

const line = (to: number, event: string, at: string): History[number] => ({
  from: null,
  to,
  event,
  actor: 'system',
  at,
});

describe('the dates in the list of steps', () => {
  const steps = (['subscription', 'assessment', 'analysis', 'result'] as const).map((code) => ({ code }));
  const hour = { id: 1, dataHora: '2026-01-20T14:00:00-03:00' };
  const booked = [
    line(1, 'create', '2026-01-12T10:00:00-03:00'),
    line(2, 'test-scheduled', '2026-01-12T11:00:00-03:00'),
  ];

  it('come from the history', () => {
    const judged = [...booked, line(3, 'test-approved', '2026-01-21T09:00:00-03:00')];
    const at = steps.map(({ code }) => closedAt(code, steps, judged, { hour }));
    expect(at).toEqual(['2026-01-12T10:00:00-03:00', ...Array(3).fill('2026-01-21T09:00:00-03:00')]);
  });
  it('are those of the test until its result arrives', () => {
    const at = steps.map(({ code }) => closedAt(code, steps, booked, { hour }));
    expect(at).toEqual(['2026-01-12T10:00:00-03:00', hour.dataHora, undefined, undefined]);
  });
  it('show which application changed last, whatever their order', () => {
    const [early, late] = [{ changedAt: '2026-01-12T23:30:00-03:00' }, { changedAt: '2026-01-13T02:31:00Z' }];
    expect(lastChanged([early, late])).toBe(late);
    expect(lastChanged([late, early])).toBe(late);
    expect(lastChanged([])).toBeUndefined();
  });
});
