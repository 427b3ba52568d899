import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allStatuses, STATUS, STEP_CODES } from '../subscription/index.ts';
import {
  type CampaignRow,
  campaignFinding,
  type DailyRow,
  dailyFinding,
  type FunnelRow,
  funnelFinding,
  funnelOf,
  headlineOf,
  type OfferSteps,
  type StandingGroup,
  tableOf,
  vacancyFinding,
} from './index.ts';

const TODAY = '2026-01-20';
const ESSAY: OfferSteps = { type: 'essay', kind: 'online-essay' };
const group = (status: number, count: number, more: Partial<StandingGroup> = {}): StandingGroup => ({
  offer: ESSAY,
  course: 'Enfermagem',
  status,
  left: null,
  delivered: false,
  count,
  ...more,
});

const types = ['graduation', 'essay', 'postgraduate', 'extension', 'tax'] as const;
const kinds = ['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'] as const;
const offers = fc.record({
  type: fc.constantFrom(...types),
  kind: fc.constantFrom(...kinds),
  feePriced: fc.boolean(),
  selectionDocuments: fc.boolean(),
  questionnaireAttached: fc.boolean(),
  interviewOn: fc.boolean(),
  requiresClass: fc.boolean(),
  documentStage: fc.constantFrom(null, 'after-payment' as const, 'before-payment' as const, 'none' as const),
  hasDocuments: fc.boolean(),
  hasPayment: fc.boolean(),
});
const groups = fc.array(
  fc.record({
    offer: offers,
    course: fc.constantFrom('Direito', 'Enfermagem'),
    status: fc.constantFrom(...allStatuses, 15),
    left: fc.option(fc.constantFrom(...allStatuses), { nil: null }),
    delivered: fc.boolean(),
    count: fc.integer({ min: 1, max: 900 }),
  }),
);

describe('the funnel', () => {
  it('adds up: current and ended at all steps plus enrolled equals created', () => {
    fc.assert(
      fc.property(groups, (some) => {
        const { created, enrolled, rows } = funnelOf(some);
        const stood = rows.reduce((sum, { here, ended }) => sum + here + ended, 0);
        expect(stood + enrolled).toBe(created);
        expect(created).toBe(some.reduce((sum, { count }) => sum + count, 0));
        for (const { reached, here, ended } of rows) expect(reached).toBeGreaterThanOrEqual(here + ended);
        expect(rows.map(({ step }) => step)).toEqual(
          STEP_CODES.filter((code) => rows.some(({ step }) => step === code)),
        );
      }),
    );
  });

  it('counts ended applications at the step they left, and not at a step their offer lacks', () => {
    const { rows } = funnelOf([
      group(STATUS.Canceled, 3, { left: STATUS.EnrollmentPending }),
      group(STATUS.ManualPaymentPending, 2, { left: STATUS.EnrollmentPending }),
      group(STATUS.Subscribed, 5),
      group(STATUS.Subscribed, 4, { delivered: true }),
      group(STATUS.Unqualified, 6),
      group(STATUS.Enrolled, 7),
    ]);
    const of = (step: string) => rows.find((row) => row.step === step);
    expect(of('payment')).toEqual({
      step: 'payment',
      label: 'Primeiro pagamento',
      reached: 12,
      here: 2,
      ended: 3,
    });
    expect(of('assessment')).toMatchObject({ label: 'Redação', reached: 27, here: 5, ended: 0 });
    expect(of('analysis')).toMatchObject({ reached: 22, here: 4 });
    expect(of('result')).toMatchObject({ reached: 18, ended: 6 });
    expect(of('class')).toBeUndefined();
    expect(of('enrolled')).toMatchObject({ reached: 7, here: 0, ended: 0 });
  });

  it('names a step so that it fits all offers', () => {
    const test: OfferSteps = { type: 'graduation', kind: 'scheduled-test' };
    const { rows } = funnelOf([group(STATUS.Enrolled, 1), group(STATUS.Enrolled, 1, { offer: test })]);
    expect(rows.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Avaliação', 'Pagamento', 'Resultado']),
    );
  });
});

