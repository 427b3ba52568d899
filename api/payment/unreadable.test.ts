import { UNREADABLE } from '@orbita/sandbox/strange';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARGE } from '../../testing/bank.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { readPage } from './inter/shapes.ts';
import { readEach } from './listed.ts';
import { noticeReader } from './notice-readers.ts';
import { readOrders } from './pagarme/shapes.ts';
import { receivedOf } from './pix-caller.ts';
import { readRecurrenceNotices } from './recurrence/notices.ts';

/** An unreadable entry never affects the others, in any list or notice of any provider. */

const ID_REC = `RR${'1'.repeat(27)}`;
const PAYMENT = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
const pixOf = (n: number) => ({
  endToEndId: `E${n}`,
  txid: `T${n}`,
  valor: '1.00',
  horario: '2026-01-12T13:00:00Z',
});
const slipOf = (n: number) => ({
  cobranca: {
    codigoSolicitacao: `${PAYMENT.slice(0, -1)}${n % 10}`,
    seuNumero: `S${n}`,
    situacao: 'A_RECEBER',
    valorNominal: '1.00',
  },
});
const orderOf = (n: number) => ({
  ...{ id: `or_${String(n).padStart(8, '0')}`, code: `O${n}`, status: 'paid' },
  charges: [{ id: `ch_${String(n).padStart(8, '0')}`, code: `O${n}`, status: 'paid', amount: 100 }],
});

/** Anything that JSON can represent and no reader below understands. */
const odd = fc.oneof(
  fc.constantFrom(...UNREADABLE),
  fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value)),
  fc.record({ pix: fc.jsonValue({ maxDepth: 1 }), endToEndId: fc.constantFrom(null, 7, '', '\0', 'é') }),
);

/** Good entries in order, with odd ones anywhere in between. */
const mixed = (goodOf: (n: number) => unknown) =>
  fc
    .array(
      fc.oneof(
        odd.map((entry) => ({ odd: entry })),
        fc.constant('good'),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((places) => {
      let n = 0;
      const list = places.map((place) => (typeof place === 'string' ? goodOf(++n) : place.odd));
      return { list, good: n };
    });

const CASES: [string, (n: number) => unknown, (list: unknown[]) => { read: number; unread?: number }][] = [
  [
    'Pix of a charge',
    pixOf,
    (list) => {
      try {
        return { read: receivedOf(list).length };
      } catch (error) {
        // If none can be read, nobody may conclude that nothing was paid.
        if (error instanceof ProviderUnknown) return { read: 0 };
        throw error;
      }
    },
  ],
  ['notices of Pix', pixOf, (list) => ({ read: noticeReader('pix')?.items({ pix: list }).length ?? -1 })],
  ['notices of Pix as a list', pixOf, (list) => ({ read: noticeReader('pix')?.items(list).length ?? -1 })],
  [
    'slips of a list',
    slipOf,
    (list) => {
      const { slips } = readPage({ totalPaginas: 1, cobrancas: list });
      return { read: slips.items.length, unread: slips.unread };
    },
  ],
  [
    'notices of slips',
    (n) => ({ codigoSolicitacao: `c${n}`, situacao: 'RECEBIDO' }),
    (list) => ({ read: noticeReader('inter')?.items(list).length ?? -1 }),
  ],
  [
    'notices of authorisations',
    () => ({ idRec: ID_REC, status: 'APROVADA' }),
    (list) => ({ read: readRecurrenceNotices({ recs: list }).length }),
  ],
  [
    'notices of months',
    () => ({ idRec: ID_REC, txid: 'T'.repeat(30), status: 'ATIVA' }),
    (list) => ({ read: readRecurrenceNotices({ cobsr: list, recs: 'x' }).length }),
  ],
  [
    'orders of Pagar.me',
    orderOf,
    (list) => {
      const { charges } = readOrders({ status: 200, body: { data: list } });
      return { read: charges.items.length, unread: charges.unread };
    },
  ],
];

describe('unreadable entries', () => {
  it.each(CASES)('%s: all others are read', (_what, goodOf, read) => {
    fc.assert(
      fc.property(mixed(goodOf), ({ list, good }) => {
        const found = read(list);
        expect(found.read).toBe(good);
        if (found.unread !== undefined) expect(found.unread).toBe(list.length - good);
      }),
    );
  });
  it('a field of a notice that cannot be read does not discard the rest', () => {
    const reader = noticeReader('pix');
    const items = reader?.items({
      pix: [
        { ...pixOf(1), txid: '', devolucoes: 'x' },
        { ...pixOf(2), devolucoes: [null, { id: 'd\0', status: 7 }, { id: 'd1', status: 'DEVOLVIDO' }] },
      ],
    });
    expect(items?.map(({ key, item }) => [key, reader?.named(item)])).toEqual([
      ['E1', { reference: null, providerId: null, refund: false, money: 'E1' }],
      ['E2:d1=DEVOLVIDO', { reference: 'T2', providerId: null, refund: true, money: 'E2' }],
    ]);
    const cielo = noticeReader('cielo');
    expect(cielo?.items({ PaymentId: PAYMENT, ChangeType: '25' })).toHaveLength(1);
    expect(cielo?.items({ PaymentId: PAYMENT, ChangeType: 2 })).toEqual([]);
  });
  it('a single refund without a list counts', () => {
    const devolucoes = { id: 'd1', rtrId: 'D1', valor: '0.40', status: 'DEVOLVIDO' };
    expect(receivedOf([{ ...pixOf(1), devolucoes }])).toEqual(
      receivedOf([{ ...pixOf(1), devolucoes: [devolucoes] }]),
    );
    expect(receivedOf([{ ...pixOf(1), devolucoes }])).toMatchObject([
      { amountCents: 100, refundedCents: 40 },
    ]);
  });
  it('other errors are not hidden', () => {
    const broken = () => {
      throw new RangeError('ours');
    };
    expect(() => readEach([CHARGE], broken)).toThrow('ours');
  });
});

describe('a slip that is not registered', () => {
  const EMPTY = [undefined, null, {}, '', [], { linhaDigitavel: '', codigoBarras: '', nossoNumero: '' }];
  it.each(['EM_PROCESSAMENTO', 'FALHA_EMISSAO'])('may have empty parts: %s', (situacao) => {
    for (const boleto of EMPTY)
      for (const pix of [undefined, null, {}, '', { txid: '', pixCopiaECola: '' }]) {
        const one = { cobranca: { ...slipOf(1).cobranca, situacao }, boleto, pix };
        const { slips } = readPage({ cobrancas: [one, slipOf(2)] });
        expect([slips.unread, slips.items.map(({ reference }) => reference)]).toEqual([0, ['S1', 'S2']]);
      }
  });
  it('one that can be paid must have readable parts, and does not hide the others', () => {
    const boleto = { nossoNumero: '1', linhaDigitavel: '1'.repeat(46), codigoBarras: '1'.repeat(44) };
    const { slips } = readPage({ cobrancas: [{ ...slipOf(1), boleto }, slipOf(2)] });
    expect([slips.unread, slips.items.map(({ reference }) => reference)]).toEqual([1, ['S2']]);
  });
});
