import { ApiError } from '@orbita/client/errors.ts';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { LoadingForm } from '@orbita/ui/skeleton';
import type { ReactNode } from 'react';
import { Content, Head } from '../ui/page.tsx';
import { Failed } from './states.tsx';

/** Whether an address points to nothing that this person may see: its number is invalid, or the server answered 404. */
export const isMissing = (id: number, error: unknown): boolean =>
  !Number.isSafeInteger(id) || (error instanceof ApiError && error.status === 404);

type Props = {
  id: number;
  title: string;
  error: unknown;
  onRetry: () => unknown;
  texts: { loading: string; missing: string; toList: string };
  /** Address that `toList` leads to. */
  list: string;
};

/** Shown until an item has loaded: loading, failed, or not found (any more). */
export function AwaitedItem({ id, title, error, onRetry, texts, list }: Props) {
  return (
    <Content>
      <Head title={title} />
      {isMissing(id, error) ? (
        <Empty
          mark="question"
          title={texts.missing}
          action={
            <ButtonLink kind="outline" href={list}>
              {texts.toList}
            </ButtonLink>
          }
        />
      ) : error ? (
        <Failed error={error} onRetry={onRetry} />
      ) : (
        <LoadingForm label={texts.loading} fields={3} />
      )}
    </Content>
  );
}

type ItemProps<Item> = Omit<Props, 'error' | 'onRetry'> & {
  of: { data: Item | undefined; error: unknown; refetch: () => unknown };
  children: (item: Item) => ReactNode;
};

/** The page of one item, or what is shown until it has loaded. */
export function ItemPage<Item>({ of: { data, error, refetch }, children, ...rest }: ItemProps<Item>) {
  if (data !== undefined && !isMissing(rest.id, error)) return children(data);
  return <AwaitedItem {...rest} error={error} onRetry={() => refetch()} />;
}
