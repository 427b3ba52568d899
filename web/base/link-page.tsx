import { ApiError } from '@orbita/client/errors.ts';
import { LoadFailed } from '@orbita/ui/load-failed';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';

/** True if the link is over: the server no longer knows its key. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** A refusal is final; a request that got no usable answer is retried twice. */
export const retryLink = (count: number, failure: unknown): boolean =>
  count < 2 && !(failure instanceof ApiError && failure.status < 500);

type WaitingProps = {
  texts: { pageTitle: string; failed: string; loading: string };
  error: unknown;
  onRetry: () => unknown;
};

/** The page of a link until the server has said what it opens; also shown if the server could not be reached. */
export function LinkWaiting({ texts: t, error, onRetry }: WaitingProps) {
  return (
    <Page width="task">
      <PageHead title={t.pageTitle} />
      {error ? (
        <LoadFailed title={t.failed} onRetry={onRetry} />
      ) : (
        <Loading label={t.loading}>
          <Skeleton height="20rem" />
        </Loading>
      )}
    </Page>
  );
}

/** The page of a link that no longer opens anything, with the reason. */
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
