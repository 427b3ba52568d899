import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBrCode, writeDynamicBrCode } from './index.ts';

// Vectors of the Central Bank: its manual (A), and the specification of API Pix 2.9.0 (D, E, F); H1 and H2 are derived.
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
describe('a published code', () => {
  it.each([
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
  ])('%s is written character by character', (_id, published, written) => {
    expect(written).toBe(published);
  });
  it.each([
    ['A', A, { kind: 'static', key: '123e4567-e12b-12d1-a456-426655440000', amount: null, txid: null }],
    ['H1', H1, { kind: 'static', amount: 9990, txid: 'INSC20270001' }],
    ['H2', H2, { kind: 'static', amount: 1000, txid: 'Z106' }],
    ['D', D, { kind: 'recurrence', key: null, url: null }],
  ])('%s is read', (_id, payload, code) => {
    expect(readBrCode(payload)).toMatchObject({ ok: true, code });
  });
  it.each([
    [E, 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441', '94ed2badcbc04c15b0bb7fa353194890'],
    [F, 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7', '3ffa640fa4f14080adccb949fa2dc0d0'],
  ])('for a payment with an authorisation is read with both addresses', (payload, url, token) => {
    expect(readBrCode(payload)).toMatchObject({
      ok: true,
      code: { kind: 'dynamic', url, recurrenceUrl: `pix.example.com/qr/v2/rec/${token}` },
    });
  });
});

const word = (most: number) => fc.stringMatching(/^[A-Za-z0-9]{1,80}$/).map((text) => text.slice(0, most));
const address = word(60).map((text) => `psp.test/${text}`);
describe('a written code', () => {
  it('is read back, with an authorisation', () => {
    fc.assert(
      fc.property(address, address, word(25), word(15), (url, recurrenceUrl, name, city) => {
        const common = { key: null, amount: null, txid: null, name, city, recurrenceUrl };
        expect(readBrCode(writeDynamicBrCode({ url, name, city, recurrenceUrl }))).toEqual({
          ok: true,
          code: { ...common, kind: 'dynamic', url },
        });
      }),
    );
  });
  it('is refused when one character is changed', () => {
    fc.assert(
      fc.property(address, word(25), fc.nat(), fc.integer({ min: 1, max: 94 }), (url, name, place, step) => {
        const payload = writeDynamicBrCode({ url, name, city: 'BRASILIA' });
        const at = place % payload.length;
        const changed = String.fromCharCode(((payload.charCodeAt(at) - 32 + step) % 95) + 32);
        const other = payload.slice(0, at) + changed + payload.slice(at + 1);
        // The checksum may be in lower case.
        if (other.toUpperCase() === payload.toUpperCase() && at >= payload.length - 4) return;
        expect(readBrCode(other)).toMatchObject({ ok: false });
      }),
    );
  });
});
