import { describe, expect, it } from 'vitest';
import { type DigestCount, digestDayOf, digestOf } from './index.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const dayAt = (now: string, hour = 7, zone = SAO_PAULO, holidays: string[] = []) =>
  digestDayOf(new Date(now), { hour, zone, holidays });

describe('the time of the daily digest', () => {
  it.each([
    ['a second before its hour', '2026-01-12T06:59:59-03:00', null],
    ['at its hour', '2026-01-12T07:00:00-03:00', '2026-01-12'],
    ['late by a restart', '2026-01-12T09:59:59-03:00', '2026-01-12'],
    ['not three hours later', '2026-01-12T10:00:00-03:00', null],
    ['not in the evening', '2026-01-12T23:00:00-03:00', null],
    ['not on Saturday', '2026-01-10T07:30:00-03:00', null],
    ['not on Sunday', '2026-01-11T07:30:00-03:00', null],
    ['on Friday', '2026-01-09T07:30:00-03:00', '2026-01-09'],
    ['not on Good Friday', '2026-04-03T07:30:00-03:00', null],
    ['not on Carnival Tuesday', '2026-02-17T07:30:00-03:00', null],
    ['on Ash Wednesday', '2026-02-18T07:30:00-03:00', '2026-02-18'],
  ])('%s: %s', (_when, now, day) => {
    expect(dayAt(now)).toBe(day);
  });

  it.each([
    // The same instant is another hour in the west of the country, and another day in Lisbon.
    ['2026-01-12T10:30:00Z', 7, SAO_PAULO, '2026-01-12'],
    ['2026-01-12T10:30:00Z', 7, 'America/Rio_Branco', null],
    ['2026-01-12T12:30:00Z', 7, 'America/Rio_Branco', '2026-01-12'],
    ['2026-01-12T23:30:00-03:00', 2, 'Europe/Lisbon', '2026-01-13'],
    // Sunday night here is already Monday there.
    ['2026-01-11T22:30:00-03:00', 1, 'Europe/Lisbon', '2026-01-12'],
    ['2026-01-11T22:30:00-03:00', 22, SAO_PAULO, null],
    // It never carries over into the next day.
    ['2026-01-12T23:59:59-03:00', 23, SAO_PAULO, '2026-01-12'],
    ['2026-01-13T00:30:00-03:00', 23, SAO_PAULO, null],
    ['2026-01-13T00:30:00-03:00', 0, SAO_PAULO, '2026-01-13'],
    // Daylight saving skipped midnight on this Monday: the day began at one o'clock.
    ['2021-03-21T20:29:59Z', 0, 'Asia/Tehran', null],
    ['2021-03-21T20:30:00Z', 0, 'Asia/Tehran', '2021-03-22'],
  ] as const)('%s at %i in %s: %s', (now, hour, zone, day) => {
    expect(dayAt(now, hour, zone)).toBe(day);
  });

  it('not on a holiday of the tenant', () => {
    const now = '2026-01-20T08:00:00-03:00';
    expect(dayAt(now)).toBe('2026-01-20');
    expect(dayAt(now, 7, SAO_PAULO, ['2026-01-20'])).toBeNull();
  });
});

describe('the content of the daily digest', () => {
  const of = (queue: DigestCount['queue'], label: string, more: Partial<DigestCount> = {}): DigestCount => ({
    ...{ queue, label, count: 0, capped: false, atRisk: 0, late: 0 },
    ...more,
  });

  it('queues where something waits, by urgency and then by number, and uncounted ones last', () => {
    const digest = digestOf([
      of('essays', 'Redações', { count: 1200, capped: true }),
      of('second-grades', 'Segunda correção'),
      of('third-grades', 'Divergentes', { count: null }),
      of('selection-documents', 'Da inscrição', { count: 1, atRisk: 1 }),
      of('enrolment-documents', 'Da matrícula', { count: 12, late: 3, atRisk: 2 }),
      of('approvals', 'Esperando sua aprovação', { count: 2 }),
    ]);
    expect(digest).toEqual({
      summary: '1.215+ itens esperam a equipe.',
      lines: [
        {
          queue: 'enrolment-documents',
          title: 'Da matrícula',
          note: '12 esperam, 3 fora do prazo, 2 perto do prazo',
        },
        { queue: 'selection-documents', title: 'Da inscrição', note: '1 espera, 1 perto do prazo' },
        { queue: 'essays', title: 'Redações', note: '1.200+ esperam' },
        { queue: 'approvals', title: 'Esperando sua aprovação', note: '2 esperam' },
        { queue: 'third-grades', title: 'Divergentes', note: 'não foi possível contar' },
      ],
    });
  });

  it('uses the singular for one item', () => {
    expect(digestOf([of('essays', 'Redações', { count: 1 })])?.summary).toBe('1 item espera a equipe.');
  });

  it.each([
    ['no queue', []],
    ['nothing waits', [of('essays', 'Redações'), of('approvals', 'Aprovações')]],
    ['nothing is known to wait', [of('essays', 'Redações', { count: null }), of('approvals', 'Aprovações')]],
  ])('nothing where %s', (_what, counts) => {
    expect(digestOf(counts)).toBeNull();
  });
});
