import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyOpen,
  chosenOf,
  closedBy,
  placeClosedBy,
  type SlotValues,
  slotProblems,
  stillPossible,
  type TestPlace,
} from './slots.ts';

const slot = (id: number, available = true) => ({
  id,
  dataHora: '2026-01-20T14:00:00-03:00',
  available,
});
const place = (id: number, dates: TestPlace['dates']): TestPlace => ({
  campusSchedulingId: id,
  campusScheduling: `Bloco ${id}`,
  campusPolo: 'Polo',
  address: null,
  dates,
});
const PLACES = [
  place(1, [
    { date: '2026-01-20', slots: [slot(11), slot(12, false)] },
    { date: '2026-01-22', slots: [slot(13, false)] },
  ]),
  place(2, [{ date: '2026-01-20', slots: [slot(21)] }]),
  place(3, [{ date: '2026-01-27', slots: [slot(31, false)] }]),
];
const NOTHING: SlotValues = { place: '', date: '', hour: '' };

describe('slots of a test (S-14)', () => {
  it('are closed when full, or when the only free one is booked already', () => {
    expect(PLACES.map((one) => placeClosedBy(one))).toEqual([undefined, undefined, 'full']);
    expect(PLACES.map((one) => placeClosedBy(one, 21))).toEqual([undefined, 'own', 'full']);
    expect(closedBy([slot(12, false)])).toBe('full');
    expect(closedBy([slot(11), slot(12)], 11)).toBeUndefined();
    expect(closedBy([])).toBe('full');
    expect([anyOpen(PLACES), anyOpen(PLACES.slice(2)), anyOpen([])]).toEqual([true, false, false]);
    expect(anyOpen(PLACES.slice(1), 21)).toBe(false);
  });

  it.each<[string, SlotValues, readonly TestPlace[], number | undefined, SlotValues]>([
    ['nothing is chosen of several places', NOTHING, PLACES, undefined, NOTHING],
    ['the only place is', NOTHING, PLACES.slice(1, 2), undefined, { ...NOTHING, place: '2' }],
    ['unless it is full', NOTHING, PLACES.slice(2), undefined, NOTHING],
    [
      'what is possible stays',
      { place: '1', date: '2026-01-20', hour: '11' },
      PLACES,
      undefined,
      { place: '1', date: '2026-01-20', hour: '11' },
    ],
    [
      'a taken slot leaves its day',
      { place: '1', date: '2026-01-20', hour: '12' },
      PLACES,
      undefined,
      { place: '1', date: '2026-01-20', hour: '' },
    ],
    [
      'a full day leaves its place',
      { place: '1', date: '2026-01-22', hour: '13' },
      PLACES,
      undefined,
      { place: '1', date: '', hour: '' },
    ],
    [
      'a full place leaves nothing',
      { place: '3', date: '2026-01-27', hour: '31' },
      PLACES,
      undefined,
      NOTHING,
    ],
    ['so does a lost one', { place: '9', date: '2026-01-27', hour: '31' }, PLACES, undefined, NOTHING],
    [
      'another place keeps a day that it has too',
      { place: '2', date: '2026-01-20', hour: '11' },
      PLACES,
      undefined,
      { place: '2', date: '2026-01-20', hour: '' },
    ],
    ['the own slot is no choice', { place: '1', date: '2026-01-20', hour: '11' }, PLACES, 11, NOTHING],
  ])('%s', (_name, values, places, own, after) => {
    expect(stillPossible(values, places, own)).toEqual(after);
  });

  it('that are left of a choice can all be booked, and stay when asked again', () => {
    const slots = fc.array(fc.boolean(), { maxLength: 3 });
    const anyPlaces = fc.array(fc.array(slots, { maxLength: 3 }), { maxLength: 3 }).map((all) =>
      all.map((days, p) =>
        place(
          p,
          days.map((of, d) => ({
            date: `2026-01-2${d}`,
            slots: of.map((free, s) => slot(p * 100 + d * 10 + s, free)),
          })),
        ),
      ),
    );
    const choice = fc.record({
      place: fc.constantFrom('', '0', '1', '2'),
      date: fc.constantFrom('', '2026-01-20', '2026-01-21'),
      hour: fc.constantFrom('', '0', '1', '10', '100', '110', '201'),
    });
    fc.assert(
      fc.property(
        anyPlaces,
        choice,
        fc.option(fc.constantFrom(0, 1, 10, 100), { nil: undefined }),
        (...of) => {
          const [places, values, own] = of;
          const after = stillPossible(values, places, own);
          expect(stillPossible(after, places, own)).toEqual(after);
          if (after.hour) {
            const booked = chosenOf(places, after).day?.slots.find(({ id }) => String(id) === after.hour);
            expect(booked?.available && booked.id !== own).toBe(true);
          }
          if (!after.place) expect(after.date).toBe('');
          if (!after.date) expect(after.hour).toBe('');
        },
      ),
    );
  });

  it('are asked for one by one', () => {
    expect(slotProblems(NOTHING).map(({ field }) => field)).toEqual(['place', 'date', 'hour']);
    expect(slotProblems({ place: '1', date: '2026-01-20', hour: '' })).toEqual([
      { field: 'hour', message: 'Obrigatório.' },
    ]);
    expect(slotProblems({ place: '1', date: '2026-01-20', hour: '11' })).toEqual([]);
  });
});
