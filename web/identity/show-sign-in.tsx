import type { Root } from 'react-dom/client';
import { StartBoundary } from '../app/start-failed.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { SignInPage, type SignInPageProps } from './sign-in-page.tsx';

/** Prefetches the app while the person types. */
function fetchNext(): void {
  const idle = (work: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 4000 }) : setTimeout(work, 1500);
  idle(() => {
    void import('../app/app.tsx').catch(() => undefined);
    void import('../subscription/portal-page.tsx').catch(() => undefined);
  });
}

/** Renders the sign-in page without router, query cache and form library. `enter` opens a path below the base. */
export function showSignIn(root: Root, enter: SignInPageProps['enter']): void {
  root.render(
    <StartBoundary>
      <OfflineBanner />
      <SignInPage enter={enter} />
    </StartBoundary>,
  );
  fetchNext();
}
