import { expect, it } from 'vitest';
import { companionCookieName, companionOf } from '../caller/session.ts';
import type { Platform } from '../platform/platform.ts';

it('S9 a companion without its prefix is accepted only over plain http in development', () => {
  const platformOf = (development: boolean) => ({ config: { development } }) as unknown as Platform; // only the part it reads
  const request = (protocol: string) =>
    ({ protocol, cookies: { 'orbita-session': 'planted' } }) as unknown as Parameters<typeof companionOf>[1]; // only the parts it reads
  expect(companionOf(platformOf(false), request('http'))).toBeUndefined();
  expect(companionOf(platformOf(false), request('https'))).toBeUndefined();
  expect(companionOf(platformOf(true), request('https'))).toBeUndefined();
  expect(companionOf(platformOf(true), request('http'))).toBe('planted');
  expect(companionCookieName(platformOf(false), false)).toBe('__Secure-orbita-session');
});
