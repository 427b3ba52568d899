import { randomId } from '@orbita/client/random-id.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { untilAnswered } from '../base/line.ts';
import { type RollEntry, rollQuery } from './test-day.ts';

type Marks = ReadonlyMap<number, { present: boolean; waits: boolean }>;

/**
 * Marks attendance, sequentially for each candidate so that the last mark is sent last (spec 25.9). A mark being sent is shown
 * as set; while offline it waits and is resent with its key.
 */
export function usePresence(hourId: number) {
  const client = useQueryClient();
  const [marks, setMarks] = useState<Marks>(new Map());
  const [failure, setFailure] = useState<string>();
  /** The newest mark of each candidate, and the end of its send queue. */
  const newest = useRef(new Map<number, { present: boolean; sent: Promise<void> }>());
  const show = (id: number, mark: { present: boolean; waits: boolean } | undefined) =>
    setMarks((before) => {
      const next = new Map(before);
      if (mark) next.set(id, mark);
      else next.delete(id);
      return next;
    });

  const send = async (id: number, present: boolean): Promise<void> => {
    const idempotencyKey = randomId();
    const params = { hourId, id };
    try {
      await untilAnswered(
        () =>
          call('PUT /operations/schedules/{hourId}/roll/{id}', { params, body: { present }, idempotencyKey }),
        () => show(id, { present: newest.current.get(id)?.present ?? present, waits: true }),
      );
    } catch (error) {
      setFailure(textOf(error));
    }
  };

  const mark = (id: number, present: boolean): void => {
    setFailure(undefined);
    show(id, { present, waits: false });
    const before = newest.current.get(id)?.sent ?? Promise.resolve();
    const sent: Promise<void> = before
      // A mark that was changed before it was sent is dropped.
      .then(() => (newest.current.get(id)?.sent === sent ? send(id, present) : undefined))
      .then(async () => {
        if (newest.current.get(id)?.sent !== sent) return;
        await client.invalidateQueries(rollQuery(hourId));
        if (newest.current.get(id)?.sent !== sent) return;
        newest.current.delete(id);
        show(id, undefined);
      });
    newest.current.set(id, { present, sent });
  };

  return {
    mark,
    failure,
    of: ({ subscriptionId, present }: RollEntry): boolean | null =>
      marks.get(subscriptionId)?.present ?? present,
    waits: (id: number): boolean => marks.get(id)?.waits ?? false,
  };
}
