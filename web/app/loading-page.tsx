import { Page } from '../ui/page.tsx';
import { Loading, SkeletonCard } from '../ui/skeleton.tsx';

/** Shape of a page whose part of the app is still on its way. */
export function LoadingPage() {
  return (
    <Page>
      <Loading>
        <SkeletonCard />
      </Loading>
    </Page>
  );
}
