import { readReturn, writeRemittance } from '@orbita/domain/payment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const slip = (number: number) => ({
  ...{ ourNumber: `2874611000000000${number}`, reference: `A${number}`, dueDate: '2026-01-15' },
  ...{ issueDate: '2026-01-12', amountCents: 40_000, discount: { cents: 4_000, until: '2026-01-15' } },
  ...{ writeOffDays: 5, messages: [] },
  payer: {
    ...{ name: 'Candidata Um', document: '11122233396', address: 'Rua Exemplo, 10', district: 'Centro' },
    ...{ zipCode: '30100001', city: 'Belo Horizonte', state: 'MG' },
  },
});
const FILE = writeRemittance({
  agreement: {
    ...{ bank: '001', bankName: 'Banco', company: 'Faculdade', document: '12ABC34501DE35', wallet: '7' },
    ...{ agreement: '2874611', agency: '1234', agencyDigit: '3', account: '5', accountDigit: '0' },
    ...{ bothDigit: '', species: '04', fileVersion: '083', lotVersion: '042' },
  },
  ...{ sequence: 1, day: '2026-01-12', time: '10:00:00', slips: [slip(1), slip(2)], writeOffs: [slip(3)] },
});
const ask = (order: object) =>
  world.control('POST', '/cnab/returns', { file: FILE, day: '2026-01-13', ...order });
const answered = async (order: object) => {
  const { content } = (await (await ask(order)).json()) as { content: string };
  return readReturn(content);
};

describe('the bank of files', () => {
  it('registers new slips and writes off on request', async () => {
    const { file, errors } = await answered({ event: 'accept', sequence: 7 });
    expect(errors).toEqual([]);
    expect(file).toMatchObject({
      bank: '001',
      sequence: 7,
      document: '12ABC34501DE35',
      agreement: '2874611',
    });
    expect(file?.events.map(({ movement, reference }) => [movement, reference])).toEqual([
      ['registered', 'A1'],
      ['registered', 'A2'],
      ['written-off', 'A3'],
    ]);
  });

  it.each([
    ['reject', 'rejected', 0],
    ['pay', 'settled', 36_000],
    ['pay-late', 'settled-late', 36_000],
    ['write-off', 'written-off', 0],
    ['due-date', 'due-date-changed', 0],
    ['refuse', 'instruction-rejected', 0],
    ['fee', 'fees', 0],
    ['reverse', 'settlement-reversed', 36_000],
  ])('reports %s for one slip', async (event, movement, paidCents) => {
    const { file, errors } = await answered({ event, only: [2] });
    expect(errors).toEqual([]);
    expect(file?.events).toMatchObject([
      { movement, paidCents, reference: 'A2', amountCents: 40_000, eventDate: '2026-01-13' },
    ]);
  });

  it('counts its files, and pays on request', async () => {
    const [first, second] = [await answered({ event: 'fee' }), await answered({ event: 'pay', amount: 1.5 })];
    expect((second.file?.sequence ?? 0) - (first.file?.sequence ?? 0)).toBe(1);
    expect(second.file?.events[0]).toMatchObject({ paidCents: 150, creditedCents: 0 });
  });

  it.each([
    { file: 1 },
    { file: 'x' },
    { event: 'other' },
    { event: 'pay', only: [0] },
    { event: 'pay', amount: 'x' },
    { event: 'pay', sequence: 1.5 },
  ])('refuses %j', async (order) => {
    expect((await ask({ event: 'pay', ...order })).status).toBe(422);
  });
});
