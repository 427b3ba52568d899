import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attentionAfterRefund, refundStateOf, splitRefund } from './index.ts';

describe('a refund', () => {
  const left = [
    { source: 'E1', leftCents: 10_000 },
    { source: 'E2', leftCents: 0 },
    { source: 'E3', leftCents: 5_000 },
  ];
  it('is distributed over the received payments', () => {
    expect(splitRefund(4_000, left)).toEqual([{ source: 'E1', cents: 4_000 }]);
    expect(splitRefund(12_000, left)).toEqual([
      { source: 'E1', cents: 10_000 },
      { source: 'E3', cents: 2_000 },
    ]);
    expect(splitRefund(15_001, left)).toBeUndefined();
  });
  it('never exceeds the requested and the received amount', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.array(cents, { maxLength: 5 }),
        (asked, received) => {
          const sources = received.map((leftCents, at) => ({ source: `E${at}`, leftCents }));
          const parts = splitRefund(asked, sources);
          const all = received.reduce((sum, one) => sum + one, 0);
          expect(parts === undefined).toBe(asked > all);
          expect((parts ?? []).reduce((sum, part) => sum + part.cents, 0)).toBe(parts ? asked : 0);
          for (const { source, cents: part } of parts ?? [])
            expect(part > 0 && part <= (sources.find((one) => one.source === source)?.leftCents ?? 0)).toBe(
              true,
            );
        },
      ),
    );
  });
  it('is in progress while any part is, and failed when no part is in progress and one failed', () => {
    expect(refundStateOf(['done', 'processing', 'failed'])).toBe('processing');
    expect(refundStateOf(['done', 'requested', 'processing'])).toBe('requested');
    expect(refundStateOf(['done', 'failed'])).toBe('failed');
    expect(refundStateOf(['done', 'done'])).toBe('done');
  });
});

describe('reason for review after a refund', () => {
  it.each([
    ['all went back', ['late-payment', 'refund-failed'], { asked: 100, received: 100, returned: 100 }, []],
    ['the surplus went back', ['amount-higher'], { asked: 100, received: 120, returned: 20 }, []],
    [
      'half of the surplus',
      ['amount-higher'],
      { asked: 100, received: 120, returned: 10 },
      ['amount-higher'],
    ],
    ['a second payment, twice the sum', ['second-payment'], { asked: 100, received: 200, returned: 100 }, []],
    [
      'part of a second one',
      ['second-payment'],
      { asked: 100, received: 100, returned: 50 },
      ['second-payment'],
    ],
    [
      'all went back, and the provider says otherwise',
      ['late-payment', 'comparison-difference', 'refund-failed'],
      { asked: 100, received: 100, returned: 100 },
      ['comparison-difference'],
    ],
    [
      'a later part went back',
      ['late-payment', 'refund-failed'],
      { asked: 100, received: 100, returned: 10 },
      ['late-payment'],
    ],
  ] as const)('%s', (_what, before, money, after) => {
    expect(attentionAfterRefund(before, money)).toEqual(after);
  });
});
