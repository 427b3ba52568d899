import type { ParsedBody } from '@orbita/protocol';
import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type ReviewCommand, reviewDocumentIn } from './review.ts';

type Items = ParsedBody<'POST /operations/documents/reviews'>['items'];
type Common = Pick<ReviewCommand, 'decider' | 'by' | 'institutions'>;
type Outcome = { id: number; state?: string; status?: number; code?: string };

/**
 * Decides several documents (spec 25.8), each independently: a refused one reports why and leaves no trace, the others count.
 * They are processed in id order, so that two people deciding the same ones lock them in the same order.
 */
export async function reviewDocumentsIn(
  tx: Tx,
  platform: Platform,
  items: Items,
  common: Common,
): Promise<Outcome[]> {
  const outcomes = new Map<Items[number], Outcome>();
  for (const item of items.toSorted((a, b) => a.id - b.id))
    outcomes.set(item, await outcomeOf(tx, platform, item, common));
  return items.map((item) => outcomes.get(item) ?? { id: item.id });
}

async function outcomeOf(tx: Tx, platform: Platform, item: Items[number], common: Common): Promise<Outcome> {
  const { id, ...decision } = item;
  try {
    const { state, status } = await tx.savepoint(() =>
      reviewDocumentIn(tx, platform, { documentId: id, ...decision, ...common }),
    );
    return { id, state, status };
  } catch (error) {
    if (error instanceof AppError) return { id, code: error.code };
    throw error;
  }
}
