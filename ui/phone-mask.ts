import { brazilianPhone, phoneTyped } from '@orbita/domain/foundation';
import type { Mask } from './masks.ts';

/** Brazilian phones; numbers of other countries and unfinished prefixes stand as they are typed. */
export const phoneMask: Mask = {
  clean: (text) => brazilianPhone(text) ?? phoneTyped(text),
  typing: phoneTyped,
  pattern: (digits) => (digits.length > 10 ? '(##) #####-####' : '(##) ####-####'),
  keyboard: 'tel',
};
