import { describe, expect, it } from 'vitest';
import { type Leaving, refundText } from './refund-text.ts';

const DUE = { due: true, amount: 360, legalBasis: 'withdrawal' } as const;
const JUDGED = { due: false, amount: null, legalBasis: 'contract' } as const;
const NONE = { due: false, amount: null, legalBasis: null } as const;

const words = (refund: Leaving['refund'], paid: [tax?: boolean, enrollment?: boolean], accepted = true) => {
  const [tax, enrollment] = paid;
  return refundText({
    atOnce: false,
    refund,
    paid: [
      ...(tax === undefined ? [] : [{ purpose: 'tax', withdrawal: tax } as const]),
      ...(enrollment === undefined ? [] : [{ purpose: 'enrollment', withdrawal: enrollment } as const]),
    ],
    contractAccepted: accepted,
  });
};
const RIGHT = 'É o seu direito de arrependimento: até 7 dias depois';
const WHOLE = 'a devolução é integral e a instituição não pode negar.';
const BACK = /^Você recebe de volta R\$\s360,00\.$/;
const ASKS = /^A instituição vai analisar seu pedido\.$/;
const FEE = 'Já se passaram 7 dias do pagamento: agora é a instituição que decide se devolve a taxa.';

describe('refund text of a cancellation (S-36, 7.5)', () => {
  it.each([
    ['the enrolment within its days', words(DUE, [undefined, true]), BACK, `${RIGHT} do contrato, ${WHOLE}`],
    [
      'the fee within its days, without a contract',
      words(DUE, [true], false),
      BACK,
      `${RIGHT} do pagamento da taxa de inscrição, ${WHOLE}`,
    ],
    [
      'both within their days',
      words(DUE, [true, true]),
      BACK,
      `${RIGHT} do contrato e do pagamento da taxa de inscrição, ${WHOLE}`,
    ],
    [
      'the enrolment within its days, the fee before',
      words(DUE, [false, true]),
      BACK,
      `${RIGHT} do contrato, ${WHOLE} ${FEE}`,
    ],
    ['the fee alone, later, without a contract', words(JUDGED, [false], false), ASKS, FEE],
    ['the fee alone, later, with the contract accepted since', words(JUDGED, [false]), ASKS, FEE],
    [
      'the enrolment, later',
      words(JUDGED, [undefined, false]),
      ASKS,
      'A devolução do que você pagou segue as regras do contrato que você aceitou.',
    ],
    [
      'both, later',
      words(JUDGED, [false, false]),
      ASKS,
      'A devolução da matrícula segue as regras do contrato que você aceitou. Sobre a taxa, quem decide é a instituição.',
    ],
    [
      'an enrolment of which no acceptance is known',
      words(JUDGED, [undefined, false], false),
      ASKS,
      'A instituição decide se devolve o que você pagou.',
    ],
    [
      'a payment the institution has not found yet',
      words(NONE, []),
      ASKS,
      'Seu pagamento ainda está sendo conferido. Se der certo, vemos a devolução junto com o seu pedido.',
    ],
  ])('%s', (_, given, title, text) => {
    expect(given).toEqual({ kind: 'info', title: expect.stringMatching(title), text });
  });

  it('mentions no refund when the application ends at once', () => {
    const money = { atOnce: true, refund: NONE, paid: [], contractAccepted: true };
    expect(refundText(money)).toEqual({
      kind: 'warning',
      text: 'Sua inscrição é cancelada na hora. Não há valores a devolver.',
    });
  });
});
