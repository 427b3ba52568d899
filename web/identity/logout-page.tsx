import { LiveLine } from '@orbita/ui/live-line';
import { Page } from '@orbita/ui/page';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useEffect } from 'react';
import { call } from '../base/api.ts';
import { ENDED } from '../base/entry.ts';
import { forgetTexts, leaveTo } from '../base/leave.ts';
import { queryClient } from '../base/query.ts';
import { clearSession, session } from '../base/session.ts';
import { dropTabAccess } from '../base/tab-access.ts';
import { postToTabs } from '../base/tab-channel.ts';
import { useTitle } from '../base/title.ts';
import { sessionTexts as t } from '../texts/session.ts';
import { AccessEndedPage } from './access-ended-page.tsx';

/** Revokes the token if the server can be reached; removes the session from the browser in any case. */
async function leave(): Promise<void> {
  try {
    if (session.token()) await call('POST /platform/auth/signout', { timeoutMs: 5000, quiet: true });
  } catch {
    // A failure must not block signing out: the cookies are removed and the token expires by itself.
  }
  dropTabAccess();
  clearSession();
  postToTabs('left');
  forgetTexts();
  queryClient.clear();
  leaveTo('/');
}

/** S-09, or the goodbye page of a tab opened by a link. */
export default function LogoutPage() {
  return new URLSearchParams(location.search).has(ENDED) ? <AccessEndedPage /> : <Leave />;
}

/** Signs out and goes to the sign-in page. */
function Leave() {
  useTitle(t.leaving);
  useEffect(() => void leave(), []);
  return (
    <Page width="center">
      <h1 tabIndex={-1}>
        <VisuallyHidden>{t.leaving}</VisuallyHidden>
      </h1>
      <LiveLine>{t.leaving}</LiveLine>
    </Page>
  );
}
