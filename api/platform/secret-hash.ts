import { createHash } from 'node:crypto';

/**
 * Hash under which a random secret is stored (links, tickets, one-time codes of hand-offs, tokens), so that a
 * reader of the database cannot use it. Only for 16 random bytes and more, which need neither key nor salt;
 * never for passwords or six-digit codes.
 */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
