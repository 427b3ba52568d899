import { createHash } from 'node:crypto';

/**
 * Hash under which a random secret is kept (links, tickets, one-time codes of hand-offs, tokens): nobody who reads the
 * database can use one. Only for 16 random bytes and more, which need neither key nor salt; never for passwords or six digits.
 */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
