import { isRealDay } from '@orbita/domain/foundation';
import { z } from 'zod';
import { ProviderUnknown } from '../platform/ports.ts';

/** Parts of the answers of banks and acquirers. Whatever they say must fit into our tables, indexes, headers and addresses. */

const MOST_TEXT = 200;
const MOST_TOKEN = 8_192;
/** Maximum length of an identifier that becomes a key of a table. */
const MOST_ID = 100;

/** Text, or a number that stands for one; null if it is neither or too long to be meant. */
export const text = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().max(MOST_TEXT))
  .nullish()
  .catch(null);

/** An identifier that is stored as a key. */
export const identifier = z.string().min(1).max(MOST_ID);

/** A token that can be sent in a header. */
export const bearer = z
  .string()
  .max(MOST_TOKEN)
  .regex(/^[\x21-\x7e]+$/);

/** A moment or day as it was given; null if it is none, so that it never ends in an error where it is calculated with. */
export const momentOf = (given: string | null | undefined): string | null =>
  given && (/^\d{4}-\d{2}-\d{2}$/.test(given) ? isRealDay(given) : !Number.isNaN(Date.parse(given)))
    ? given
    : null;

/**
 * Returns what was found if it is about the charge that was asked about. @throws ProviderUnknown otherwise: what a bank says about
 * another charge must never be taken for this one.
 */
export function about<T>(wanted: string, found: T, referenceOf: (found: T) => string | null): T {
  if (referenceOf(found) !== wanted) throw new ProviderUnknown('The provider answered about something else');
  return found;
}
