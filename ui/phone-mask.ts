import { brazilianPhone, phoneTyped } from '@orbita/domain/foundation';
import type { Mask } from './masks.ts';

/** Brazilian phone numbers; foreign numbers and unfinished prefixes stay as typed. */
export const phoneMask: Mask = {
  clean: (text) => brazilianPhone(text) ?? phoneTyped(text),
  typing: phoneTyped,
  pattern: (digits) => (digits.length > 10 ? '(##) #####-####' : '(##) ####-####'),
  keyboard: 'tel',
};
