import { expect, it, vi } from 'vitest';
import { countedDays } from './graders-page.tsx';

vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T23:30:00-03:00'),
  setServerTime: () => undefined,
}));

it.each([
  ['', '', '2025-12-14', '2026-01-12'],
  ['2026-01-01', '', '2026-01-01', '2026-01-12'],
  ['', '2025-03-01', '2025-01-31', '2025-03-01'],
  ['2025-01-01', '2025-02-01', '2025-01-01', '2025-02-01'],
  ['', 'x', 'x', 'x'],
])('figures of graders from %j to %j count from %s to %s', (de, ate, from, to) => {
  expect(countedDays({ de, ate })).toEqual({ from, to });
});
