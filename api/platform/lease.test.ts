import { afterEach, expect, it, vi } from 'vitest';
import { LEASE_MS, underLease } from './lease.ts';
import type { Platform } from './platform.ts';

const warned: unknown[] = [];
const platform = {
  clock: { wall: () => Date.now() },
  log: { warn: (line: unknown) => warned.push(line) },
} as unknown as Platform; // only the parts it reads

afterEach(() => {
  vi.useRealTimers();
});

it('long work keeps its lease; work of a dead process is free within five seconds', async () => {
  vi.useFakeTimers();
  const ends: number[] = [];
  const done = Promise.withResolvers<string>();
  const result = underLease(
    platform,
    async (until) => {
      ends.push(until.getTime());
      if (ends.length === 2) throw new Error('not now');
    },
    () => done.promise,
  );
  const from = Date.now();
  let end = from + LEASE_MS;
  for (let at = 0; at < 30_000; at += 500) {
    await vi.advanceTimersByTimeAsync(500);
    end = Math.max(end, ends.at(-1) ?? 0);
    expect(end - Date.now()).toBeGreaterThan(0);
    expect(end - Date.now()).toBeLessThan(5_000);
  }
  expect(warned).toHaveLength(1);
  done.resolve('done');
  expect(await result).toBe('done');
  const renewed = ends.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ends).toHaveLength(renewed);
});
