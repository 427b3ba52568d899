import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/state-row.ts';
import type { Runner } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { refundFor } from './refund.ts';
import { takeStudentNumber } from './student-number-answer.ts';

describe('the refund of a candidate who leaves now', () => {
  type Paid = { purpose: 'tax' | 'enrollment'; cents: number; paid_at: Date };
  const paid = (purpose: Paid['purpose'], cents: number, day: string): Paid => ({
    purpose,
    cents,
    paid_at: new Date(`${day}T23:30:00-03:00`),
  });
  const found = (today: string, accepted: string | null, ...payments: Paid[]) =>
    refundFor(
      { many: async () => payments } as unknown as Runner,
      { clock: { now: () => new Date(`${today}T12:00:00-03:00`) } } as unknown as Platform,
      rowOf({ accepted_at: accepted && new Date(`${accepted}T12:00:00-03:00`) }),
    );

  it('is everything within seven days of the contract, and the fee within seven of its payment', async () => {
    const fee = paid('tax', 12_000, '2026-03-02');
    const first = paid('enrollment', 36_000, '2026-03-06');
    expect(await found('2026-03-09', '2026-03-05', fee, first)).toEqual({
      refund: { due: true, amountCents: 48_000, legalBasis: 'withdrawal' },
      paidCents: 48_000,
      paid: [
        { purpose: 'tax', withdrawal: true },
        { purpose: 'enrollment', withdrawal: true },
      ],
    });
    expect(await found('2026-03-10', '2026-03-05', fee, first)).toEqual({
      refund: { due: true, amountCents: 36_000, legalBasis: 'withdrawal' },
      paidCents: 48_000,
      paid: [
        { purpose: 'tax', withdrawal: false },
        { purpose: 'enrollment', withdrawal: true },
      ],
    });
    expect((await found('2026-03-13', '2026-03-05', fee, first)).refund).toEqual({
      due: false,
      legalBasis: 'contract',
    });
  });

  it('excludes former refunds, and needs a contract for the enrolment', async () => {
    expect(await found('2026-03-05', '2026-03-05', paid('enrollment', 0, '2026-03-05'))).toEqual({
      refund: { due: false },
      paidCents: 0,
      paid: [],
    });
    expect((await found('2026-03-05', null, paid('enrollment', 1, '2026-03-05'))).paid).toEqual([
      { purpose: 'enrollment', withdrawal: false },
    ]);
  });
});

describe('the number a student system answers with', () => {
  const answered = async (text: string, kind = 'enrollment.completed', failure?: Error) => {
    const writes: number[] = [];
    const platform = {
      db: {
        write: async (tenantId: number) => {
          writes.push(tenantId);
          if (failure) throw failure;
        },
      },
    } as unknown as Platform;
    const about = { kind, subscriptionId: 7, text } as Parameters<typeof takeStudentNumber>[2];
    return { note: await takeStudentNumber(platform, 2, about), writes };
  };
  const NUMBER = '{"studentLyceumId":"A-17"}';

  it('is stored in its tenant', async () => {
    expect(await answered(NUMBER)).toEqual({ note: null, writes: [2] });
  });

  it.each([
    ['to another event', NUMBER, 'subscription.status-changed'],
    ['with nothing', ' \n', 'enrollment.completed'],
    ['with a page', '<html>', 'enrollment.completed'],
    ['with another shape', '{"studentLyceumId":17}', 'enrollment.completed'],
  ])('is not searched in an answer %s', async (_what, text, kind) => {
    expect(await answered(text, kind)).toEqual({ note: null, writes: [] });
  });

  it('is recorded where refused, and delivered again where storing it failed', async () => {
    const taken = new AppError('STUDENT_NUMBER_TAKEN');
    expect((await answered(NUMBER, undefined, taken)).note).toBe('student number: STUDENT_NUMBER_TAKEN');
    await expect(answered(NUMBER, undefined, new Error('lost'))).rejects.toThrow('lost');
  });
});
