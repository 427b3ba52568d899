import '@orbita/ui/styles/tokens.css';
import '@orbita/ui/styles/base.css';
import '@orbita/ui/styles/logo.css';
import { keepForeignText } from '@orbita/ui/foreign-text.ts';
import { whenComplete } from '@orbita/ui/lacking.ts';
import { BASE, inView } from '../base/base.ts';
import { chunk } from '../base/chunk-reload.ts';
import { watchStyles } from '../base/chunk-styles.ts';
import { keepsCookies } from '../base/cookie.ts';
import { askedEarly } from '../base/early.ts';
import { entryOf, signInAddress } from '../base/entry.ts';
import { takeLinkKey } from '../base/link-key.ts';
import { reportLater, watchErrors } from '../base/report-later.ts';
import { rootToDraw } from '../base/root.ts';
import { session } from '../base/session.ts';
import { StartFailed } from '../base/start-failed.tsx';
import { dropTabAccess } from '../base/tab-access.ts';
import { postToTabs } from '../base/tab-channel.ts';
import { tagsLive } from '../tenancy/tags-live.ts';
import { showSignIn } from './show-sign-in.tsx';

/** Hash with which the console opens the preview of a brand instead of a candidate's pages. */
const SAMPLE_HASH = '#amostra';

let gateStands = false;

/**
 * The sign-in page needs no router and no query cache, so it is part of the entry chunk and everything else loads later. A
 * person without a session is sent there from any other page, which the address then carries (spec 4.2, rule 4).
 */
async function show(): Promise<void> {
  if (inView) {
    const isSample = location.hash === SAMPLE_HASH;
    if (isSample) return (await chunk(() => import('./sample-page.tsx'))).showSample(rootToDraw());
    return (await chunk(() => import('./view-page.tsx'))).showView(rootToDraw());
  }
  const entry = entryOf(
    location.pathname.slice(BASE.length) + location.search + location.hash,
    session.token() !== undefined,
  );
  if (entry === 'sign-in' && !keepsCookies()) await showNoCookies();
  else if (entry === 'sign-in') {
    showSignIn(enter);
    gateStands = true;
  } else if (entry === 'app') await showLater();
  else if (entry === 'goodbye') {
    const { showGoodbye } = await chunk(() => import('../identity/access-ended-page.tsx'));
    showGoodbye();
  } else if (entry === 'link') {
    const { showLink } = await chunk(() => import('../identity/access-key-page.tsx'));
    await showLink(rootToDraw());
    await show();
  } else {
    // A token that the page's first calls found to be invalid has been removed by now: it leads to the portal (spec 4.2, rule
    // 5).
    history.replaceState(null, '', BASE + (askedEarly() ? signInAddress('/portal') : entry.replace));
    await show();
  }
}

async function showNoCookies(): Promise<void> {
  const { showCookiesOff } = await chunk(() => import('./cookies-off-page.tsx'));
  showCookiesOff(rootToDraw());
}

async function showLater(): Promise<void> {
  gateStands = false;
  const { showApp } = await chunk(() => import('./app.tsx'));
  showApp(rootToDraw());
}

function showFailure(error: unknown): void {
  void reportLater(error);
  rootToDraw().render(<StartFailed />);
}

/** Opens the app after sign-in, with a full page load only if third-party scripts are running in this page. */
async function enter(path: string): Promise<void> {
  // Some browsers refuse only the cookies set by a response.
  if (!session.signedIn()) return showNoCookies().catch(showFailure);
  // Access by a link opened earlier is narrower than that of the session, so it is dropped.
  dropTabAccess();
  postToTabs('entered');
  // The person may be under 18, so scripts loaded for an anonymous visitor must not stay (spec 3.1).
  if (tagsLive()) return location.replace(BASE + path);
  history.replaceState(null, '', BASE + path);
  await showLater().catch(showFailure);
}

// A page restored from the back/forward cache may have a session by now.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && gateStands && session.token() !== undefined) void show().catch(showFailure);
});
whenComplete(() => {
  keepForeignText();
  takeLinkKey();
  watchErrors();
  watchStyles();
  void show()
    .catch(showFailure)
    .finally(() => {
      if (!inView)
        void import('../tenancy/visit.ts')
          .then(({ beginVisit }) => beginVisit(() => gateStands))
          .catch(() => undefined);
    });
});
