import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSlots, createTurns, inTurns, NOBODYS, type Rank } from './turns.ts';

const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
};

describe('S47: tenants take turns at what is scarce', () => {
  it('one item of each tenant after the other, however many one of them requested', async () => {
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

  it('refuses a tenant with too much waiting, with the time to try again, and no other', async () => {
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

  it('refuses what waits too long, and a failure releases its slot', async () => {
    const turn = createTurns({ slots: 1, waiting: 2, waitMs: 20 });
    const long = held();
    const going = turn(1, long.work);
    await expect(turn(1, long.work)).rejects.toMatchObject({ status: 429 });
    long.end();
    await going;
    await expect(turn(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turn(1, async () => 'done')).toBe('done');
  });

  it('works on one item of each tenant in turn, in lanes where no tenant has two', async () => {
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

  it('gives a tenant with new work a turn before a busy one is finished', async () => {
    let at = 0;
    const order: number[] = [];
    const left = new Map([
      [1, 6],
      [2, 2],
    ]);
    await inTurns(
      [1],
      1,
      async (tenant) => {
        at += 500;
        order.push(tenant);
        left.set(tenant, (left.get(tenant) ?? 0) - 1);
        return (left.get(tenant) ?? 0) > 0;
      },
      {
        everyMs: 1_000,
        now: () => at,
        ask: async () => [...left.keys()].filter((one) => (left.get(one) ?? 0) > 0),
      },
    );
    expect(order).toEqual([1, 1, 1, 2, 1, 2, 1, 1]);
  });
});

describe('S47: slots shared by tenants', () => {
  const refusal = () => new Error('refused');

  it('one tenant holds at most its share while others are active, and more once they are idle for a second', async () => {
    let at = 0;
    const slots = createSlots(
      4,
      (others) => (others ? 2 : 3),
      () => at,
    );
    const begun: number[] = [];
    const take = (tenant: number) => slots.take(tenant, { refusal }).then(() => void begun.push(tenant));
    await Promise.all([take(2), take(1), take(1)]);
    const third = take(1);
    await take(2);
    expect(begun).toEqual([2, 1, 1, 2]);
    expect(slots.waiting()).toBe(1);
    at = 400;
    expect(slots.wait(1)).toBe(400);
    slots.give(2);
    slots.give(2);
    expect(begun).toHaveLength(4);
    at = 1_400;
    slots.give(1);
    await third;
    await take(1);
    expect(slots.waiting()).toBe(0);
    void take(1);
    expect(slots.waiting()).toBe(1);
  });

  it('work of the installation gets turns, and counts as no other tenant', async () => {
    const slots = createSlots(
      3,
      (others) => (others ? 1 : 3),
      () => 0,
    );
    await Promise.all([1, NOBODYS, 1].map((tenant) => slots.take(tenant, { refusal })));
    expect(slots.waiting()).toBe(0);
    const next = slots.take(NOBODYS, { refusal });
    slots.give(1);
    await next;
  });

  it("a newcomer waits for one round of the tenants, however long one tenant's queue is", async () => {
    let at = 0;
    const slots = createSlots(
      1,
      () => 1,
      () => at,
    );
    await slots.take(1, { refusal });
    for (let n = 0; n < 50; n++) void slots.take(1, { refusal });
    at = 900;
    slots.give(1);
    at = 910;
    expect([slots.wait(1), slots.wait(2)]).toEqual([910, 0]);
    for (const tenant of [3, 4, 5]) void slots.take(tenant, { refusal });
    at = 1_500;
    expect(slots.wait(2)).toBe(590);
  });

  it('begun work is finished before new work begins, and newcomers get one turn in four', async () => {
    let at = 0;
    const slots = createSlots(
      1,
      () => 1,
      () => at,
    );
    const order: string[] = [];
    await slots.take(1, { refusal });
    const take = (tenant: number, rank: Rank, name: string) =>
      slots.take(tenant, { rank, refusal }).then(() => {
        order.push(name);
        slots.give(tenant);
      });
    const all = [
      take(2, 'newcomer', 'new'),
      ...['i', 'ii', 'iii', 'iv'].map((name) => take(2, 'inside', name)),
      take(1, 'begun', '1a'),
      take(1, 'begun', '1b'),
      take(3, 'begun', '3a'),
    ];
    at = 700;
    expect([slots.wait(2, 'newcomer'), slots.wait(1), slots.wait(4)]).toEqual([700, 700, 700]);
    slots.give(1);
    await Promise.all(all);
    expect(order).toEqual(['1a', '3a', '1b', 'i', 'ii', 'iii', 'new', 'iv']);
    expect([slots.waiting(), slots.wait(1)]).toEqual([0, 0]);
  });

  it('a caller who may not wait longer is refused, and leaves the queue', async () => {
    const slots = createSlots(1);
    await slots.take(1, { refusal });
    await expect(slots.take(2, { waitMs: 5, refusal })).rejects.toThrow('refused');
    await expect(slots.take(2, { most: 0, refusal })).rejects.toThrow('refused');
    expect([slots.waiting(), slots.wait(2)]).toEqual([0, 0]);
    slots.give(1);
    await slots.take(2, { refusal });
  });
});
