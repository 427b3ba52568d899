import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readVerificationCode,
  shownVerificationCode,
  VERIFICATION_LENGTH,
  verificationCode,
} from './verification.ts';

const bytes = fc.uint8Array({ minLength: VERIFICATION_LENGTH, maxLength: VERIFICATION_LENGTH });

it('reads a code as generated, however it is typed', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = verificationCode(random);
      expect(readVerificationCode(code)).toBe(code);
      expect(readVerificationCode(` ${shownVerificationCode(code).toLowerCase()} `)).toBe(code);
      expect(readVerificationCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(code);
    }),
  );
});

it('refuses an invalid code', () => {
  for (const typed of ['', '7K3M', 'U'.repeat(28), '0'.repeat(27), '0'.repeat(29), ' '.repeat(9_999)])
    expect(readVerificationCode(typed)).toBeUndefined();
});

it('is printed in groups of four', () => {
  expect(shownVerificationCode('0123456789AB')).toBe('0123-4567-89AB');
});
