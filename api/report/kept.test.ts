import { describe, expect, it } from 'vitest';
import { createKept } from './kept.ts';

const MINUTE = 60_000;

describe('cached answers', () => {
  const setUp = () => {
    const clock = { at: 1_000_000 };
    return { clock, kept: createKept<string>(() => clock.at) };
  };

  it('are computed once for simultaneous requests, and again after three minutes', async () => {
    const { clock, kept } = setUp();
    let made = 0;
    const make = async () => `answer ${++made}`;
    const both = await Promise.all([kept.once('a', make), kept.once('a', make)]);
    expect(both).toEqual(['answer 1', 'answer 1']);
    clock.at += 2 * MINUTE;
    expect(await kept.once('a', make)).toBe('answer 1');
    expect(await kept.once('b', make)).toBe('answer 2');
    clock.at += MINUTE;
    expect(await kept.once('a', make)).toBe('answer 3');
    clock.at -= 60 * MINUTE;
    expect(await kept.once('a', make)).toBe('answer 4');
  });

  it('are not cached when they fail', async () => {
    const { kept } = setUp();
    await expect(kept.once('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await kept.once('a', async () => 'up')).toBe('up');
  });

  it('stay within their limits of number and size', async () => {
    const { kept } = setUp();
    for (let n = 0; n < 600; n += 1) await kept.once(`small ${n}`, async () => 'x');
    expect(kept.size()).toBe(500);
    const large = 'x'.repeat(3_000_000);
    for (let n = 0; n < 7; n += 1) await kept.once(`large ${n}`, async () => large);
    expect(kept.characters()).toBeLessThanOrEqual(16_000_000);
    expect(kept.size()).toBeLessThan(7);
    let made = false;
    await kept.once('large 0', async () => {
      made = true;
      return large;
    });
    expect(made).toBe(true);
  });
});
