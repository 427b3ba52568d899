import type { Root } from 'react-dom/client';
import { whenIdle } from '../app/idle.ts';
import { StartBoundary } from '../app/start-failed.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { SignInPage, type SignInPageProps } from './sign-in-page.tsx';

/** Prefetches the app while the person types. */
function fetchNext(): void {
  whenIdle(() => {
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
