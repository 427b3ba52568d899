import { createRoot } from 'react-dom/client';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/logo.css';
import { showGate } from '../identity/gate.tsx';
import { followCampaign } from '../tenancy/campaign.ts';
import { tagsLive } from '../tenancy/tags.ts';
import { allowTagsAtGate, askAboutCookies } from '../tenancy/visit.ts';
import { chunk } from './chunk-reload.ts';
import { doorOf } from './doors.ts';
import { watchErrors } from './error-reports.ts';
import { session } from './session.ts';
import { BASE } from './settings.ts';
import { tellTabs } from './tab.ts';
import { dropTabAccess } from './tab-access.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

let leaveGate = (): void => undefined;

/**
 * The sign-in page needs no router and no query cache: it comes with the entry, everything else later. Whoever has no
 * session is led there from every other page, which is remembered in the address (spec 4.2, rule 4).
 */
async function show(): Promise<void> {
  const door = doorOf(location.pathname.slice(BASE.length) + location.search, session.token() !== undefined);
  if (door === 'gate') {
    showGate(root, enter);
    leaveGate = allowTagsAtGate();
  } else if (door === 'app') await showLater();
  else if (door === 'link') {
    const { showLink } = await chunk(() => import('../identity/access-key-page.tsx'));
    await showLink(root);
    await show();
  } else {
    history.replaceState(null, '', BASE + door.replace);
    await show();
  }
}

async function showLater(): Promise<void> {
  const { showApp } = await chunk(() => import('./app.tsx'));
  showApp(root);
}

/** Goes on into the app after signing in, without loading the page again unless a foreign script lives in it. */
async function enter(path: string): Promise<void> {
  // Who signs in has the whole of her rights; a link of before would only narrow them.
  dropTabAccess();
  tellTabs('entered');
  leaveGate();
  // Who signed in may be under 18: a script that came for a visitor does not stay (spec 3.1).
  if (tagsLive()) return location.replace(BASE + path);
  history.replaceState(null, '', BASE + path);
  await showLater();
}

watchErrors();
followCampaign();
void show().finally(askAboutCookies);
