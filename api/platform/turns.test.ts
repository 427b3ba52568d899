import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, inTurns } from './turns.ts';

const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
};

describe('S47: tenants take turns at what is scarce', () => {
  it('one piece of each tenant after the other, however many one of them asked for', async () => {
    const turn = createTurns({ slots: 1, waiting: 100 });
    const order: string[] = [];
    const first = held();
    const running = turn(1, first.work);
    const work = (tenant: number, name: string) => turn(tenant, async () => void order.push(name));
    const all = [
      ...Array.from({ length: 20 }, (_, n) => work(1, `a${n}`)),
      work(2, 'b0'),
      work(2, 'b1'),
      work(3, 'c0'),
    ];
    first.end();
    await Promise.all([running, ...all]);
    expect(order.slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
    expect(order).toHaveLength(23);
  });

  it('one tenant never holds all slots', async () => {
    const turn = createTurns({ slots: 3, waiting: 100 });
    const long = held();
    const begun: number[] = [];
    const mine = Array.from({ length: 5 }, () =>
      turn(1, () => {
        begun.push(1);
        return long.work();
      }),
    );
    await turn(2, async () => void begun.push(2));
    expect(begun).toEqual([1, 1, 2]);
    long.end();
    await Promise.all(mine);
    expect(begun).toHaveLength(6);
  });

  it('who has too much waiting is refused with the time to try again, others are not', async () => {
    const turn = createTurns({ slots: 1, waiting: 2 });
    const long = held();
    const going = [turn(1, long.work), turn(1, long.work), turn(1, long.work)];
    await expect(turn(1, long.work)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter: 5,
    });
    const other = turn(2, async () => 'done');
    long.end();
    await Promise.all(going);
    expect(await other).toBe('done');
  });

  it('what waits for too long is refused, and what failed gives its slot back', async () => {
    const turn = createTurns({ slots: 1, waiting: 2, waitMs: 20 });
    const long = held();
    const going = turn(1, long.work);
    await expect(turn(1, long.work)).rejects.toMatchObject({ status: 429 });
    long.end();
    await going;
    await expect(turn(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turn(1, async () => 'done')).toBe('done');
  });

  it('work of several tenants is done a piece of each in turn, in lanes that no tenant has two of', async () => {
    const left = new Map([
      [1, 6],
      [2, 2],
      [3, 1],
    ]);
    const order: number[] = [];
    const inside = new Set<number>();
    await inTurns([1, 2, 3], 2, async (tenant) => {
      expect(inside.has(tenant)).toBe(false);
      inside.add(tenant);
      await pause(1);
      inside.delete(tenant);
      const more = left.get(tenant) ?? 0;
      left.set(tenant, more - 1);
      if (more > 0) order.push(tenant);
      return more > 0;
    });
    expect(order.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3]);
    expect(order.indexOf(3)).toBeLessThan(4);
  });
});
