import { hash, verify } from '@node-rs/argon2';
import { normalisePassword, PASSWORD_MAX } from '@orbita/domain/identity';
import { busy } from '../platform/http/errors.ts';
import { createTurns } from '../platform/turns.ts';

/** argon2id as recommended by OWASP: 19 MiB, two passes, parallelism 1. It is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Number of concurrent hashes. They run in threads that file reads and DNS lookups need as well (libuv has four), and tenants
 * take turns. Callers that would wait longer are refused at once or soon, because people give up after a few seconds.
 */
const turn = createTurns({ slots: 3, waiting: 100, waitMs: 10_000, refuse: busy });

/** Expected wait for a hash, in milliseconds, beyond which nothing that needs one is started. */
const SOON_MS = 500;

/** Refuses with 503 callers that would wait too long for a hash, before anything else is done for them. */
export function expectHash(tenantId: number): void {
  if (turn.wait(tenantId) > SOON_MS) throw busy();
}

/** Hashes a new password. */
export const hashPassword = (tenantId: number, password: string): Promise<string> =>
  turn(tenantId, () => hash(normalisePassword(password), COST));

let nobody: Promise<string> | undefined;

/**
 * True when the password matches the hash. Without a hash it does the same work and returns false, so that the response time
 * doesn't reveal whether an account exists.
 */
export async function passwordMatches(
  tenantId: number,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobody ??= hash('an account that does not exist', COST);
  const known = stored ?? (await nobody);
  const right = await turn(tenantId, () =>
    verify(known, normalisePassword(password).slice(0, PASSWORD_MAX + 1)),
  );
  return right && Boolean(stored);
}
