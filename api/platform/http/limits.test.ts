import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedSiblings } from '../../../testing/linked-siblings.ts';
import { AppError } from './errors.ts';
import { type Counted, createLimits, type Limit, WIDE_SHARE } from './limits.ts';
import { networksOf } from './network.ts';
import { createWindows } from './windows.ts';

const FIVE: Limit = { name: 'five', max: 5, windowMs: 60_000 };

/** Counts how many of the given number of events pass. */
const passing = (
  limits: ReturnType<typeof createLimits>,
  events: Iterable<Counted>,
  limit = FIVE,
): number => {
  let passed = 0;
  for (const who of events) {
    try {
      limits.take(limit, who);
      passed += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('RATE_LIMITED');
    }
  }
  return passed;
};
const times = (n: number, of: (n: number) => Counted): Counted[] =>
  Array.from({ length: n }, (_, i) => of(i));

describe('S2: the networks that limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', undefined],
    ['203.0.113.7:4711', '203.0.113.7', undefined],
    ['::ffff:203.0.113.7', '203.0.113.7', undefined],
    ['::FFFF:CB00:7107', '203.0.113.7', undefined],
    ['64:ff9b::203.0.113.7', '203.0.113.7', undefined],
    ['2002:cb00:7107::1', '203.0.113.7', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['', 'unreadable', undefined],
    ['unknown', 'unreadable', undefined],
    ['010.0.0.1', 'unreadable', undefined],
    ['0x7f.1', 'unreadable', undefined],
    ['_hidden', 'unreadable', undefined],
    ['x203.0.113.7:4711', 'unreadable', undefined],
    ['203.0.113.7:4711x', 'unreadable', undefined],
    ['x[2001:db8:1:2::9]:443', 'unreadable', undefined],
    ['[2001:db8:1:2::9]:443x', 'unreadable', undefined],
  ])('%s is of %s', (address, near, wide) => {
    expect(networksOf(address)).toEqual({ near, wide });
  });

  it('are the same for every spelling and every address of one /64, and never throw', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const groups = (text: string) => new URL(`http://[${text}]`).hostname;
        expect(networksOf(groups(one).slice(1, -1))).toEqual(networksOf(one));
        expect(networksOf(one.toUpperCase())).toEqual(networksOf(one));
        expect(networksOf(other)).toBeDefined();
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(networksOf(text).near).toBeTruthy();
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0xffff }), (a, b) => {
        const address = `2804:14c:1:2:${a.toString(16)}:${b.toString(16)}:1:1`;
        expect(networksOf(address)).toEqual({ near: '2804:14c:1:2::/64', wide: '2804:14c:1::/48' });
      }),
    );
  });
});

