import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { usePollMs } from '../base/live.ts';
import { useScreenTitle } from '../base/title.ts';
import { WATCH_MS } from './use-review.ts';

type Props<Page extends { id: number }> = {
  /** How the item with a given number is read. */
  queryOf: (id: number) => Pick<UseQueryOptions<Page>, 'queryKey' | 'queryFn'>;
  texts: { item: (id: number) => string; title: string; opening: string; back: string };
  /** Shown if there is no such item. */
  missing: string;
  list: string;
  children: (page: Page, lookAgain: () => Promise<unknown>) => ReactNode;
};

/** The item of the address, refetched while it is open; shows the review once it has loaded. */
export function ReviewedItem<Page extends { id: number }>({
  queryOf,
  texts,
  missing,
  list,
  children,
}: Props<Page>) {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery<Page>({
    ...queryOf(id),
    refetchInterval: usePollMs(WATCH_MS),
    enabled: Number.isSafeInteger(id),
  });
  useScreenTitle(texts.item(id));
  if (data?.id === id) return children(data, refetch);
  return (
    <AwaitedItem
      id={id}
      title={texts.title}
      error={error}
      onRetry={() => refetch()}
      texts={{ loading: texts.opening, missing, toList: texts.back }}
      list={list}
    />
  );
}
