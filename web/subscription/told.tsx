import type { ReactNode } from 'react';
import { recordTexts as t } from '../texts/record.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

type ToldProps<T> = {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

/** What is on its way to a record, what came, or that it did not come and how to ask again. */
export function Told<T>({ query, children }: ToldProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <RecordLoading />;
  return <LoadFailed title={t.failed} onRetry={() => void query.refetch()} />;
}

/** The place of a record that is on its way. */
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
