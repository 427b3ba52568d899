import { LoadFailed } from '@orbita/ui/load-failed';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import type { ReactNode } from 'react';
import { recordTexts as t } from '../texts/record.ts';

type LoadedProps<T> = {
  query: { data: T | undefined; isLoadingError: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

/** Shows a query: a skeleton while it loads, its data, or an error with a retry button. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isLoadingError) return <RecordLoading />;
  return <LoadFailed title={t.failed} onRetry={() => query.refetch()} />;
}

/** Skeleton of a record. */
export function RecordLoading() {
  return (
    <Loading label={t.loading}>
      <Skeleton width="45%" />
      <Skeleton width="70%" height="1.4rem" />
      <Skeleton width="45%" />
      <Skeleton width="70%" height="1.4rem" />
    </Loading>
  );
}
