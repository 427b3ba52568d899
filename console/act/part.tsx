import { Loading, Skeleton } from '@orbita/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from '../base/states.tsx';
import { partTexts } from '../texts/parts.ts';
import { Section } from '../ui/page.tsx';

type Props<Data> = {
  title: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Beside the title, once there is data. */
  aside?: ((data: Data) => ReactNode) | undefined;
  /** Shown instead when there is nothing. */
  none: string;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
};

/** A block of facts on an application's page: its data, a placeholder while loading, or why it could not be read. */
export function Part<Data>({
  title,
  query: { data, error, refetch },
  aside,
  none,
  isEmpty,
  children,
}: Props<Data>) {
  const empty = data !== undefined && isEmpty(data);
  return (
    <Section title={title} aside={data !== undefined && !empty && aside?.(data)}>
      {error && data === undefined && <Failed error={error} onRetry={() => refetch()} />}
      {data === undefined && !error && (
        <Loading label={partTexts.awaited(title)}>
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </Loading>
      )}
      {empty && <p className="muted">{none}</p>}
      {data !== undefined && !empty && children(data)}
    </Section>
  );
}

/** One line of facts: label, value, and an explanation in small print. */
export const Fact = ({
  label,
  children,
  small,
}: {
  label: ReactNode;
  children: ReactNode;
  small?: ReactNode;
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {small && <small>{small}</small>}
    </dd>
  </div>
);
