import { describe, expect, it } from 'vitest';
import { upcoming, type Waiting } from './order.ts';

const waiting = (id: number, subscriptionId: number, isFree = true): Waiting => ({
  id,
  subscriptionId,
  isFree,
});
const current = { id: 1, subscriptionId: 10 };

describe('what follows a document (25.8)', () => {
  it('is the rest of its application, then the queue in its order', () => {
    const queue = [waiting(7, 30), waiting(1, 10), waiting(5, 20), waiting(3, 10)];
    expect(upcoming(current, [waiting(2, 10), waiting(3, 10)], queue, new Set())).toEqual([2, 3, 7, 5]);
  });

  it('excludes what others have claimed, what was skipped and other applications', () => {
    const queue = [waiting(7, 30, false), waiting(5, 20), waiting(6, 20)];
    expect(upcoming(current, [waiting(2, 11), waiting(4, 10)], queue, new Set([4, 5]))).toEqual([6]);
  });
});
