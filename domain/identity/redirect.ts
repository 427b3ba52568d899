/** Base path of the candidate application [seed]. */
export const BASE_PATH = '/orbita/candidate/';

/** Where an expired or invalid access key leads: to the portal, with a message about it. */
export const ENDED_LINK = '/portal?link=encerrado';

const NEVER = new Set(['logout', 'index_old']);
// Browsers normalise white space, control characters and backslashes, which can turn a path into another host.
const REPAIRABLE = /[\s\\\p{Cc}\p{Cf}]/u;
const DECODE_ROUNDS = 3;

/** The text, percent-decoded until it no longer changes; undefined when it is malformed or keeps changing. */
function decoded(path: string): string | undefined {
  let text = path;
  for (let round = 0; round < DECODE_ROUNDS; round++) {
    let next: string;
    try {
      next = decodeURIComponent(text);
    } catch {
      return undefined;
    }
    if (next === text) return text;
    text = next;
  }
  return undefined;
}

/**
 * The `redirectTo` of a query if it is a path of this application, otherwise undefined (spec 4.2, S6). Refuses absolute and
 * scheme-relative addresses, backslashes, encoded tricks, `..` segments, and pages that must never be a target.
 */
export function safeRedirect(value: string | null | undefined, base: string = BASE_PATH): string | undefined {
  if (!value || value.length > 2000 || REPAIRABLE.test(value)) return undefined;
  const path = value.split(/[?#]/, 1)[0] ?? '';
  const plain = decoded(path);
  if (plain === undefined || REPAIRABLE.test(plain)) return undefined;
  if (!path.startsWith(base) || !plain.startsWith(base) || plain.includes('//')) return undefined;
  const parts = plain.slice(base.length).split('/');
  if (parts.includes('..') || parts.includes('.') || NEVER.has((parts[0] ?? '').toLowerCase()))
    return undefined;
  return value;
}