describe('T7 S2: a limit', () => {
  it('counts all addresses of a /64 as one visitor, and a /48 as several', () => {
    const limits = createLimits(() => 0);
    const ofOne = times(50, (n) => ({ tenant: 1, address: `2804:14c:1:2::${n.toString(16)}` }));
    expect(passing(limits, ofOne)).toBe(5);
    const ofMany = times(1000, (n) => ({ tenant: 1, address: `2804:14c:1:${(n + 3).toString(16)}::1` }));
    expect(passing(limits, ofMany)).toBe(5 * (WIDE_SHARE - 1));
    expect(passing(limits, [{ tenant: 1, address: '2804:14c:2::1' }])).toBe(1);
  });

  it('counts calls to any process of the node', () => {
    const [first, second] = linkedSiblings(2).siblings.map((one) => createLimits(() => 0, undefined, one));
    const visitor: Counted = { tenant: 1, address: '203.0.113.7' };
    const three = times(3, () => visitor);
    expect([first, second, first].map((one) => one && passing(one, three))).toEqual([3, 2, 0]);
    expect(second?.isFull(FIVE, { tenant: 1, address: '203.0.113.8' })).toBe(false);
    second?.note({ ...FIVE, name: 'other' }, visitor);
    expect(first?.isFull({ ...FIVE, name: 'other', max: 1 }, visitor)).toBe(true);
  });

  it('counts an IPv4 address and the same one within IPv6 as one visitor', () => {
    const limits = createLimits(() => 0);
    const both = times(20, (n) => ({ tenant: 1, address: n % 2 ? '203.0.113.7' : '::ffff:203.0.113.7' }));
    expect(passing(limits, both)).toBe(5);
  });

  it('counts tenants, limits, kinds of visitors and each visitor of a kind separately', () => {
    const limits = createLimits(() => 0);
    const kinds: Counted[] = [
      { tenant: 1, address: '203.0.113.7' },
      { tenant: 2, address: '203.0.113.7' },
      { tenant: null, address: '203.0.113.7' },
      { tenant: 1, person: 7 },
      { tenant: 1, person: 8 },
      { tenant: 1, account: 7 },
      { tenant: 1, account: 8 },
      { tenant: 1, payment: 7 },
      { tenant: 1, payment: 8 },
      { tenant: 1, session: 7 },
      { tenant: 1, session: 8 },
      { tenant: 1, link: 7 },
      { tenant: 1, link: 8 },
      { tenant: 1, all: true },
    ];
    for (const who of kinds)
      for (const name of ['five', 'others'])
        expect(
          passing(
            limits,
            times(9, () => who),
            { ...FIVE, name },
          ),
        ).toBe(5);
  });

  it('does not compile without a tenant or with a text as the visitor', () => {
    const limits = createLimits(() => 0);
    // @ts-expect-error the tenant is missing
    limits.note(FIVE, { address: '203.0.113.7' });
    // @ts-expect-error a key made by hand
    limits.note(FIVE, { tenant: 1, key: 'x:203.0.113.7' });
    // @ts-expect-error an address is not the number of a person
    limits.note(FIVE, { tenant: 1, person: '203.0.113.7' });
    expect(limits.isFull(FIVE, { tenant: 1, address: '203.0.113.7' })).toBe(false);
  });

  it('says in how many whole seconds it ends, at least one', () => {
    let now = 0;
    const limits = createLimits(() => now);
    const waits = (who: Counted): number | undefined => {
      try {
        limits.check(FIVE, who);
        return undefined;
      } catch (error) {
        return (error as AppError).retryAfter;
      }
    };
    const who = { tenant: 1, address: '2001:db8:1:2::7' };
    expect(waits(who)).toBeUndefined();
    for (let n = 0; n < 5; n++) limits.note(FIVE, who);
    expect(waits(who)).toBe(60);
    now = 58_001;
    expect(waits(who)).toBe(2);
    // The whole /48 is full for longer than this single line in it.
    for (let n = 5; n < 5 * WIDE_SHARE; n++) limits.note(FIVE, { tenant: 1, address: `2001:db8:1:${n}::7` });
    now = 59_999;
    expect(waits(who)).toBe(1);
    now = 60_000;
    expect(waits(who)).toBeUndefined();
  });

  it('restarts when its window is over, and checking it counts nothing', () => {
    let now = 0;
    const limits = createLimits(() => now);
    const who = { tenant: 1, person: 1 };
    for (let n = 0; n < 20; n++) expect(limits.isFull(FIVE, who)).toBe(false);
    expect(
      passing(
        limits,
        times(9, () => who),
      ),
    ).toBe(5);
    now = FIVE.windowMs - 1;
    expect(limits.isFull(FIVE, who)).toBe(true);
    now = FIVE.windowMs;
    expect(
      passing(
        limits,
        times(9, () => who),
      ),
    ).toBe(5);
  });
});

