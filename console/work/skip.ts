import { randomId } from '@orbita/client/random-id.ts';
import { store } from '@orbita/client/store.ts';
import type { QueueName } from '@orbita/domain/work';
import { useEffect, useRef } from 'react';
import { call, textOf } from '../base/api.ts';
import { untilAnswered } from '../base/line.ts';
import { skipTexts as t } from '../texts/work.ts';

type Skipped = { queue: QueueName; itemId: number; name: string };
type Said = { itemId: number; waits: boolean; text: string };

const said = store<Said | undefined>(undefined);
/** Skips under way, by item: leaving the review does not cancel them. */
const onTheWay = new Set<number>();

/** The message about the last skip, for the review and the list behind it; undefined if it succeeded. */
export const useSkipSaid = (): string | undefined => said.use()?.text;

/**
 * Skips items of a queue (spec 25.4.4). While offline the skip waits and is then sent with the same key; somebody who could not
 * move on meanwhile moves on then. A refusal is shown with the name of the item, because a different one is on screen by then.
 */
export function useSkip(shown: number, after: { onSkipped: () => void; onNext: () => void }) {
  const here = useRef<number>(undefined);
  const latest = useRef(after);
  latest.current = after;
  useEffect(() => {
    here.current = shown;
    return () => {
      here.current = undefined;
      // A message shown beside another item counts as read.
      const now = said.get();
      if (now && !now.waits && now.itemId !== shown) said.set(undefined);
    };
  }, [shown]);

  return async ({ queue, itemId, name }: Skipped): Promise<void> => {
    if (onTheWay.has(itemId)) return;
    onTheWay.add(itemId);
    said.set(undefined);
    const idempotencyKey = randomId();
    let waited = false;
    try {
      await untilAnswered(
        () =>
          call('POST /operations/queues/{queue}/skips', {
            params: { queue },
            body: { itemId },
            idempotencyKey,
          }),
        () => {
          waited = true;
          said.set({ itemId, waits: true, text: t.waits(name) });
        },
      );
      if (said.get()?.itemId === itemId) said.set(undefined);
      latest.current.onSkipped();
      if (waited && here.current === itemId) latest.current.onNext();
    } catch (error) {
      said.set({ itemId, waits: false, text: t.failed(name, textOf(error)) });
    } finally {
      onTheWay.delete(itemId);
    }
  };
}
