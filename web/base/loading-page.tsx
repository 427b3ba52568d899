import '@orbita/ui/styles/bar.css';
import { Page } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';

/** Skeleton of a page whose chunk is loading; `below` leaves out the bar because it is already drawn. */
export function LoadingPage({ below }: { below?: boolean }) {
  return (
    <>
      {!below && <div className="bar bar--shape" aria-hidden="true" />}
      <Page width={below ? 'task' : 'wide'}>
        <Loading>
          <Skeleton width="min(18rem, 70%)" height="2rem" />
          <Skeleton width="min(26rem, 90%)" />
          <div className="loading__card">
            <SkeletonCard />
          </div>
        </Loading>
      </Page>
    </>
  );
}
