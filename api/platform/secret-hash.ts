import { createHash } from 'node:crypto';

/**
 * Hash under which a random secret is stored (links, tickets, one-time hand-off codes, tokens), so that somebody who reads the
 * database cannot use it. Only for at least 16 random bytes, which need neither key nor salt; never for passwords or six-digit
 * codes.
 */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
