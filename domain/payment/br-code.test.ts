import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrCode, crc16, isTxid, readBrCode, txidFrom, writeDynamicBrCode } from './index.ts';

// Test vectors from the Central Bank's manual and from real codes, each recomputed.
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
  it('refuses a valid CRC over a broken length', () => {
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
  it('computes the CRC check value', () => {
    expect(crc16('123456789')).toBe('29B1');
  });
});

/** Static code made of its fields; `changes` replaces fields, or removes them if undefined. */
function written(changes: Record<string, string | undefined> = {}): string {
  const fields: Record<string, string | undefined> = {
    ...{ '00': '01', '26': '0014br.gov.bcb.pix0103abc', '52': '0000', '53': '986', '58': 'BR' },
    ...{ '59': 'Fulano', '60': 'BRASILIA', '62': '0503***' },
  };
  const all = Object.entries({ ...fields, ...changes }).sort(([a], [b]) => a.localeCompare(b));
  const body = `${all.map(([id, value]) => (value === undefined ? '' : one(id, value))).join('')}6304`;
  return body + crc16(body);
}
const one = (id: string, value: string) => `${id}${String([...value].length).padStart(2, '0')}${value}`;
const result = (payload: string) => {
  const read = readBrCode(payload);
  return read.ok ? read.code : read.problem;
};

describe('readBrCode, field by field', () => {
  it('reads the base code that the following cases modify', () => {
    expect(result(written())).toEqual({
      ...{ kind: 'static', key: 'abc', url: null, recurrenceUrl: null, amount: null, txid: null },
      ...{ name: 'Fulano', city: 'BRASILIA' },
    });
  });
  it.each<[string, Record<string, string | undefined>]>([
    ['another version', { '00': '02' }],
    ['no category', { '52': undefined }],
    ['another currency', { '53': '840' }],
    ['another country', { '58': 'US' }],
    ['no name', { '59': undefined }],
    ['an empty name', { '59': '' }],
    ['a name of 26', { '59': 'n'.repeat(26) }],
    ['no city', { '60': undefined }],
    ['a city of 16', { '60': 'c'.repeat(16) }],
    ['no account', { '26': undefined }],
    ['another arrangement', { '26': '0012br.com.outro0103abc' }],
    ['a broken template', { '26': '0014br.gov.bcb.pix0199abc' }],
    ['an account without key and address', { '26': '0014br.gov.bcb.pix' }],
    ['an amount with letters', { '54': '1O.00' }],
    ['an amount with three decimals', { '54': '1.000' }],
    ['an amount with a comma', { '54': '10,00' }],
    ['an amount without reais', { '54': '.50' }],
    ['an amount after a sign', { '54': '-10.00' }],
    ['an amount of 14 characters', { '54': '12345678901.00' }],
  ])('%s: refused, because a mandatory field is wrong', (_what, changes) => {
    expect(result(written(changes))).toBe('mandatory');
  });
  it.each<[string, Record<string, string | undefined>, Partial<BrCode>]>([
    ['the longest name and city', { '59': 'n'.repeat(25), '60': 'c'.repeat(15) }, { city: 'c'.repeat(15) }],
    ['letters beyond the basic plane', { '59': '🎓'.repeat(25) }, { name: '🎓'.repeat(25) }],
    ['whole reais', { '54': '10' }, { amount: 1_000 }],
    ['tenths', { '54': '10.5' }, { amount: 1_050 }],
    ['a point without cents', { '54': '7.' }, { amount: 700 }],
    ['an amount of 13 characters', { '54': '1234567890.12' }, { amount: 123_456_789_012 }],
    // Codes of PagSeguro have `0`; a Pix of nothing does not exist (bacen/pix-api issue 352).
    ['zero', { '54': '0' }, { amount: null }],
    ['zero with cents', { '54': '0.00' }, { amount: null }],
    ['no txid', { '62': undefined }, { txid: null }],
    ['a broken txid field', { '62': '05' }, { txid: null }],
    [
      'a template at the end of its range',
      { '26': undefined, '51': '0014br.gov.bcb.pix0101k' },
      { key: 'k' },
    ],
    [
      'the template after another arrangement and one that is broken',
      { '26': '0012br.com.outro', '27': '00xx', '28': '0014BR.GOV.BCB.PIX0101k' },
      { key: 'k' },
    ],
    [
      'a recurrence at the end of its range',
      { '99': '0014br.gov.bcb.pix2506a.test' },
      { recurrenceUrl: 'a.test', kind: 'static' },
    ],
  ])('reads %s', (_what, changes, expected) => {
    expect(result(written(changes))).toMatchObject(expected);
  });
  const sealed = (body: string) => body + crc16(body);
  it.each([
    ['letters in a length', sealed(`00x201${one('99', 'a')}6304`)],
    ['text before a length', sealed('0002010 026304')],
    ['an id that repeats', sealed(`${one('00', '01')}${one('00', '01')}6304`)],
    ['a length beyond the end', sealed(`${one('00', '01')}99996304`)],
  ])('%s is not a valid structure', (_what, payload) => {
    expect(result(payload)).toBe('structure');
  });
  it('the CRC must be the last field', () => {
    const body = `${one('00', '01')}9908abcd6304`;
    expect(result(body + crc16(body))).toBe('structure');
  });
  it('the CRC is field 63, in upper or lower case', () => {
    expect(result(written().replace(/.{4}$/, (seal) => seal.toLowerCase()))).toMatchObject({ key: 'abc' });
    const body = written().slice(0, -8);
    expect(result(`${body}6404${crc16(`${body}6404`)}`)).toBe('crc');
  });
});

describe('writeDynamicBrCode', () => {
  it('keeps names printable and short, without a blank at the end', () => {
    const payload = writeDynamicBrCode({
      ...{
        url: 'https://psp.test/https://a',
        name: 'Fundação Ação 🎓 de Ensino Superior',
        city: 'São José dos C mpos',
      },
    });
    expect(result(payload)).toMatchObject({
      ...{ name: 'Fundacao Acao  de Ensino', city: 'Sao Jose dos C' },
      url: 'psp.test/https://a',
    });
  });
  it('accepts an address of 77 characters', () => {
    const url = 'x'.repeat(77);
    expect(result(writeDynamicBrCode({ url, name: 'X', city: 'Y' }))).toMatchObject({ url });
    expect(() => writeDynamicBrCode({ url: `${url}x`, name: 'X', city: 'Y' })).toThrow('77');
    expect(() => writeDynamicBrCode({ url, name: 'X', city: 'Y', recurrenceUrl: `${url}x` })).toThrow('100');
  });
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
  it('fits the API for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 100, maxLength: 100, max: 247 }), (bytes) => {
        expect(isTxid(txidFrom(bytes))).toBe(true);
      }),
    );
    expect(() => txidFrom(new Uint8Array(31))).toThrow(RangeError);
    expect(isTxid('abc')).toBe(false);
  });
});
