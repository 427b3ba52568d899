import { describe, expect, it } from 'vitest';
import { anyOpen, slotLines, slotProblems, stillPossible, type TestPlace } from './slots.ts';

const slot = (id: number, dataHora: string, available = true) => ({ id, dataHora, available });
const place = (id: number, address: string | null, dates: TestPlace['dates']): TestPlace => ({
  campusSchedulingId: id,
  campusScheduling: `Bloco ${id}`,
  campusPolo: 'Polo',
  address,
  dates,
});
const PLACES = [
  place(1, 'Rua Exemplo, 10', [
    {
      date: '2026-01-20',
      slots: [slot(11, '2026-01-20T14:00:00-03:00'), slot(12, '2026-01-20T08:00:00-03:00', false)],
    },
    { date: '2026-01-22', slots: [slot(13, '2026-01-22T09:00:00-03:00', false)] },
  ]),
  place(2, null, [{ date: '2026-01-20', slots: [slot(21, '2026-01-20T14:00:00Z')] }]),
];

describe('slots of a test (S-14)', () => {
  it('are one list of all places and days in order of time, each saying why it is closed', () => {
    expect(
      slotLines(PLACES, 21).map(({ slot: { id }, date, place: at, closed }) => [id, date, at, closed]),
    ).toEqual([
      [12, '2026-01-20', 'Bloco 1, Rua Exemplo, 10', 'full'],
      [21, '2026-01-20', 'Bloco 2', 'own'],
      [11, '2026-01-20', 'Bloco 1, Rua Exemplo, 10', undefined],
      [13, '2026-01-22', 'Bloco 1, Rua Exemplo, 10', 'full'],
    ]);
  });

  it('can be booked where one is free that is not already booked', () => {
    expect([anyOpen(PLACES), anyOpen(PLACES.slice(1), 21), anyOpen([])]).toEqual([true, false, false]);
    expect(
      anyOpen([place(3, null, [{ date: '2026-01-22', slots: [slot(1, '2026-01-22T09:00:00Z', false)] }])]),
    ).toBe(false);
  });

  it.each([
    ['what is possible stays', '11', undefined, '11'],
    ['a slot taken meanwhile is chosen no longer', '12', undefined, ''],
    ['so is one that is gone', '99', undefined, ''],
    ['the own slot is no choice', '11', 11, ''],
    ['nothing stays nothing', '', undefined, ''],
  ])('%s', (_name, hour, own, after) => {
    expect(stillPossible({ hour }, PLACES, own)).toEqual({ hour: after });
  });

  it('are required', () => {
    expect(slotProblems({ hour: '' })).toEqual([{ field: 'hour', message: 'Obrigatório.' }]);
    expect(slotProblems({ hour: '11' })).toEqual([]);
  });
});
