import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBrCode, writeDynamicBrCode, writeRecurrenceBrCode, writeStaticBrCode } from './index.ts';

// Vectors of the Central Bank: its manual (A), and the description of API Pix 2.9.0 (D, E, F); H1 and H2 are derived.
const A =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const D =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';
const E =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741';
const F =
  '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441';
const H1 =
  '00020126530014br.gov.bcb.pix0131financeiro@universidade.example520400005303986540599.905802BR5920UNIVERSIDADE EXEMPLO6009FORTALEZA62160512INSC2027000163041D57';
const H2 =
  '00020126530014br.gov.bcb.pix0131financeiro@universidade.example520400005303986540510.005802BR5920UNIVERSIDADE EXEMPLO6009FORTALEZA62080504Z10663040268';

const PLACE = { name: 'Fulano de Tal', city: 'BRASILIA' };
const SCHOOL = {
  key: 'financeiro@universidade.example',
  name: 'UNIVERSIDADE EXEMPLO',
  city: 'FORTALEZA',
};

describe('a published code', () => {
  it.each([
    ['A', A, writeStaticBrCode({ ...PLACE, key: '123e4567-e12b-12d1-a456-426655440000' })],
    ['H1', H1, writeStaticBrCode({ ...SCHOOL, amount: 9990, txid: 'INSC20270001' })],
    ['H2', H2, writeStaticBrCode({ ...SCHOOL, amount: 1000, txid: 'Z106' })],
    [
      'D',
      D,
      writeRecurrenceBrCode({
        ...PLACE,
        recurrenceUrl: 'https://pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
      }),
    ],
    [
      'E',
      E,
      writeDynamicBrCode({
        ...PLACE,
        url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
        recurrenceUrl: 'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
      }),
    ],
    [
      'F',
      F,
      writeDynamicBrCode({
        ...PLACE,
        url: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
        recurrenceUrl: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0',
      }),
    ],
  ])('%s is written letter by letter', (_id, published, written) => {
    expect(written).toBe(published);
  });
  it.each([
    [E, 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441', '94ed2badcbc04c15b0bb7fa353194890'],
    [F, 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7', '3ffa640fa4f14080adccb949fa2dc0d0'],
  ])('of a payment with an authorisation is read with both addresses', (payload, url, token) => {
    expect(readBrCode(payload)).toMatchObject({
      ok: true,
      code: { kind: 'dynamic', url, recurrenceUrl: `pix.example.com/qr/v2/rec/${token}` },
    });
  });
});

const word = (most: number) => fc.stringMatching(/^[A-Za-z0-9]{1,80}$/).map((text) => text.slice(0, most));
const address = word(60).map((text) => `psp.test/${text}`);
const staticCode = fc.record(
  {
    key: word(40).map((text) => `${text}@a.test`),
    name: word(25),
    city: word(15),
    amount: fc.integer({ min: 1, max: 999_999_999_999 }),
    txid: word(25),
    recurrenceUrl: address,
  },
  { requiredKeys: ['key', 'name', 'city'] },
);

describe('what was written', () => {
  it('is read again: static, alone or with an authorisation', () => {
    fc.assert(
      fc.property(staticCode, ({ key, name, city, amount, txid, recurrenceUrl }) => {
        const code = {
          ...{ key, name, city },
          ...(amount === undefined ? {} : { amount }),
          ...(txid === undefined ? {} : { txid }),
          ...(recurrenceUrl === undefined ? {} : { recurrenceUrl }),
        };
        expect(readBrCode(writeStaticBrCode(code))).toEqual({
          ok: true,
          code: {
            ...{ kind: 'static', key, url: null, name, city },
            ...{ amount: amount ?? null, txid: txid ?? null, recurrenceUrl: recurrenceUrl ?? null },
          },
        });
      }),
    );
  });
  it('is read again: dynamic with an authorisation, and an authorisation alone', () => {
    fc.assert(
      fc.property(address, address, word(25), word(15), (url, recurrenceUrl, name, city) => {
        const common = { key: null, amount: null, txid: null, name, city, recurrenceUrl };
        expect(readBrCode(writeDynamicBrCode({ url, name, city, recurrenceUrl }))).toEqual({
          ok: true,
          code: { ...common, kind: 'dynamic', url },
        });
        expect(readBrCode(writeRecurrenceBrCode({ name, city, recurrenceUrl }))).toEqual({
          ok: true,
          code: { ...common, kind: 'recurrence', url: null },
        });
      }),
    );
  });
  it('is refused when one character was changed', () => {
    fc.assert(
      fc.property(staticCode, fc.nat(), fc.integer({ min: 1, max: 94 }), (code, place, step) => {
        const { amount: _amount, txid: _txid, recurrenceUrl: _url, ...needed } = code;
        const payload = writeStaticBrCode(needed);
        const at = place % payload.length;
        const changed = String.fromCharCode(((payload.charCodeAt(at) - 32 + step) % 95) + 32);
        const other = payload.slice(0, at) + changed + payload.slice(at + 1);
        // The seal may be written in small letters.
        if (other.toUpperCase() === payload.toUpperCase() && at >= payload.length - 4) return;
        expect(readBrCode(other)).toMatchObject({ ok: false });
      }),
    );
  });
});

describe('what does not fit', () => {
  const good = { key: 'a@b.test', name: 'X', city: 'Y' };
  it.each([
    ['no key', { ...good, key: '' }],
    ['a key of 78 characters', { ...good, key: 'k'.repeat(78) }],
    ['key and text above the template', { ...good, key: 'k'.repeat(60), note: 'n'.repeat(20) }],
    ['an amount of zero', { ...good, amount: 0 }],
    ['an amount below zero', { ...good, amount: -1 }],
    ['parts of a cent', { ...good, amount: 10.5 }],
    ['an amount of 14 characters', { ...good, amount: 1_000_000_000_000_0 }],
    ['a txid with a hyphen', { ...good, txid: 'A-1' }],
    ['a txid of 26 characters', { ...good, txid: 'A'.repeat(26) }],
    ['a recurrence address of 78 characters', { ...good, recurrenceUrl: 'a'.repeat(78) }],
  ])('%s is refused', (_what, code) => {
    expect(() => writeStaticBrCode(code)).toThrow(RangeError);
  });
  it('a text for the payer is written where it fits', () => {
    const payload = writeStaticBrCode({ ...good, note: 'Matrícula 5001' });
    expect(payload).toContain('0214Matricula 5001');
    expect(readBrCode(payload)).toMatchObject({ ok: true, code: { key: 'a@b.test' } });
  });
});
