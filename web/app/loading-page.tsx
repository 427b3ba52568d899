import '../styles/bar.css';
import { Page } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { SkeletonCard } from '../ui/skeleton-card.tsx';

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
