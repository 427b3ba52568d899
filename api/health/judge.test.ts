import { describe, expect, it } from 'vitest';
import { BOUNDS, diskStatus, jobStatus, overall, queueStatus } from './judge.ts';

describe('R17: what counts as healthy', () => {
  it.each(Object.entries(BOUNDS.queueSeconds) as [keyof typeof BOUNDS.queueSeconds, number][])(
    'a queue of %s may wait %s seconds',
    (name, seconds) => {
      expect(queueStatus(name, null)).toBe('ok');
      expect(queueStatus(name, seconds)).toBe('ok');
      expect(queueStatus(name, seconds + 1)).toBe('degraded');
    },
  );

  it.each([
    { everyMs: 1_000, endedMsAgo: 120_000, failedLast: false, status: 'ok' },
    { everyMs: 1_000, endedMsAgo: 120_001, failedLast: false, status: 'degraded' },
    { everyMs: 3_600_000, endedMsAgo: 10_800_000, failedLast: false, status: 'ok' },
    { everyMs: 3_600_000, endedMsAgo: 10_800_001, failedLast: false, status: 'degraded' },
    { everyMs: 60_000, endedMsAgo: 0, failedLast: true, status: 'degraded' },
  ])('a job of $everyMs ms that ended $endedMsAgo ms ago (failed: $failedLast) is $status', (row) => {
    expect(jobStatus(row)).toBe(row.status);
  });

  it.each([
    { free: BOUNDS.freeBytes, size: BOUNDS.freeBytes * 20, status: 'ok' },
    { free: BOUNDS.freeBytes - 1, size: BOUNDS.freeBytes * 2, status: 'degraded' },
    { free: BOUNDS.freeBytes * 4, size: BOUNDS.freeBytes * 100, status: 'degraded' },
  ])('$free of $size bytes free are $status', ({ free, size, status }) => {
    expect(diskStatus({ free, size })).toBe(status);
  });

  it('the total is as bad as its worst part', () => {
    const [ok, degraded, down] = (['ok', 'degraded', 'down'] as const).map((status) => ({ status }));
    expect(overall([])).toBe('ok');
    expect(overall([ok, ok] as never)).toBe('ok');
    expect(overall([ok, degraded] as never)).toBe('degraded');
    expect(overall([degraded, down, ok] as never)).toBe('down');
  });
});
