import { renderNotification } from '@orbita/domain/messaging';
import { type ApplicationType, type Refund, routeOf, transitions } from '@orbita/domain/subscription';
import { describe, expect, it } from 'vitest';
import { noticeOf } from './notices.ts';

const ROW = { last_day: '2026-02-13', time_zone: 'America/Sao_Paulo', booking: null };
const NOTHING: Refund = { due: false };

/** Spec 16.2: the message of each move; other moves send none, or their module sends it. */
const EXPECTED: Record<string, string> = {
  'create 1': 'N-05',
  'create-incomplete 14': 'N-05',
  'essay-approved 3': 'N-09',
  'test-approved 3': 'N-09',
  'exam-score-approved 3': 'N-09',
  'selection-documents-approved 3': 'N-09',
  'questionnaire-approved 3': 'N-09',
  'interview-approved 3': 'N-09',
  'review-granted 3': 'N-09',
  'essay-rejected 9': 'N-10',
  'test-rejected 9': 'N-10',
  'exam-score-rejected 9': 'N-10',
  'analysis-rejected 9': 'N-10',
  'questionnaire-rejected 9': 'N-10',
  'interview-rejected 9': 'N-10',
  'disqualified 9': 'N-10 encerrada',
  'payment-deadline-expired 13': 'N-23',
  'intake-expired 13': 'N-23',
  'cancel-requested 13': 'N-28 sem-devolucao',
  'cancel-requested 12': 'N-28 solicitado',
  'payment-waived 7': 'N-26',
  'class-selected 7': 'N-26',
  'payment-confirmed 7': 'N-26',
  'documents-approved 7': 'N-26',
  'manual-payment-settled 7': 'N-26',
  'reinstated 7': 'N-26',
};

const moves = transitions.flatMap((row) => {
  const to = typeof row.to === 'number' ? [row.to] : (row.targets ?? []);
  return to.flatMap((status) => row.types.map((type) => ({ type, event: row.event, to: status })));
});

/** The shortest values, and the longest accepted name, course and number (spec 2.4, 17.4). */
const VALUES = [
  { nome: 'Li', instituicao: 'A', curso: 'ADM', id: 1 },
  {
    nome: 'Maria-Antonieta-Guilhermina',
    instituicao: `Centro Universitário ${'de Ensino Superior '.repeat(5)}`.trim(),
    curso: `Curso Superior de Tecnologia em ${'Análise & Gestão '.repeat(10)}`.trim(),
    id: 2_147_483_647,
  },
];
const linkTo = (type: ApplicationType, id: number) =>
  `https://vestibular.exemplo.edu.br/orbita/candidate${routeOf(type, id)}?accesskey=${'k'.repeat(43)}`;

describe('the message of a transition', () => {
  it.each(moves)('$type: $event to $to', ({ type, event, to }) => {
    const notice = noticeOf({ from: 1, to, event }, ROW, NOTHING);
    const sent = [notice?.template, notice?.data?.variante].filter(Boolean).join(' ') || undefined;
    expect(sent).toBe(EXPECTED[`${event} ${to}`]);
    if (!notice) return;
    for (const values of VALUES) {
      const link = linkTo(type, values.id);
      const { subject, text, sms } = renderNotification(notice.template, { ...values, ...notice.data, link });
      expect(`${subject} ${text} ${sms}`).not.toMatch(/[{}]|null|NaN|R\$ (?!\d)/);
      expect(text).not.toContain('undefined');
      expect(text, 'which application').toContain(values.curso);
      expect(text.split('http').length, 'one address').toBeLessThanOrEqual(2);
      expect((sms ?? '').length).toBeLessThanOrEqual(160);
      if (notice.template === 'N-09') expect([text, sms].join()).toMatch(/13\/02\/2026.*13\/02\/2026/s);
    }
  });

  it('belongs to an existing transition', () => {
    const seen = moves.map(({ event, to }) => `${event} ${to}`);
    expect(Object.keys(EXPECTED).filter((key) => !seen.includes(key) && !key.startsWith('create'))).toEqual(
      [],
    );
  });

  it.each<[Refund, object]>([
    [NOTHING, { variante: 'solicitado' }],
    [{ due: false, legalBasis: 'contract' }, { variante: 'contrato' }],
    [{ due: false, legalBasis: 'contract', amountCents: 1 }, { variante: 'contrato' }],
    [{ due: true, legalBasis: 'withdrawal' }, { variante: 'contrato' }],
    [
      { due: true, legalBasis: 'withdrawal', amountCents: 136_000 },
      { variante: 'arrependimento', valor: '1.360,00' },
    ],
  ])('states what a cancellation refunds: %j', (refund, data) => {
    const made = { from: 7, to: 12, event: 'cancel-requested' } as const;
    expect(noticeOf(made, ROW, refund)).toEqual({ template: 'N-28', data });
  });
});
