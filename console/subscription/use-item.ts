import { QUEUES } from '@orbita/domain/work';
import { useEffect, useRef } from 'react';
import { useApplication } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { useGo } from '../base/institution.ts';
import { useMay } from '../base/me.ts';
import { applicationTexts } from '../texts/subscription.ts';
import { useItemPainted } from '../ui/keys.ts';
import { useReviewClaim } from '../work/claim.ts';
import { useNextAfter } from '../work/next-after.ts';
import { forgetQueues } from '../work/queues.ts';
import { useSkip } from '../work/skip.ts';
import { type ApplicationQueue, addressOfQueue } from './queue.ts';

/**
 * An application that is worked at as an item of a queue (spec 25.4.2): it is held while it waits there, and the next one, a skip
 * and giving it back lead on as on a review.
 */
export function useItem(application: Application, queue: ApplicationQueue) {
  const { id, work } = application;
  const go = useGo();
  const may = useMay()(...QUEUES[queue].openers);
  const { refetch } = useApplication(id);
  const waits = work?.queue === queue;
  const { claim, takeIt, decided } = useReviewClaim({
    kind: 'application',
    id,
    holds: may && waits,
    holder: work ? work.claim : undefined,
    lookAgain: refetch,
  });
  const { stays, askNext } = useNextAfter(id);
  useItemPainted(id);
  const list = addressOfQueue(queue);
  // What was here changed for who looks at the queue, too.
  const before = useRef(waits);
  useEffect(() => {
    if (before.current !== waits) forgetQueues();
    before.current = waits;
  }, [waits]);

  const next = () =>
    askNext(queue, (following) => {
      forgetQueues();
      if (following) go(addressOfQueue(queue, following), { state: 'next' });
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
      void skip({ queue, itemId: id, name: applicationTexts.title(id) });
      void next();
    },
    giveBack: () => {
      forgetQueues();
      go(list);
    },
  };
}
