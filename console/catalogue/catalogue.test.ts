import { expect, it } from 'vitest';
import { copyOf, movedDay, nextName, raised } from './copy.ts';
import { draftOf, fieldOfError, fieldsOf, setOf } from './form.ts';
import type { Row } from './queries.ts';
import { shownAmount, typedAmount, valueText } from './values.ts';

const row = (kind: string, code: string, amount: number | null = null): Row => ({
  ...{ kind, code, title: code, institution: 'I1', intake: '2026-1', offer: null, open: null, reason: null },
  ...{ from: null, to: null, taken: null, total: null, amount },
});

it('an edit sets what differs, and nothing where everything was typed back', () => {
  const offer = {
    active: true,
    warningPopup: null,
    courses: [{ course: 'C', poles: [{ pole: 'P', vacancies: 50 }] }],
  };
  const fields = fieldsOf('offers', offer);
  const before = draftOf(fields, offer);
  expect(setOf('offers', fields, before, offer)).toEqual({});
  expect(setOf('offers', fields, { ...before, active: 'false', 'seats:C/P': '60' }, offer)).toEqual({
    active: false,
    courses: [{ course: 'C', poles: [{ pole: 'P', vacancies: 60 }] }],
  });
  expect(fieldOfError('edits.0.set.courses.0.poles.0.vacancies', offer)).toBe('seats:C/P');
});

it('a price changes at once, or from a day on', () => {
  const price = { plan: [400, 400], discount: 0, conditionalDiscount: 40, next: null };
  const fields = fieldsOf('prices', price);
  const before = draftOf(fields, price);
  expect(setOf('prices', fields, { ...before, plan: '420,00' }, price)).toEqual({ plan: [420, 420] });
  expect(setOf('prices', fields, { ...before, plan: '420,00', nextFrom: '2026-01-20' }, price)).toEqual({
    next: { from: '2026-01-20', plan: [420, 420], discount: 0, conditionalDiscount: 40 },
  });
});

it('amounts are read and shown as people write them', () => {
  expect(['1.234,50', '400', '0,5', '1,234', '400.00', 'x', '-1'].map(typedAmount)).toEqual([
    ...[1234.5, 400, 0.5, undefined, undefined, undefined, undefined],
  ]);
  expect(shownAmount(1234.5)).toBe('1.234,50');
  expect([valueText('plan', [400, 400]), valueText('end', '2026-02-13'), valueText('active', false)]).toEqual(
    [...['2 × 400,00', '13/02/2026', 'Não']],
  );
});

it('the next intake is named after the next half-year and keeps the days of the week', () => {
  expect(['2026-1', '2026/2', 'VEST-2026', 'VERAO'].map(nextName)).toEqual([
    ...['2026-2', '2027/1', 'VEST-2027', 'VERAO-2'],
  ]);
  expect(new Date(movedDay('2026-02-13', 26)).getUTCDay()).toBe(new Date('2026-02-13').getUTCDay());
  const prices = [row('prices', 'A', 400), row('prices', 'B', 100)];
  const draft = {
    ...{
      code: '2026-2',
      weeks: 26,
      rename: '2026-2',
      start: '2026-07-01',
      end: '2026-08-01',
      classStart: '',
    },
    ...{
      amounts: raised([row('prices', 'A', 400)], 5),
      without: new Set(['O2']),
      vouchers: new Set<string>(),
    },
  };
  const rows = { offers: [row('offers', 'O1'), row('offers', 'O2')], classes: [], schedules: [], prices };
  expect(copyOf({ institution: 'I1', intake: '2026-1', rows }, draft)).toMatchObject({
    rename: { from: '2026-1', to: '2026-2' },
    classStart: null,
    offers: ['O1'],
    prices: [{ code: 'A', value: 420 }],
  });
});
