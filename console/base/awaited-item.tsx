import { ApiError } from '@orbita/client/errors.ts';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Loading, SkeletonForm } from '@orbita/ui/skeleton';
import { Content, Head } from '../ui/page.tsx';
import { Failed } from './states.tsx';

/** Whether an address names nothing that this person may see: its number is none, or the server answered 404. */
export const isMissing = (id: number, error: unknown): boolean =>
  !Number.isSafeInteger(id) || (error instanceof ApiError && error.status === 404);

type Props = {
  id: number;
  title: string;
  error: unknown;
  onRetry: () => void;
  texts: { loading: string; missing: string; toList: string };
  /** Where `toList` leads. */
  list: string;
};

/** In place of the page of one item until it has come: loading, failed, or not there (any more). */
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
        <Loading label={texts.loading}>
          <SkeletonForm fields={3} />
        </Loading>
      )}
    </Content>
  );
}
