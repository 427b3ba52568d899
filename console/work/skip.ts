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
/** Skips on their way, by item: a review that was left does not end them. */
const onTheWay = new Set<number>();

/** What is to be said of the last skip, on the review and on the list behind it; undefined where it went well. */
export const useSkipSaid = (): string | undefined => said.use()?.text;

/**
 * Skips items of a queue (spec 25.4.4). Without a line the skip waits for it and is sent with the same key; who could not go on
 * meanwhile goes on then. What was refused is shown with the name of the item, because another one is looked at by then.
 */
export function useSkip(shown: number, after: { onSkipped: () => void; onNext: () => void }) {
  const here = useRef<number>(undefined);
  const latest = useRef(after);
  latest.current = after;
  useEffect(() => {
    here.current = shown;
    return () => {
      here.current = undefined;
      // What was shown beside another item is read.
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
