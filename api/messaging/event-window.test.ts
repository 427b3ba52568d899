import { expect, it } from 'vitest';
import { createEventWindow, OUT_OF_ORDER_MS } from './event-window.ts';

it('an id that becomes visible after hundreds of larger ones is still new', () => {
  const window = createEventWindow(10, [11, 12], 0);
  expect([9, 10, 11, 12, 13].map(window.isNew)).toEqual([false, false, false, false, true]);
  for (let id = 14; id < 1000; id++) window.passed(id);
  window.looked(999, 30_000);
  window.looked(999, 60_000);
  expect(window.floor).toBe(10);
  expect([13, 14, 999, 1000].map(window.isNew)).toEqual([true, false, false, true]);
});

it('an id older than any open transaction is settled and dropped', () => {
  const window = createEventWindow(10, [11], 0);
  window.passed(12);
  window.looked(12, 1_000);
  window.passed(13);
  window.looked(13, 1_000 + OUT_OF_ORDER_MS - 1);
  expect(window.floor).toBe(10);
  window.looked(13, 1_000 + OUT_OF_ORDER_MS);
  expect(window.floor).toBe(12);
  expect([11, 12, 13, 14].map(window.isNew)).toEqual([false, false, false, true]);
});
