import type { Root } from 'react-dom/client';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { GatePage, type GatePageProps } from './gate-page.tsx';

/** What comes after signing in is fetched while the person types. */
function fetchNext(): void {
  const idle = (work: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 4000 }) : setTimeout(work, 1500);
  idle(() => {
    void import('../app/app.tsx').catch(() => undefined);
    void import('../subscription/portal-page.tsx').catch(() => undefined);
  });
}

/** Draws the sign-in page, without router, query cache or form library. `enter` goes on to a path below the base. */
export function showGate(root: Root, enter: GatePageProps['enter']): void {
  root.render(
    <>
      <OfflineBanner />
      <GatePage enter={enter} />
    </>,
  );
  fetchNext();
}
