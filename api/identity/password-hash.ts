import { hash, verify } from '@node-rs/argon2';
import { normalisePassword, PASSWORD_MAX } from '@orbita/domain/identity';

/** argon2id as OWASP recommends: 19 MiB, two passes, parallelism 1. It is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a new password. */
export const hashPassword = (password: string): Promise<string> => hash(normalisePassword(password), COST);

let nobody: Promise<string> | undefined;

/**
 * True when the password matches the hash. Without a hash it does the same work and returns false, so that
 * the response time does not reveal whether an account exists.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash('an account that does not exist', COST);
  const right = await verify(
    stored ?? (await nobody),
    normalisePassword(password).slice(0, PASSWORD_MAX + 1),
  );
  return right && Boolean(stored);
}