const days = (counts: readonly [string, number, number | null][]): DailyRow[] =>
  counts.map(([day, created, before]) => ({ day, created, before }));

describe('findings of the days', () => {
  it.each<[string, DailyRow[], string | null, string | null, string | null]>([
    ['nothing', days([['2026-01-19', 0, null]]), null, null, null],
    ['today alone', days([[TODAY, 1, null]]), null, '1 inscrição hoje', 'Ainda são poucas'],
    ['few', days([['2026-01-19', 9, 40]]), '2025-2', '9 inscrições em 1 dia', 'Ainda são poucas'],
    [
      'more, and yesterday the strongest; today does not count',
      days([
        ['2026-01-18', 1000, 900],
        ['2026-01-19', 1200, 900],
        [TODAY, 3, 900],
      ]),
      '2025-2',
      '2.200 inscrições em 2 dias, 22% acima de 2025-2',
      'Ontem foi o dia mais forte: 1.200, contra 900 no mesmo dia de 2025-2.',
    ],
    [
      'fewer',
      days([['2026-01-10', 40, 80]]),
      '2025-2',
      '40 inscrições em 1 dia, 50% abaixo de 2025-2',
      '10/01 foi o dia mais forte: 40, contra 80 no mesmo dia de 2025-2.',
    ],
    [
      'the same',
      days([['2026-01-10', 100, 99]]),
      '2025-2',
      '100 inscrições em 1 dia, quase como em 2025-2',
      '10/01',
    ],
    [
      'an intake before with too few',
      days([['2026-01-10', 100, 29]]),
      '2025-2',
      '100 inscrições em 1 dia',
      '10/01',
    ],
    [
      'no intake before',
      days([[TODAY, 50, null]]),
      null,
      '50 inscrições hoje',
      'Hoje é o dia mais forte: 50.',
    ],
  ])('%s', (_what, rows, before, headline, finding) => {
    expect(headlineOf(rows, TODAY, before)).toBe(headline);
    const said = dailyFinding(rows, TODAY, before);
    if (finding === null) expect(said).toBeNull();
    else expect(said).toContain(finding);
  });
});

describe('findings of the funnel', () => {
  const some = (ended: number, enrolled: number, course = 'Enfermagem') => [
    group(STATUS.Canceled, ended, { left: STATUS.EnrollmentPending, course }),
    group(STATUS.Enrolled, enrolled, { course }),
  ];
  const say = (...given: StandingGroup[][]) => {
    const all = given.flat();
    const courses = new Map(
      [...Map.groupBy(all, ({ course }) => course)].map(([name, of]) => [name, funnelOf(of)]),
    );
    return funnelFinding(funnelOf(all), courses);
  };
  it.each<[string, StandingGroup[][], string | null]>([
    ['nobody', [], null],
    ['few', [some(9, 20)], 'Ainda são poucas inscrições para dizer onde as pessoas param.'],
    [
      'nobody who stopped',
      [some(0, 30)],
      'Ninguém parou até aqui. De cada 100 inscrições, 100 viraram matrícula.',
    ],
    [
      'one course',
      [some(38, 62)],
      'Em Primeiro pagamento param 38%, a maior parte. De cada 100 inscrições, 62 viraram matrícula.',
    ],
    [
      'a course that stands out',
      [some(38, 62), some(10, 290, 'Direito')],
      'Enfermagem: 38% param em Primeiro pagamento.',
    ],
    ['a course of too few', [some(19, 10), some(30, 370, 'Direito')], 'Em Primeiro pagamento param'],
  ])('%s', (_what, given, finding) => {
    if (finding === null) expect(say(...given)).toBeNull();
    else expect(say(...given)).toContain(finding);
  });

  it('give no percentage below 30, whatever is counted', () => {
    fc.assert(
      fc.property(groups, (given) => {
        const small = given.map((one) => ({ ...one, count: 1 })).slice(0, 29);
        expect(say(small) ?? '').not.toContain('%');
      }),
    );
  });
});

