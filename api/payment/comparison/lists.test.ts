import { describe, expect, it } from 'vitest';
import type { CardCharge } from '../../platform/acquirer-port.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PixCharge } from '../../platform/ports.ts';
import { booksOf } from './lists.ts';

/** The providers' books as read by the nightly comparison, with providers whose answers are set by each test. */

const ACCOUNT = { alias: 'alfa', code: 'CUA01', timeZone: 'America/Sao_Paulo' };
const DAY = '2026-01-12';
const nothing = async () => undefined;

type Pix = { list?: Partial<PixCharge>[]; received?: { txid: string | null; amountCents: number }[] };
const pixBooks = ({ list = [], received = [] }: Pix) => {
  const bank = {
    list: async () => ({ items: list, unread: 0 }),
    received: async () => ({ items: received, unread: 0 }),
    find: nothing,
  };
  const pix = { account: () => bank, recurrences: () => undefined };
  const platform = { ports: { pix }, clock: { now: () => new Date(0) } };
  return booksOf(platform as unknown as Platform, ACCOUNT, 'pix'); // only the parts it reads
};
const cardBooks = (list: Partial<CardCharge>[]) => {
  const acquirers = { account: () => ({ list: async () => ({ items: list, unread: 0 }), find: nothing }) };
  const platform = { ports: { acquirers }, clock: { now: () => new Date(0) } } as unknown as Platform;
  return booksOf(platform, ACCOUNT, 'pagarme');
};

describe('what a bank lists for a day', () => {
  it.each([
    ['ATIVA', 'open'],
    ['CONCLUIDA', 'paid'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'ended'],
    ['REMOVIDA_PELO_PSP', 'ended'],
    ['UNKNOWN', 'unsure'],
  ] as const)('%s is %s', async (status, stage) => {
    const charge = { txid: 'T1', status, amountCents: 100, received: [] };
    const [found] = (await pixBooks({ list: [charge] }).listed(DAY)).items;
    expect(found).toMatchObject({ reference: 'T1', stage, asked: 100, received: 0, refunded: 0 });
  });

  it('a payment with a number but no charge counts as paid; one without a number is ignored', async () => {
    const received = [
      { txid: 'T2', amountCents: 360 },
      { txid: null, amountCents: 7 },
    ];
    expect((await pixBooks({ received }).listed(DAY)).items).toEqual([
      { reference: 'T2', stage: 'paid', asked: 360, received: 360, refunded: 0 },
    ]);
  });
});

describe('what an acquirer lists for a day', () => {
  it.each([
    ['PAID', 100, 'paid'],
    ['CHARGEDBACK', 100, 'paid'],
    ['REFUNDED', 100, 'paid'],
    // Nothing was captured, so no money moved.
    ['VOIDED', 0, 'ended'],
    ['DENIED', 0, 'ended'],
    ['PROCESSING', 0, 'unsure'],
    ['UNKNOWN', 0, 'unsure'],
  ] as const)('%s with %i cents captured is %s', async (status, capturedCents, stage) => {
    const charge = {
      orderId: 'O1',
      providerId: 'P1',
      status,
      amountCents: 100,
      capturedCents,
      refundedCents: 0,
    };
    const [found] = (await cardBooks([charge]).listed(DAY)).items;
    expect(found).toMatchObject({ reference: 'O1', stage, asked: 100, received: capturedCents });
  });
});
