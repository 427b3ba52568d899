import { useQuery } from '@tanstack/react-query';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { queryClient } from '../base/query.ts';
import { cleanFiles, type DocumentPage, type DocumentRow, siblingsQuery, WATCH_MS } from './document.ts';

/**
 * Refetches what others change about the application under review: its other documents, which come next and may be approved
 * together, and the consequences of a decision on this one (spec 25.8).
 */
export function useNews(
  document: DocumentPage | undefined,
  siblings: readonly Pick<DocumentRow, 'id'>[],
  { sends, lookAgain }: { sends: { current: boolean }; lookAgain: () => unknown },
): void {
  const subscriptionId = document?.subscriptionId ?? 0;
  const again = () => {
    // Caused by the person's own request, after which everything is refetched.
    if (sends.current) return;
    void queryClient.invalidateQueries({ queryKey: siblingsQuery(subscriptionId).queryKey });
    void lookAgain();
  };
  // Without a socket no event arrives, so it is polled.
  useQuery({
    ...siblingsQuery(subscriptionId),
    enabled: document !== undefined,
    refetchInterval: usePollMs(WATCH_MS),
  });
  const onNews = ({ kind, itemId }: { kind: string; itemId: number }) => {
    if (kind !== 'document' || itemId === document?.id) return;
    if (siblings.some(({ id }) => id === itemId)) again();
  };
  useTeamEvent('item.decided', onNews);
  useTeamEvent('item.claimed', onNews);
  useTeamEvent('application.changed', (event) => {
    if (event.subscriptionId === document?.subscriptionId) again();
  });
  // A file finished its scan and entered the queue: now there is something to view.
  useTeamEvent('queue.changed', () => {
    if (document && cleanFiles(document.files).length === 0) void lookAgain();
  });
}
