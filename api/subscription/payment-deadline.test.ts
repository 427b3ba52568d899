import { describe, expect, it } from 'vitest';
import { type Change, rowOf, set } from '../../testing/state-row.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { extendForLateDecision, newDeadline } from './payment-deadline.ts';

const platform = (now: string) => ({ clock: { now: () => new Date(now) } }) as unknown as Platform;

/** What a decision at a given time writes, and the state after it. */
async function decided(now: string, change: Change) {
  const written: unknown[][] = [];
  const tx = {
    tenantId: 1,
    one: async ({ values }: { values: unknown[] }) => {
      written.push(values);
      return { version: 10 };
    },
  } as unknown as Tx;
  const row = rowOf({ intake_end: '2026-02-10', last_day: '2026-02-10', ...change });
  return { written, row, after: await extendForLateDecision(tx, platform(now), row) };
}

describe('a decision of the institution', () => {
  it.each([
    ['before the end', '2026-02-07T12:00:00-03:00', {}],
    ['after days that were given before', '2026-02-11T12:00:00-03:00', { last_day: '2026-02-14' }],
  ])('%s gives no extra days', async (_when, now, change) => {
    const { written, row, after } = await decided(now, change);
    expect([after, written]).toEqual([row, []]);
  });

  it.each<[string, Change, string | null]>([
    ['nobody who has accepted nothing', {}, null],
    ['no fee', { payment_deadline: new Date('2026-02-11T02:59:59Z') }, '2026-02-11T02:59:59.000Z'],
    ['nobody who need not pay yet', { accepted_at: new Date('2026-02-09T12:00:00Z') }, null],
    [
      'one whose time the intake had cut',
      { accepted_at: new Date('2026-02-09T12:00:00Z'), payment_deadline: new Date('2026-02-11T02:59:59Z') },
      '2026-02-15T02:59:59.999Z',
    ],
    [
      'one who had longer all the same',
      { accepted_at: new Date('2026-02-01T12:00:00Z'), payment_deadline: new Date('2026-02-13T00:00:00Z') },
      '2026-02-13T00:00:00.000Z',
    ],
  ])('afterwards gives three days, and a longer payment period to %s', async (_who, change, deadline) => {
    const { written, after } = await decided('2026-02-11T12:00:00-03:00', change);
    expect(after).toMatchObject({ extended_end: '2026-02-14', last_day: '2026-02-14', version: 10 });
    expect(after.payment_deadline?.toISOString() ?? null).toBe(deadline);
    expect(written).toHaveLength(1);
    expect(written[0]).toEqual(expect.arrayContaining(['2026-02-14']));
  });
});

it('the payment period begins today and ends with the intake', () => {
  const row = rowOf({ last_day: '2026-02-10', settings: [set('PaymentDeadlineDays', 2)] });
  const end = (now: string) => newDeadline(platform(now), row).toISOString();
  expect(end('2026-02-01T12:00:00-03:00')).toBe('2026-02-04T02:59:59.999Z');
  expect(end('2026-02-10T12:00:00-03:00')).toBe('2026-02-11T02:59:59.999Z');
});
