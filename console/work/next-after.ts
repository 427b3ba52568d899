import { NetworkError } from '@orbita/client/errors.ts';
import type { QueueName } from '@orbita/domain/work';
import { useCallback, useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';

/**
 * Requests the item after the one under review in its queue (spec 25.4.4), and continues with it; undefined: nothing else is
 * free, or the queue does not say. Without a connection the person stays with the current item, and `stays` says why.
 */
export function useNextAfter(id: number) {
  const institution = useInstitution()?.code;
  /** Why the person stays, with the item: it is not shown for a different one. */
  const [stayed, setStayed] = useState<{ id: number; text: string }>();
  const askNext = useCallback(
    async (queue: QueueName, goOn: (itemId: number | undefined) => void): Promise<void> => {
      setStayed(undefined);
      let found: { itemId: number } | undefined;
      try {
        found = await call('POST /operations/queues/{queue}/next', {
          params: { queue },
          body: { after: id, institution },
        });
      } catch (error) {
        if (error instanceof NetworkError) return setStayed({ id, text: textOf(error) });
      }
      goOn(found?.itemId === id ? undefined : found?.itemId);
    },
    [id, institution],
  );
  return { stays: stayed?.id === id ? stayed.text : undefined, askNext };
}
