import { describe, expect, it } from 'vitest';
import { isExpired, mayHaveNews, newsOf } from './news.ts';

const after = (event: string, reason: string | null = null) =>
  newsOf([{ event: 'create' }, { event }], reason);

describe('news of an application', () => {
  it.each([
    ['test-missed', 'Você não compareceu à prova. Escolha uma nova data.', undefined],
    [
      'slot-cancelled',
      'A instituição não vai mais aplicar a prova nesse dia. Escolha outra data.',
      'Motivo: Falta de luz',
    ],
    ['schedule-invalidated', 'A prova foi desmarcada porque o polo mudou. Escolha uma nova data.', undefined],
    ['manual-payment-refused', 'A instituição não achou seu pagamento.', 'Motivo: Falta de luz'],
    ['questionnaire-returned', 'A instituição pediu ajustes: Falta de luz', undefined],
    ['interview-repeat', 'A instituição pediu outra entrevista.', 'Motivo: Falta de luz'],
    ['cancel-denied', 'O cancelamento não foi aceito.', 'Motivo: Falta de luz'],
    ['class-hold-expired', 'A reserva da sua turma terminou. Escolha a turma outra vez.', undefined],
  ])('%s', (event, title, text) => {
    expect(after(event, 'Falta de luz')).toEqual({ kind: 'warning', title, ...(text && { text }) });
    expect(newsOf([{ event }, { event: 'test-scheduled' }], 'Falta de luz')).toBeUndefined();
  });

  it('is undefined for transitions without news, and shows a reason only if there is one', () => {
    expect(newsOf([], null)).toBeUndefined();
    expect(after('payment-required')).toBeUndefined();
    expect(after('cancel-denied')).toEqual({
      kind: 'warning',
      title: 'O cancelamento não foi aceito.',
    });
  });

  it('is fetched for statuses an application can return to', () => {
    const asked = (isTaxPaid: boolean) =>
      [3, 6, 10, 16, 19, 21].filter((subscriptionStatus) => mayHaveNews({ subscriptionStatus, isTaxPaid }));
    expect(asked(false)).toEqual([6, 16, 21]);
    expect(asked(true)).toEqual([3, 6, 10, 16, 19, 21]);
  });

  it('recognises an end by a deadline', () => {
    expect(isExpired([{ event: 'intake-expired' }])).toBe(true);
    expect(isExpired([{ event: 'payment-deadline-expired' }])).toBe(true);
    expect(isExpired([{ event: 'cancel-confirmed' }])).toBe(false);
  });
});
