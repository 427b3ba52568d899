import { OfflineBanner } from '@orbita/ui/offline-banner';
import { StartBoundary } from '../base/start-failed.tsx';
import { SignInPage, type SignInPageProps } from './sign-in-page.tsx';

/** Everything outside the app, as the server renders it and the browser hydrates it. */
export function Gate({ enter }: SignInPageProps) {
  return (
    <StartBoundary>
      <OfflineBanner />
      <SignInPage enter={enter} />
    </StartBoundary>
  );
}
