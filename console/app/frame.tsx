import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { OfflineBanner } from '@orbita/ui/offline-banner';
import { SkipLink } from '@orbita/ui/skip-link';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { shellTexts as t } from '../texts/shell.ts';
import { Announcer } from '../ui/announce.tsx';
import { useOwnPreferences } from './choice.ts';
import { FrameKeys } from './frame-keys.tsx';
import { useInstitution } from './institution.ts';
import { connect } from './live.ts';
import { holds, useMe } from './me.ts';
import { NotAllowed } from './not-allowed.tsx';
import { Rail } from './rail.tsx';
import { useReturnPlace } from './return-place.ts';
import type { Screen } from './screen.ts';
import { pageTitle, useDocumentTitle, useShownTitle } from './title.ts';
import { TopBar } from './top-bar.tsx';

/** Screen of the address, undefined where no screen has it. */
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
    <div className={screen?.bench ? 'shell shell--bench' : 'shell'}>
      <SkipLink />
      <Rail open={menu} onClose={() => setMenu(false)} />
      <div className="shell__main">
        <OfflineBanner>{screen?.bench ? t.offlineSendLine : t.offline}</OfflineBanner>
        {!screen?.bench && <TopBar title={screen?.title ?? t.notFound} onMenu={() => setMenu(true)} />}
        <main className="shell__content" id="conteudo">
          {refused ? <NotAllowed title={refused.title} parts={refused.parts} /> : <Outlet />}
        </main>
        <Announcer />
      </div>
      <FrameKeys />
    </div>
  );
}
