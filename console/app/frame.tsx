import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { OfflineBanner } from '@orbita/ui/offline-banner';
import { SkipLink } from '@orbita/ui/skip-link';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useOwnPreferences } from '../base/choice.ts';
import { useInstitution } from '../base/institution.ts';
import { connect } from '../base/live.ts';
import { holds, useMe } from '../base/me.ts';
import { NotAllowed } from '../base/not-allowed.tsx';
import { useReturnPlace } from '../base/return-place.ts';
import type { Screen } from '../base/screen.ts';
import { pageTitle, useDocumentTitle, useShownTitle } from '../base/title.ts';
import { shellTexts as t } from '../texts/shell.ts';
import { Announcer } from '../ui/announce.tsx';
import { FrameKeys } from './frame-keys.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';

/** The purpose of a page loads after the page. */
const Purpose = lazy(() => import('../manual/purpose.tsx'));

/** Screen of the address; undefined if none matches. */
function useScreen(): Screen | undefined {
  return useMatches()
    .map(({ handle }) => handle as Screen | undefined)
    .findLast((handle) => handle !== undefined);
}

/** Navigation, bar and the screen between them (spec 25.3.2). */
export function Frame() {
  const screen = useScreen();
  const me = useMe();
  const institution = useInstitution();
  const { pathname } = useLocation();
  const [menu, setMenu] = useState(false);
  const title = useShownTitle(screen?.title ?? t.notFound);
  useDocumentTitle(pageTitle(title, institution?.acronym ?? t.all));
  useOwnPreferences();
  useEffect(connect, []);
  useHeadingFocus(pathname, { preventScroll: true });
  useReturnPlace();
  const refused = screen && !holds(me, screen.parts) ? screen : undefined;
  return (
    <div className={screen?.review ? 'shell shell--review' : 'shell'}>
      <SkipLink />
      <Rail open={menu} onClose={() => setMenu(false)} />
      <div className="shell__main">
        <OfflineBanner>{screen?.review ? t.offlineSendLine : t.offline}</OfflineBanner>
        {!screen?.review && <TopBar title={screen?.title ?? t.notFound} onMenu={() => setMenu(true)} />}
        <main className="shell__content" id="conteudo">
          {refused ? <NotAllowed title={refused.title} parts={refused.parts} /> : <Outlet />}
          {screen && !refused && !screen.review && (
            <Suspense>
              <Purpose path={screen.path} />
            </Suspense>
          )}
        </main>
        <Announcer />
      </div>
      <FrameKeys />
    </div>
  );
}
