import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';

/** Tries a move that requires complete data; if data is still missing, the application stays where it is, without an error. */
export async function goOnIfComplete(tx: Tx, move: () => Promise<unknown>): Promise<void> {
  await tx.savepoint(move).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  });
}
