import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookEntry, differencesOf, type OwnEntry, ownStage } from './comparison.ts';

const ours = (more: Partial<OwnEntry> = {}): OwnEntry => ({
  ...{ stage: 'paid', asked: 36_000, received: 36_000, refunded: 0, refunding: 0, removing: false },
  ...more,
});
const theirs = (more: Partial<BookEntry> = {}): BookEntry => ({
  ...{ stage: 'paid', asked: 36_000, received: 36_000, refunded: 0 },
  ...more,
});

describe('one charge in two books', () => {
  it.each<[string, OwnEntry, BookEntry | undefined, string[]]>([
    ['alike', ours(), theirs(), []],
    ['paid there alone', ours({ stage: 'open', received: 0 }), theirs(), ['other-state']],
    [
      'paid there while we wait for an answer',
      ours({ stage: 'unsure', received: 0 }),
      theirs(),
      ['other-state'],
    ],
    ['paid here alone', ours(), theirs({ stage: 'open', received: 0 }), ['other-state']],
    ['a cent less', ours(), theirs({ received: 35_999 }), ['other-amount']],
    ['another price', ours(), theirs({ asked: 36_001 }), ['other-amount']],
    ['unknown there', ours(), undefined, ['missing-there']],
    ['open and unknown there', ours({ stage: 'open', received: 0 }), undefined, ['missing-there']],
    ['never made', ours({ stage: 'ended', received: 0 }), undefined, []],
    ['still being made', ours({ stage: 'unsure', received: 0 }), undefined, []],
    [
      'ended here alone',
      ours({ stage: 'ended', received: 0 }),
      theirs({ stage: 'open', received: 0 }),
      ['other-state'],
    ],
    [
      'ended here and being removed there',
      ours({ stage: 'ended', received: 0, removing: true }),
      theirs({ stage: 'open', received: 0 }),
      [],
    ],
    ['given back here alone', ours({ refunded: 100 }), theirs(), ['refund-missing']],
    ['given back there alone', ours(), theirs({ refunded: 100 }), ['refund-unknown']],
    ['on its way back', ours({ refunding: 100 }), theirs({ refunded: 100 }), []],
  ])('%s', (_, own, other, expected) => {
    expect(differencesOf(own, other)).toEqual(expected);
  });

  it('differ in nothing exactly when every figure is the same', () => {
    const cents = fc.integer({ min: 0, max: 3 });
    const stage = fc.constantFrom<'open' | 'paid' | 'ended'>('open', 'paid', 'ended');
    const entry = fc.record({ stage, asked: cents, received: cents, refunded: cents });
    fc.assert(
      fc.property(entry, entry, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(differencesOf({ ...one, refunding: 0, removing: false }, other).length === 0).toBe(same);
      }),
    );
  });

  it('a payment for an ended charge counts as paid', () => {
    expect(ownStage('cancelled', 1)).toBe('paid');
    expect(ownStage('cancelled', 0)).toBe('ended');
    expect(ownStage('pending', 0)).toBe('open');
    expect(ownStage('processing', 0)).toBe('unsure');
    expect(ownStage('refunded', 0)).toBe('paid');
  });
});
