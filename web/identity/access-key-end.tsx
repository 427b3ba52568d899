import { call } from '../app/api.ts';
import { BrandBar } from '../app/brand-bar.tsx';
import { beginLeaving, forgetTexts, isLeaving } from '../app/leave.ts';
import { queryClient } from '../app/query.ts';
import { forgetOwner } from '../app/session.ts';
import { BASE } from '../app/settings.ts';
import { dropTabAccess, tabAccess } from '../app/tab-access.ts';
import { useTitle } from '../app/title.ts';
import { accessKeyTexts as t } from '../texts/access-key.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ExitIcon } from '../ui/icons/exit.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { OrbitEmblem } from '../ui/orbit.tsx';
import { Page, PageHead } from '../ui/page.tsx';

/** Marks the address of `/logout` at which a tab says goodbye that a link had opened. */
export const ENDED = 'acesso-encerrado';

/** Drops the token of this tab and says goodbye; whoever signed in in this browser since then stays so. */
async function endAccess(): Promise<void> {
  if (isLeaving()) return;
  // Calls the page still makes are refused from now on, and that is no news.
  beginLeaving();
  try {
    if (tabAccess()) await call('POST /platform/auth/signout', { timeoutMs: 5000, quiet: true });
  } catch {
    // Nobody is held back: without its tab the token is out of reach, and it ends by itself.
  }
  dropTabAccess();
  forgetOwner();
  forgetTexts();
  queryClient.clear();
  location.replace(`${BASE}/logout?${ENDED}`);
}

/** What the course bar offers under an access key (spec 4.3): no way back to the portal, and an end. */
export const endItem: MenuItem = { label: t.end, icon: ExitIcon, onClick: () => void endAccess() };

/** The goodbye: what a shared computer shows to whoever comes next. */
export function AccessEndedPage() {
  useTitle(t.endedTitle);
  return (
    <>
      <BrandBar />
      <Page width="center">
        <div className="stack center">
          <OrbitEmblem mark="check" still />
          <PageHead title={t.endedTitle} lead={t.endedLead} />
          <p className="small muted">{t.endedHelp}</p>
          <div className="row row--middle">
            <ButtonLink kind="quiet" href="/">
              {t.enter}
            </ButtonLink>
          </div>
        </div>
      </Page>
    </>
  );
}