describe('findings of places', () => {
  const row = (course: string, vacancies: number, taken: number) => ({
    ...{ course, pole: 'Centro', institutionCode: 'CUA01', vacancies, taken },
  });
  it.each<[string, ReturnType<typeof row>[], string | null]>([
    ['none offered', [row('Direito', 0, 0)], null],
    ['full', [row('Enfermagem', 40, 40)], 'Lotou Enfermagem (Centro).'],
    [
      'full and last ones',
      [row('A', 1, 1), row('B', 2, 2), row('C', 3, 3), row('D', 40, 37), row('E', 30, 29)],
      'Lotaram A (Centro), B (Centro) e mais 1. Últimas vagas: 1 em E (Centro) e 3 em D (Centro).',
    ],
    ['enough', [row('A', 1000, 10), row('B', 500, 0)], 'Nada perto de lotar: restam 1.490 de 1.500 vagas.'],
  ])('%s', (_what, rows, finding) => expect(vacancyFinding(rows)).toBe(finding));
});

describe('findings of campaigns', () => {
  const row = (channel: string | null, created: number, enrolled: number, others = false): CampaignRow => ({
    ...{ channel, campaign: null, others, created, approved: created, paid: enrolled, enrolled },
  });
  it.each<[string, CampaignRow[], string | null]>([
    ['nothing', [], null],
    ['none named', [row(null, 900, 9)], 'Ainda são poucas inscrições vindas de campanhas.'],
    ['few, and many others', [row('google', 29, 9), row(null, 900, 9, true)], 'Ainda são poucas'],
    [
      'one that brings and enrols most',
      [row('google', 60, 30), row('x', 40, 10)],
      '“google” traz 60% das inscrições.',
    ],
    [
      'another one that enrols more',
      [row('google', 60, 6), row('tv', 40, 20)],
      '“google” traz 60% das inscrições; “tv” é a que mais matricula: 50 de cada 100.',
    ],
    ['a name without end', [row('á'.repeat(99), 60, 0)], `“${'á'.repeat(40)}…” traz`],
  ])('%s', (_what, rows, finding) => {
    if (finding === null) expect(campaignFinding(rows)).toBeNull();
    else expect(campaignFinding(rows)).toContain(finding);
  });
});

describe('the table of figures', () => {
  const step: FunnelRow = { step: 'payment', label: 'Pagamento', reached: 8, here: 1, ended: 3 };
  it('has the numbers of the chart', () => {
    expect(tableOf({ report: 'funnel', created: 8, enrolled: 4, rows: [step] }).rows).toEqual([
      ['Pagamento', 8, 1, 3, 50],
    ]);
    expect(tableOf({ report: 'daily', before: null, rows: days([['2026-01-19', 4, null]]) })).toEqual({
      heads: ['Dia', 'Inscrições'],
      rows: [['19/01/2026', 4]],
    });
    expect(tableOf({ report: 'daily', before: '2025-2', rows: days([['2026-01-19', 4, 3]]) })).toEqual({
      heads: ['Dia', 'Inscrições', 'Mesmo dia de 2025-2'],
      rows: [['19/01/2026', 4, 3]],
    });
    const counts = { created: 0, approved: 0, paid: 0, enrolled: 0 };
    expect(
      tableOf({
        report: 'campaigns',
        rows: [
          { channel: null, campaign: null, others: false, ...counts },
          { channel: null, campaign: null, others: true, ...counts, created: 3, enrolled: 1 },
        ],
      }).rows,
    ).toEqual([
      ['(sem canal)', '(sem campanha)', 0, 0, 0, 0, null],
      ['(outras)', '(outras)', 3, 0, 0, 1, 33],
    ]);
    const place = { course: 'Direito', pole: 'Centro', institutionCode: 'CUA01', vacancies: 40, taken: 37 };
    expect(tableOf({ report: 'vacancies', rows: [place] }).rows).toEqual([
      ['Direito', 'Centro', 'CUA01', 40, 37, 3],
    ]);
  });
});
