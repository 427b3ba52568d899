import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_BRANDS, type CardBrand, type DeclineClass, declineOf, mayTryNextAcquirer } from './index.ts';

describe('decline classes', () => {
  it.each<[CardBrand, string, DeclineClass]>([
    ['visa', '05', 'RETRY_LATER'],
    ['visa', '51', 'RETRY_LATER'],
    ['amex', '116', 'RETRY_LATER'],
    ['visa', '91', 'RETRY_LATER'],
    ['amex', '912', 'RETRY_LATER'],
    ['visa', 'N7', 'FIX_DATA'],
    ['visa', 'n7', 'FIX_DATA'],
    ['visa', '54', 'FIX_DATA'],
    ['mastercard', '01', 'FIX_DATA'],
    ['amex', '122', 'FIX_DATA'],
    ['visa', '46', 'OTHER_CARD'],
    ['visa', '52', 'OTHER_CARD'],
    ['elo', 'AB', 'OTHER_CARD'],
    ['mastercard', '43', 'STOP'],
    ['elo', '43', 'STOP'],
    ['visa', '43', 'STOP'],
    ['visa', 'R1', 'STOP'],
    // The same code with different meanings.
    ['visa', '06', 'OTHER_CARD'],
    ['elo', '06', 'RETRY_LATER'],
    ['visa', '12', 'STOP'],
    ['elo', '12', 'OTHER_CARD'],
    ['mastercard', '57', 'RETRY_LATER'],
    ['hipercard', '57', 'RETRY_LATER'],
    ['visa', '57', 'OTHER_CARD'],
    ['elo', '57', 'STOP'],
    ['elo', '58', 'STOP'],
    ['visa', '62', 'RETRY_LATER'],
    ['mastercard', '62', 'STOP'],
    ['mastercard', '63', 'FIX_DATA'],
    ['visa', '04', 'STOP'],
    ['elo', '04', 'RETRY_LATER'],
    ['amex', '200', 'STOP'],
    ['amex', '115', 'STOP'],
  ])('%s %s is %s', (brand, code, expected) => {
    expect(declineOf(brand, code).class).toBe(expected);
  });

  it('allows one retry where Elo says both', () => {
    expect(declineOf('elo', '62')).toEqual({ class: 'RETRY_LATER', retryAfterHours: null, once: true });
    expect(declineOf('visa', '62').once).toBe(false);
  });

  it('reads codes with leading zeros', () => {
    expect(declineOf('visa', '0051').class).toBe('RETRY_LATER');
    expect(declineOf('amex', '0116').class).toBe('RETRY_LATER');
    expect(declineOf('visa', '005').class).toBe('RETRY_LATER');
  });

  it('concludes nothing from unknown codes', () => {
    expect(declineOf('visa', '999').class).toBe('UNKNOWN');
    expect(declineOf('visa', null).class).toBe('UNKNOWN');
    expect(declineOf(null, '51').class).toBe('UNKNOWN');
    expect(declineOf('diners', '51').class).toBe('UNKNOWN');
  });

  it.each<[string, DeclineClass, number | null]>([
    ['01', 'FIX_DATA', null],
    ['02', 'RETRY_LATER', 72],
    ['03', 'STOP', null],
    ['08', 'STOP', null],
    ['21', 'STOP', null],
    ['24', 'RETRY_LATER', 1],
    ['25', 'RETRY_LATER', 24],
    ['26', 'RETRY_LATER', 48],
    ['27', 'RETRY_LATER', 96],
    ['28', 'RETRY_LATER', 144],
    ['29', 'RETRY_LATER', 192],
    ['30', 'RETRY_LATER', 240],
    ['40', 'OTHER_CARD', null],
    ['41', 'OTHER_CARD', null],
    ['42', 'STOP', null],
    ['43', 'OTHER_CARD', null],
  ])('advice %s of Mastercard is %s after %s h', (advice, expected, hours) => {
    expect(declineOf('mastercard', '82', advice)).toEqual({
      class: expected,
      retryAfterHours: hours,
      once: false,
    });
  });

  it('accepts advice from Mastercard only', () => {
    expect(declineOf('visa', '51', '03').class).toBe('RETRY_LATER');
    expect(declineOf('mastercard', '51', '00').class).toBe('RETRY_LATER');
    expect(declineOf('mastercard', '83').class).toBe('OTHER_CARD');
  });

  it.each(['06', '6', '07', '90', '99', '04', 'X1'])('unknown advice %s only forbids', (advice) => {
    expect(declineOf('mastercard', '51', advice).class).toBe('UNKNOWN');
    expect(declineOf('mastercard', '43', advice).class).toBe('STOP');
    expect(declineOf('mastercard', '82', advice).class).toBe('OTHER_CARD');
    const denied = {
      status: 'DENIED',
      brand: 'mastercard',
      declineCode: '51',
      adviceCode: advice,
    } as const;
    expect(mayTryNextAcquirer(denied)).toBe(false);
  });

  it("knows Elo's code for what its issuer does not support", () => {
    expect(declineOf('elo', '5C').class).toBe('RETRY_LATER');
    expect(declineOf('elo', '5c').class).toBe('RETRY_LATER');
    expect(declineOf('visa', '5C').class).toBe('UNKNOWN');
  });

  it('is UNKNOWN or a class for any text, never an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARD_BRANDS), fc.string(), fc.string(), (brand, code, advice) => {
        expect(['RETRY_LATER', 'FIX_DATA', 'OTHER_CARD', 'STOP', 'UNKNOWN']).toContain(
          declineOf(brand, code, advice).class,
        );
      }),
    );
  });
});

describe('the next acquirer', () => {
  const denied = { status: 'DENIED', brand: 'visa', declineCode: '51' } as const;
  it('is tried only after a known refusal that may be retried', () => {
    expect(mayTryNextAcquirer(denied)).toBe(true);
    expect(mayTryNextAcquirer({ ...denied, declineCode: '43' })).toBe(false);
    expect(mayTryNextAcquirer({ ...denied, declineCode: 'N7' })).toBe(false);
    expect(mayTryNextAcquirer({ ...denied, declineCode: '999' })).toBe(false);
    expect(mayTryNextAcquirer({ ...denied, brand: null })).toBe(false);
  });

  it.each(['UNKNOWN', 'PROCESSING', 'PAID', 'VOIDED', 'REFUNDED', 'CHARGEDBACK'])(
    'is never tried while %s',
    (status) => expect(mayTryNextAcquirer({ ...denied, status })).toBe(false),
  );

  it('is not tried before the time the card network named', () => {
    const mastercard = { ...denied, brand: 'mastercard' } as const;
    expect(mayTryNextAcquirer(mastercard)).toBe(true);
    expect(mayTryNextAcquirer({ ...mastercard, adviceCode: '25' })).toBe(false);
    expect(mayTryNextAcquirer({ ...mastercard, adviceCode: '03' })).toBe(false);
  });
});
