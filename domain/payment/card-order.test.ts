import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardOrderErrors,
  holderDocumentOf,
  holdsCardNumber,
  isCardToken,
  softDescriptorOf,
} from './index.ts';

const ORDER = {
  token: '5f2b0c1e-8c1d-4b7a-9f43-0a1b2c3d4e5f',
  brand: 'visa',
  last4: '0010',
  holderName: 'ANA DE SOUZA',
  holderDocument: '529.982.247-25',
};
const wrong = (more: Partial<typeof ORDER>, cpfAlone = true) =>
  cardOrderErrors({ ...ORDER, ...more }, { cpfAlone }).map(({ field, message }) => `${field}: ${message}`);

describe('S-30a: the card data sent by our page', () => {
  it('is accepted', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ holderDocument: 'AB123456' }, false)).toEqual([]);
    expect(wrong({ holderName: "JOÃO D'ÁVILA JR." })).toEqual([]);
  });

  it("has the holder's document in one form, however it was typed", () => {
    expect(holderDocumentOf({ holderDocument: ' 529.982.247-25 ' })).toBe('52998224725');
    expect(holderDocumentOf({ holderDocument: 'fz-12 345/6' })).toBe('FZ123456');
  });

  it.each([
    [{ token: '4000000000000010' }, 'card.token: Valor inválido.'],
    [{ token: '4000-0000-0000-0010' }, 'card.token: Valor inválido.'],
    [{ token: 'short' }, 'card.token: Valor inválido.'],
    [{ last4: '10' }, 'card.last4: Valor inválido.'],
    [{ holderName: ' ' }, 'card.holderName: Obrigatório.'],
    [{ holderName: 'A'.repeat(61) }, 'card.holderName: Máximo de 60 caracteres.'],
    [{ holderName: 'ANA <b>' }, 'card.holderName: Caracteres especiais não são permitidos.'],
    [{ holderDocument: '' }, 'card.holderDocument: Obrigatório.'],
    [{ holderDocument: '111.111.111-11' }, 'card.holderDocument: CPF inválido.'],
    [{ holderDocument: 'AB123456' }, 'card.holderDocument: CPF inválido.'],
  ])('%j is refused', (more, message) => {
    expect(wrong(more)).toEqual([message]);
  });

  it('may have any document without a CPF, but not a wrong CPF', () => {
    expect(wrong({ holderDocument: '11111111111' }, false)).toEqual(['card.holderDocument: CPF inválido.']);
    expect(wrong({ holderDocument: '??' }, false)).toEqual(['card.holderDocument: Documento inválido.']);
  });

  it('sends only the digits of a document, and a plain name for the bill', () => {
    expect(holderDocumentOf(ORDER)).toBe('52998224725');
    expect(softDescriptorOf('São João & Cia Educação')).toBe('Sao Joao  Cia');
  });
});

describe('R9: a card number in a request', () => {
  it.each([
    { card: { token: '4000000000000010' } },
    { card: { token: '4000 0000 0000 0010' } },
    { card: { ...ORDER, holderName: 'ANA 4000-0000-0000-0010' } },
    { card: { ...ORDER, number: '4000000000000010' } },
    { voucher: '4000000000000010' },
    { priceId: 4000000000000010 },
    { more: [{ deep: { '4000000000000010': 1 } }] },
  ])('is detected in %j', (body) => {
    expect(holdsCardNumber(body)).toBe(true);
  });

  it('is assumed in what is nested too deep to read', () => {
    let body: unknown = 1;
    for (let n = 0; n < 20; n += 1) body = { body };
    expect(holdsCardNumber(body)).toBe(true);
  });

  it('is not detected in an order', () => {
    expect(holdsCardNumber({ purpose: 'enrollment', priceId: 3102, installments: 6, card: ORDER })).toBe(
      false,
    );
    // The middle of this token looks like a card number; tokens are checked by a rule of their own.
    expect(holdsCardNumber({ card: { ...ORDER, token: 'ab400000-0000-0000-1000-abcdefabcdef' } })).toBe(
      false,
    );
    expect(isCardToken('token_0123456789abcdef0123456789abcdef')).toBe(true);
  });

  it('is not detected in a confirmation, whose identifiers may look like one; a bare number there is', () => {
    const id = 'ab400000-0000-0000-1000-abcdefabcdef';
    const proof = {
      outcome: 'authenticated',
      eci: '05',
      cavv: 'AAABBJkZUQAAAABjRWWZEEFgFz8=',
      version: '2.2.0',
    };
    const order = (more: object) => ({ card: { ...ORDER, authentication: { ...proof, ...more } } });
    expect(holdsCardNumber(order({ other: id }))).toBe(true);
    expect(holdsCardNumber(order({ xid: id, referenceId: id }))).toBe(false);
    for (const field of ['cavv', 'xid', 'referenceId'])
      for (const bare of ['4000000000000010', '4000-0000-0000-0010', '4000 0000 0000 0010'])
        expect(holdsCardNumber(order({ [field]: bare }))).toBe(true);
    fc.assert(
      fc.property(
        fc.uuid().filter(isCardToken),
        (made) => !holdsCardNumber(order({ xid: made, referenceId: made })),
      ),
      { numRuns: 2000 },
    );
  });
});
