import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrCode, crc16, isTxid, readBrCode, txidFrom, writeDynamicBrCode } from './index.ts';

// Vectors of the Central Bank's manual and of codes in circulation, each recomputed.
const A =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const B =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';
const C =
  '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38';
const D =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';
const G =
  '00020101021226800014br.gov.bcb.pix2558invoice.starkbank.com/f5333103-3279-4db2-8389-5efe335ba93d5204000053039865802BR5925Arya Stark with a very lo6015Pindamonhangaba622005165656565656565656630435F6';
const H1 =
  '00020126530014br.gov.bcb.pix0131financeiro@universidade.example520400005303986540599.905802BR5920UNIVERSIDADE EXEMPLO6009FORTALEZA62160512INSC2027000163041D57';
const H2 =
  '00020126530014br.gov.bcb.pix0131financeiro@universidade.example520400005303986540510.005802BR5920UNIVERSIDADE EXEMPLO6009FORTALEZA62080504Z10663040268';
const X1 =
  '00020126580014BR.GOV.BCB.PIX0136123e4567-e89b-12d3-a456-42661417400052040000530398654041.005802BR5913RedFlix Teste6008Brasilia62070503***63041D3D';

const KEY = '123e4567-e12b-12d1-a456-426655440000';

describe('readBrCode', () => {
  it.each<[string, string, Partial<BrCode>]>([
    ['A', A, { kind: 'static', key: KEY, amount: null, txid: null, name: 'Fulano de Tal', city: 'BRASILIA' }],
    [
      'B',
      B,
      { kind: 'dynamic', url: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441', recurrenceUrl: null },
    ],
    ['C', C, { kind: 'static', key: KEY, amount: 12345, txid: 'RP12345678-2019', recurrenceUrl: null }],
    [
      'D',
      D,
      {
        kind: 'recurrence',
        recurrenceUrl: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
        url: null,
      },
    ],
    ['G', G, { kind: 'dynamic', txid: '5656565656565656', city: 'Pindamonhangaba' }],
    ['H1', H1, { kind: 'static', amount: 9990, txid: 'INSC20270001' }],
    ['H2', H2, { kind: 'static', amount: 1000, txid: 'Z106' }],
  ])('reads vector %s', (_id, payload, expected) => {
    expect(readBrCode(payload)).toMatchObject({ ok: true, code: expected });
  });
  it('refuses a copied CRC', () => {
    expect(readBrCode(X1)).toEqual({ ok: false, problem: 'crc' });
    expect(readBrCode(X1.replace(/1D3D$/, 'B2DD'))).toMatchObject({ ok: true, code: { amount: 100 } });
  });
  it('refuses a good CRC over a broken length', () => {
    const broken = A.slice(0, -4).replace('5913Fulano', '5914Fulano');
    expect(readBrCode(broken + crc16(broken))).toEqual({ ok: false, problem: 'structure' });
  });
  it('refuses a code without mandatory fields', () => {
    const body = '0002016304';
    expect(readBrCode(body + crc16(body))).toEqual({ ok: false, problem: 'mandatory' });
  });
  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readBrCode(text).ok === 'boolean'));
  });
  it('knows the check value', () => {
    expect(crc16('123456789')).toBe('29B1');
  });
});

describe('writeDynamicBrCode', () => {
  it('writes vector B', () => {
    const url = 'https://pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(writeDynamicBrCode({ url, name: 'Fulano de Tal', city: 'BRASILIA' })).toBe(B);
  });
  it('reads what it wrote, whatever the name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, city) => {
        const payload = writeDynamicBrCode({
          url: 'psp.test/a',
          name: `Nome ${name}`,
          city: `Cidade ${city}`,
        });
        expect(readBrCode(payload)).toMatchObject({ ok: true, code: { url: 'psp.test/a', kind: 'dynamic' } });
      }),
    );
  });
  it('writes composite codes and refuses long addresses', () => {
    const payload = writeDynamicBrCode({
      url: 'a.test/1',
      name: 'X',
      city: 'Y',
      recurrenceUrl: 'https://a.test/rec/1',
    });
    expect(readBrCode(payload)).toMatchObject({
      ok: true,
      code: { recurrenceUrl: 'a.test/rec/1', url: 'a.test/1' },
    });
    expect(() => writeDynamicBrCode({ url: 'x'.repeat(78), name: 'X', city: 'Y' })).toThrow(RangeError);
  });
});

describe('txid', () => {
  it('fits the API whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 100, maxLength: 100, max: 247 }), (bytes) => {
        expect(isTxid(txidFrom(bytes))).toBe(true);
      }),
    );
    expect(() => txidFrom(new Uint8Array(31))).toThrow(RangeError);
    expect(isTxid('abc')).toBe(false);
  });
});
