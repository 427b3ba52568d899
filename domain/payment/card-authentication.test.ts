import { describe, expect, it } from 'vitest';
import type { ThreeDSecure } from '../tenancy/index.ts';
import { type AuthenticationOutcome, afterAuthentication, type CardBrand, shiftsLiability } from './index.ts';

describe('3-D Secure', () => {
  it.each<[ThreeDSecure, AuthenticationOutcome, ReturnType<typeof afterAuthentication>]>([
    ['off', 'authenticated', 'charge'],
    ['off', 'failed', 'charge'],
    ['when-available', 'authenticated', 'charge-authenticated'],
    ['when-available', 'failed', 'deny'],
    ['when-available', 'not-enrolled', 'charge'],
    ['when-available', 'unavailable', 'charge'],
    ['required', 'authenticated', 'charge-authenticated'],
    ['required', 'failed', 'deny'],
    ['required', 'not-enrolled', 'deny'],
    ['required', 'unavailable', 'deny'],
  ])('%s and %s: %s', (wanted, outcome, next) => expect(afterAuthentication(wanted, outcome)).toBe(next));

  it.each<[CardBrand | null, string, boolean]>([
    ['visa', '05', true],
    ['visa', '5', true],
    ['visa', '06', true],
    ['visa', '07', false],
    ['elo', '06', true],
    ['amex', '05', true],
    ['mastercard', '02', true],
    ['mastercard', '01', true],
    ['mastercard', '04', false],
    ['mastercard', '05', false],
    ['diners', '05', false],
    [null, '05', false],
    ['visa', '', false],
  ])('%s with ECI %j shifts the liability: %s', (brand, eci, shifts) =>
    expect(shiftsLiability(brand, eci)).toBe(shifts),
  );
});
