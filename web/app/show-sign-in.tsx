import { whenIdle } from '../base/idle.ts';
import { rootToDraw, rootToGoOnWith } from '../base/root.ts';
import { Gate } from '../identity/gate.tsx';
import { isPainted } from '../identity/painted-name.ts';
import type { SignInPageProps } from '../identity/sign-in-page.tsx';
import { holdTyped } from '../identity/take-over.ts';

/** Prefetches the app while the person is typing. */
function fetchNext(): void {
  whenIdle(() => {
    void import('./app.tsx').catch(() => undefined);
    void import('../subscription/pages/portal-page.tsx').catch(() => undefined);
  });
}

/**
 * Shows the sign-in page without router, query cache and form library, hydrating the server-rendered one if present. `enter`
 * opens a path below the base.
 */
export function showSignIn(enter: SignInPageProps['enter']): void {
  const gate = <Gate enter={enter} />;
  if (isPainted(document.getElementById('root') as HTMLElement)) {
    holdTyped();
    rootToGoOnWith(gate);
  } else rootToDraw().render(gate);
  fetchNext();
}
