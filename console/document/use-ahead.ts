import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../base/query.ts';
import { queueQuery } from '../work/queues.ts';
import {
  cleanFiles,
  type DocumentPage,
  type DocumentRow,
  documentQuery,
  isOpen,
  queueOf,
  siblingsQuery,
} from './document.ts';
import { upcoming } from './order.ts';
import type { Framed, Frames } from './viewer/frames.ts';

/** Number of items whose first pages are rendered in advance (spec 25.8). */
const AHEAD = 3;

export const framedOf = ({ id, name, files }: Pick<DocumentRow, 'id' | 'name' | 'files'>): Framed => ({
  id,
  name,
  files: cleanFiles(files),
});

/** Not claimed by anybody else and not skipped by this person (spec 25.4.4). */
const isFree = ({ claim, skipped }: Pick<DocumentRow, 'claim' | 'skipped'>): boolean =>
  (!claim || claim.mine) && !skipped;

/** The items after the current document, the rest of its application, and its position in the reviewer's queue. */
export function useUpcoming(
  document: DocumentPage | undefined,
  institution: string | undefined,
  { passed, reviews }: { passed: ReadonlySet<number>; reviews: boolean },
) {
  const wanted = document !== undefined;
  const queue = useQuery({
    ...queueQuery(document ? queueOf(document) : 'enrolment-documents', institution),
    enabled: wanted && reviews,
  });
  const siblings = useQuery({ ...siblingsQuery(document?.subscriptionId ?? 0), enabled: wanted });
  const [id, subscriptionId] = [document?.id ?? 0, document?.subscriptionId ?? 0];
  const others = useMemo(
    () => (siblings.data?.data ?? []).filter((one) => one.id !== id && isOpen(one)),
    [siblings.data, id],
  );
  const items = queue.data?.data;
  const all = siblings.data?.data;
  const order = useMemo(
    () =>
      upcoming(
        { id, subscriptionId },
        others.map((one) => ({ id: one.id, subscriptionId: one.subscriptionId, isFree: isFree(one) })),
        (items ?? []).map((one) => ({
          id: one.itemId,
          subscriptionId: one.subscriptionId,
          isFree: isFree(one),
        })),
        passed,
      ),
    [id, subscriptionId, others, items, passed],
  );
  return {
    order,
    others,
    siblings: all ?? [],
    total: queue.data,
    item: items?.find(({ itemId }) => itemId === id),
  };
}

/** Prefetches the next items and renders their first pages behind the current one. */
export function useAhead(frames: Frames, document: DocumentPage | undefined, order: readonly number[]): void {
  const [ahead, setAhead] = useState<readonly Framed[]>([]);
  const next = order.slice(0, AHEAD).join();
  useEffect(() => {
    let left = false;
    const ids = next ? next.split(',').map(Number) : [];
    // One that cannot be fetched now is fetched when it is opened.
    const fetched = ids.map((id) => queryClient.fetchQuery(documentQuery(id)).catch(() => undefined));
    void Promise.all(fetched).then((found) => {
      if (left) return;
      const pages = found.filter((page) => page !== undefined);
      setAhead(pages.map(framedOf));
      // For another application its siblings are prefetched, too: its position among them is announced with its name.
      for (const { subscriptionId } of pages)
        if (!queryClient.getQueryData(siblingsQuery(subscriptionId).queryKey))
          void queryClient.prefetchQuery(siblingsQuery(subscriptionId));
    });
    return () => {
      left = true;
    };
  }, [next]);
  useEffect(() => {
    if (!document) return;
    const current = framedOf(document);
    frames.keep([current, ...ahead.filter(({ id }) => id !== current.id)]);
  }, [frames, document, ahead]);
}
