import { ApiError } from '@orbita/client/errors.ts';
import { LoadFailed } from '@orbita/ui/load-failed';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';

/** What a link opened is over: the server knows its key no more. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** A refusal is final; what was lost on the way is asked for twice more. */
export const retryLink = (count: number, failure: unknown): boolean =>
  count < 2 && !(failure instanceof ApiError && failure.status < 500);

type WaitingProps = {
  texts: { pageTitle: string; failed: string; loading: string };
  error: unknown;
  onRetry: () => unknown;
};

/** The page of a link until the server has said what it opens, or could not be reached. */
export function LinkWaiting({ texts: t, error, onRetry }: WaitingProps) {
  return (
    <Page width="task">
      <PageHead title={t.pageTitle} />
      {error ? (
        <LoadFailed title={t.failed} onRetry={() => void onRetry()} />
      ) : (
        <Loading label={t.loading}>
          <Skeleton height="20rem" />
        </Loading>
      )}
    </Page>
  );
}

/** A link that opens nothing any more, with the reason. */
export function LinkEnded({ title, lead }: { title: string; lead: string }) {
  return (
    <Page width="center">
      <div className="stack center">
        <OrbitEmblem mark="lock" still />
        <PageHead title={title} lead={lead} />
      </div>
    </Page>
  );
}