describe('T7: the store of windows under attack', () => {
  const address = (n: number) => `198.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

  it('never holds more windows than its maximum', () => {
    let now = 0;
    const windows = createWindows(() => now, 500);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20), fc.nat(2000), fc.nat(100)), { maxLength: 3000 }),
        (events) => {
          for (const [shelf, subject, passes] of events) {
            windows.add(`${shelf}`, `${subject}`, 50);
            expect(windows.counted(`${shelf}`, `${subject}`)).toBeGreaterThan(0);
            now += passes / 100;
          }
          expect(windows.size()).toBeLessThanOrEqual(500);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('evicts the lightest window, an expired one first', () => {
    let now = 0;
    const windows = createWindows(() => now, 3);
    const live = () => ['a', 'b', 'c', 'd', 'e', 'f'].filter((one) => windows.counted('x', one) > 0);
    for (const one of ['a', 'a', 'b', 'c', 'c']) windows.add('x', one, 100);
    windows.add('x', 'd', 10);
    expect([live(), windows.size()]).toEqual([['a', 'c', 'd'], 3]);
    windows.add('x', 'd', 10);
    windows.add('x', 'd', 10);
    now = 10;
    windows.add('x', 'e', 100);
    expect([live(), windows.size()]).toEqual([['a', 'c', 'e'], 3]);
    windows.add('x', 'f', 100);
    expect([live(), windows.size()]).toEqual([['a', 'c', 'f'], 3]);
  });

  it('holds one window of a visitor who returns after it has ended', () => {
    let now = 0;
    const windows = createWindows(() => now, 3);
    windows.add('x', 'other', 1000);
    for (; now < 100; now += 10) windows.add('x', 'again', 10);
    expect([windows.size(), windows.counted('x', 'other')]).toEqual([2, 1]);
  });

  it('evicts from a bucket above its share, else from the fullest', () => {
    const windows = createWindows(() => 0, 6);
    const held = (shelf: string) =>
      [1, 2, 3, 4, 5].filter((n) => windows.counted(shelf, `${shelf}${n}`) > 0).length;
    const fill = (shelf: string, from: number, to: number) => {
      for (let n = from; n <= to; n += 1) windows.add(shelf, `${shelf}${n}`, 100);
    };
    fill('a', 1, 3);
    fill('b', 1, 2);
    fill('c', 1, 1);
    fill('b', 3, 3);
    expect([held('a'), held('b'), held('c'), windows.size()]).toEqual([3, 2, 1, 6]);
    fill('c', 2, 2);
    expect([held('a'), held('b'), held('c'), windows.size()]).toEqual([2, 2, 2, 6]);
  });

  it('gives no new attempts to a visitor who floods it from other addresses', () => {
    const limits = createLimits(() => 0, 1000);
    const guesser = { tenant: 1, address: '203.0.113.7' };
    expect(
      passing(
        limits,
        times(9, () => guesser),
      ),
    ).toBe(5);
    passing(
      limits,
      times(50_000, (n) => ({ tenant: 1, address: address(n) })),
    );
    expect(limits.isFull(FIVE, guesser)).toBe(true);
  });

  it('keeps the windows of other tenants and limits during a flood', () => {
    const limits = createLimits(() => 0, 1000);
    const others = times(40, (n) => ({ tenant: 2, person: n }));
    for (const who of others) limits.note({ ...FIVE, max: 1 }, who);
    const beside: Limit = { name: 'beside', max: 1, windowMs: 60_000 };
    for (const who of others) limits.note(beside, { ...who, tenant: 1 });
    passing(
      limits,
      times(50_000, (n) => ({ tenant: 1, address: address(n) })),
    );
    for (const who of others) {
      expect(limits.isFull({ ...FIVE, max: 1 }, who)).toBe(true);
      expect(limits.isFull(beside, { ...who, tenant: 1 })).toBe(true);
    }
  });

  it('accepts new visitors after a flood as before it', () => {
    const limits = createLimits(() => 0, 1000);
    passing(
      limits,
      times(50_000, (n) => ({ tenant: 1, address: address(n) })),
    );
    expect(
      passing(
        limits,
        times(9, () => ({ tenant: 1, address: '203.0.113.9' })),
      ),
    ).toBe(5);
    expect(
      passing(
        limits,
        times(9, () => ({ tenant: 3, address: '203.0.113.9' })),
      ),
    ).toBe(5);
  });
});
