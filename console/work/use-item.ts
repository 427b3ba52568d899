import { QUEUES, type QueueName } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { useEffect, useRef } from 'react';
import { useGo } from '../base/institution.ts';
import { useMay } from '../base/me.ts';
import { useItemPainted } from '../ui/keys.ts';
import { endedByDecision, useReviewClaim } from './claim.ts';
import { useNextAfter } from './next-after.ts';
import { forgetQueues } from './queues.ts';
import { useSkip } from './skip.ts';

/** How an item is pending, from its page's data; null if it is in no queue. */
type Work = Answer<'GET /operations/payments/{id}'>['work'];

export type QueueItemOf<Queue extends QueueName = QueueName> = {
  id: number;
  queue: Queue;
  work: Work;
  /** Its name in the message about a skip. */
  name: string;
  /** Address of the list, or of another item in it. */
  addressOf: (queue: Queue, id?: number) => string;
  /** Refetches the item. */
  lookAgain: () => Promise<unknown>;
};

/**
 * An item worked on at its own page (spec 25.4.2): it is claimed while it is pending in the queue it was opened from; the next
 * item, a skip and giving it back work as on a review.
 */
export function useItem<Queue extends QueueName>({
  id,
  queue,
  work,
  name,
  addressOf,
  lookAgain,
}: QueueItemOf<Queue>) {
  const go = useGo();
  const may = useMay()(...QUEUES[queue].openers);
  const waits = work?.queue === queue;
  if (!waits) endedByDecision(QUEUES[queue].kind, id);
  const { claim, takeIt, decided } = useReviewClaim({
    kind: QUEUES[queue].kind,
    id,
    holds: may && waits,
    holder: work ? work.claim : undefined,
    lookAgain,
  });
  const { stays, askNext } = useNextAfter(id);
  useItemPainted(id);
  const list = addressOf(queue);
  // A change here also changes the queue.
  const before = useRef(waits);
  useEffect(() => {
    if (before.current !== waits) forgetQueues();
    before.current = waits;
  }, [waits]);

  const next = () =>
    askNext(queue, (following) => {
      forgetQueues();
      if (following) go(addressOf(queue, following), { state: 'next' });
      else go(list);
    });
  const skip = useSkip(id, { onSkipped: forgetQueues, onNext: () => void next() });
  return {
    claim,
    waits,
    decided,
    stays,
    list,
    next: () => void next(),
    takeOver: () => void takeIt(),
    skip: () => {
      void skip({ queue, itemId: id, name });
      void next();
    },
    giveBack: () => {
      forgetQueues();
      go(list);
    },
  };
}
