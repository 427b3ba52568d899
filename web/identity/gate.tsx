import { OfflineBanner } from '@orbita/ui/offline-banner';
import { StartBoundary } from '../base/start-failed.tsx';
import { SignInPage, type SignInPageProps } from './sign-in-page.tsx';

/** Everything before the app, as the server paints it and the browser goes on with it. */
export function Gate({ enter }: SignInPageProps) {
  return (
    <StartBoundary>
      <OfflineBanner />
      <SignInPage enter={enter} />
    </StartBoundary>
  );
}
