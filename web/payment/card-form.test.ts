import { cardOrderErrors } from '@orbita/domain/payment';
import { describe, expect, it } from 'vitest';
import { cardTexts } from '../texts/payment-card.ts';
import {
  cardPart,
  cardProblems,
  divisionsOf,
  firstOf,
  holdersOf,
  needsConsent,
  plainDocument,
} from './card-form.ts';
import type { Price, Simulation } from './queries.ts';
import { NOTHING_TYPED } from './typed-card.ts';

const asked = { cpf: true, installments: true, consent: true };
const good = {
  holderName: 'CANDIDATA UM',
  holderDocument: '111.222.333-96',
  installments: '10',
  consent: true,
};
const fieldsOf = (...given: Parameters<typeof cardProblems>) =>
  Object.fromEntries(cardProblems(...given).map(({ field, message }) => [field, message]));

describe('S-30a the fields of our page', () => {
  it('are required where shown, and nothing else is', () => {
    expect(fieldsOf(NOTHING_TYPED, asked)).toEqual({
      holderName: 'Obrigatório.',
      holderDocument: 'Obrigatório.',
      installments: 'Obrigatório.',
      consent: 'Obrigatório.',
    });
    const few = { cpf: true, installments: false, consent: false };
    expect(Object.keys(fieldsOf(NOTHING_TYPED, few))).toEqual(['holderName', 'holderDocument']);
    expect(fieldsOf(good, asked)).toEqual({});
  });

  it("list the frame's errors before those of the other fields", () => {
    expect(cardProblems({ ...good, holderName: '' }, asked, ['number', 'cvv'])).toEqual([
      { field: 'cardNumber', message: 'Número de cartão inválido.' },
      { field: 'cardCvv', message: 'CVV inválido.' },
      { field: 'holderName', message: 'Obrigatório.' },
    ]);
  });

  it('D-66: refuse a card number as a name or document', () => {
    const number = '4000 0000 0000 0010';
    const wrong = { ...good, holderName: number, holderDocument: number };
    expect(Object.keys(fieldsOf(wrong, asked))).toEqual(['holderName', 'holderDocument']);
    expect(fieldsOf(wrong, { ...asked, cpf: false }).holderDocument).toBe('Documento inválido.');
  });

  it.each(['XA1234567', 'V123456-7', '555.666.777-20'])('accept %s from people without a CPF', (document) => {
    expect(fieldsOf({ ...good, holderDocument: document }, { ...asked, cpf: false })).toEqual({});
    expect(plainDocument(document)).toMatch(/^[A-Z0-9]+$/);
  });

  it.each(['JOÃO P. SILVA JR.', 'LI', 'ANA SOUZA 2', 'Maria D’Ávila', 'ANA\u00a0SOUZA'])(
    'take the name %s of a card',
    (holderName) => {
      const typed = { ...good, holderName };
      expect(fieldsOf(typed, asked)).toEqual({});
      const token = {
        provider: 'cielo',
        token: '5f2b0c1e-8c1d-4b7a-9f43-0a1b2c3d4e5f',
        brand: 'visa',
        last4: '0010',
      } as const;
      const { holderName: name = '', holderDocument = '' } = cardPart(typed, token).card ?? {};
      expect(cardOrderErrors({ ...token, holderName: name, holderDocument }, { cpfAlone: true })).toEqual([]);
    },
  );

  it.each(['<b>', 'Ana 😀', 'A 4000 0000 0000 0010', 'x'.repeat(61), '.'])(
    'refuse %s as the name of a card',
    (holderName) => {
      expect(Object.keys(fieldsOf({ ...good, holderName }, asked))).toEqual(['holderName']);
    },
  );

  it('refuse an impossible CPF', () => {
    expect(fieldsOf({ ...good, holderDocument: '111.222.333-97' }, asked)).toEqual({
      holderDocument: 'CPF inválido.',
    });
  });
});

describe('the amount charged', () => {
  const price = {
    kind: 'total',
    plan: Array(10).fill({ Number: 1, value: 300, dueDate: '' }),
  } as unknown as Price; // only kind and number matter
  const one = (installments: number) => ({ installments }) as Simulation; // only the number matters

  it.each([
    ['onlySubscription', 'full', false],
    ['onlySubscriptionWithRecurrence', 'full', true],
    ['totalOrSemesterWithFallbackAndRecurrence', 'full', false],
    ['totalOrSemesterWithFallbackAndRecurrence', 'first', false],
    ['totalOrSemesterWithFallbackAndRecurrence', 'recurrence', true],
  ] as const)('%s, %s: the monthly charge must be allowed: %s', (variant, mode, needed) => {
    expect(needsConsent({ variant, purpose: 'enrollment' }, price, mode)).toBe(needed);
    expect(needsConsent({ variant, purpose: 'tax' }, price, mode)).toBe(false);
    expect(needsConsent({ variant, purpose: 'enrollment' }, { plan: price.plan.slice(1, 2) }, mode)).toBe(
      false,
    );
  });

  it('D-75: only a whole amount is divided by card', () => {
    const all = [one(1), one(2), one(10)];
    expect(divisionsOf(all, price, 'full')).toHaveLength(3);
    expect(divisionsOf(all, price, 'first')).toEqual([one(10)]);
    expect(divisionsOf([one(10)], { ...price, kind: 'enrollment' }, 'full')).toEqual([one(10)]);
  });

  it('the first of equal instalments has the remaining cents', () => {
    expect(firstOf(100_000, 3)).toBe(33_334);
    expect(firstOf(300_000, 10)).toBe(30_000);
  });
});

describe('the holder', () => {
  type Person = Parameters<typeof holdersOf>[0];
  const guardian = { name: 'Responsável Nove', cpf: '44455566619' };
  const data = { guardian } as Parameters<typeof holdersOf>[1];
  const person = (more: object) =>
    ({
      name: 'Candidata Um',
      socialName: null,
      documentType: 'cpf',
      document: '11122233396',
      ...more,
    }) as Person;

  it('can be prefilled: the candidate by the name in use, and the guardian of a minor', () => {
    expect(holdersOf(person({}), undefined)).toEqual([
      { is: 'me', cpf: true, name: 'Candidata Um', document: '111.222.333-96' },
    ]);
    expect(holdersOf(person({ socialName: 'Candidata Social' }), data)).toMatchObject([
      { name: 'Candidata Social' },
      {
        is: 'guardian',
        name: 'Responsável Nove',
        document: '444.555.666-19',
      },
    ]);
    expect(holdersOf(undefined, undefined)).toEqual([]);
  });

  it('without a CPF is prefilled with the known document', () => {
    expect(
      holdersOf(person({ documentType: 'passport', document: 'XA1234567', cpf: null }), undefined),
    ).toEqual([{ is: 'me', cpf: false, name: 'Candidata Um', document: 'XA1234567' }]);
  });
});

it('the button states what is charged today', () => {
  expect(cardTexts.pay('R$ 360,00', 1, false)).toBe('Pagar R$ 360,00');
  expect(cardTexts.pay('R$ 2.160,00', 6, false)).toBe('Pagar R$ 2.160,00 em 6 vezes');
  expect(cardTexts.pay('R$ 350,00', 1, true)).toBe('Pagar R$ 350,00 hoje');
});
