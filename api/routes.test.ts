import { calls } from '@orbita/protocol';
import { expect, it } from 'vitest';
import type { Platform } from './platform/platform.ts';
import { allRoutes } from './routes.ts';

it('answers every call of the protocol once, and nothing else', () => {
  // Before a call arrives, the only part of the platform that is read is what decides about the simulator.
  const platform = { config: { development: { simulator: true } } } as unknown as Platform;
  const answered = allRoutes(platform).map(({ key }) => key);
  expect(answered.toSorted()).toEqual(Object.keys(calls).toSorted());
});
