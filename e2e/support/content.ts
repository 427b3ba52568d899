import { essayOf as textOf } from '../../testing/bodies.ts';

export { JPEG } from '../../testing/bodies.ts';

/** Text of `words` words, the same each time. */
export const essayOf = (words: number): string => textOf(words, '');

/** A PDF of about `bytes` bytes, with `more` in its trailer. */
export const pdfOf = (bytes: number, more = ''): Buffer =>
  Buffer.from(`%PDF-1.7\n%${'x'.repeat(bytes)}\ntrailer<</Size 1 ${more}>>\nstartxref\n9\n%%EOF\n`, 'latin1');

/** The standard test signature of malware scanners, in two pieces so that none takes this source for infected. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');
