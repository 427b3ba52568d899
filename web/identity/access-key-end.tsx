import { ExitIcon } from '@orbita/ui/icons/exit';
import type { MenuItem } from '@orbita/ui/menu';
import { call } from '../base/api.ts';
import { ENDED } from '../base/entry.ts';
import { beginLeaving, forgetTexts, isLeaving } from '../base/leave.ts';
import { queryClient } from '../base/query.ts';
import { forgetOwner } from '../base/session.ts';
import { BASE } from '../base/settings.ts';
import { dropTabAccess, tabAccess } from '../base/tab-access.ts';
import { accessKeyTexts as t } from '../texts/access-key.ts';

/** Drops the token of this tab and shows the goodbye page; a person signed in in this browser stays signed in. */
async function endAccess(): Promise<void> {
  if (isLeaving()) return;
  // From here on, refusals of calls the page still makes are expected.
  beginLeaving();
  try {
    if (tabAccess()) await call('POST /platform/auth/signout', { timeoutMs: 5000, quiet: true });
  } catch {
    // A failure is ignored: the token is removed from the tab and expires by itself.
  }
  dropTabAccess();
  forgetOwner();
  forgetTexts();
  queryClient.clear();
  location.replace(`${BASE}/logout?${ENDED}`);
}

/** What the course bar offers under an access key (spec 4.3): no way back to the portal, but a way to end the access. */
export const endItem: MenuItem = { label: t.end, icon: ExitIcon, onClick: () => void endAccess() };
