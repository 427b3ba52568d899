import { createRoot } from 'react-dom/client';
import '../styles/tokens.css';
import '../styles/base.css';
import { showGate } from '../identity/gate.tsx';
import { chunk } from './chunk-reload.ts';
import { session } from './session.ts';
import { BASE } from './settings.ts';
import { dropTabAccess } from './tab-access.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

/** Pages of the app that open without a session (spec 4.2, rules 1 and 4). */
const OPEN = ['/print', '/logout', '/componentes'];

/**
 * The sign-in page needs no router and no query cache: it comes with the entry, everything else later. Whoever has no
 * session is led there from every other page, which is remembered in the address (spec 4.2, rule 4).
 */
function atGate(): boolean {
  if (session.token()) return false;
  const path = location.pathname.slice(BASE.length).replace(/\/$/, '');
  if (OPEN.includes(path)) return false;
  if (/^\/reset-password(\/[^/]+)?$/.test(path)) return true;
  if (path !== '') {
    const wanted = encodeURIComponent(location.pathname + location.search);
    history.replaceState(null, '', `${BASE}/?redirectTo=${wanted}`);
  }
  return true;
}

/** A key in the address of an application or an essay (spec 4.2, rule 2). */
const LINK = new RegExp(`^${BASE}/(subscriptions|essays)(/|$)`);

async function show(): Promise<void> {
  if (LINK.test(location.pathname) && new URLSearchParams(location.search).has('accesskey')) {
    const { showLink } = await chunk(() => import('../identity/access-key-page.tsx'));
    await showLink(root);
  }
  if (atGate()) {
    showGate(root, enter);
  } else {
    const { showApp } = await chunk(() => import('./app.tsx'));
    showApp(root);
  }
}

/** Goes on into the app after signing in, without loading the page again. */
async function enter(path: string): Promise<void> {
  // Who signs in has the whole of her rights; a link of before would only narrow them.
  dropTabAccess();
  history.replaceState(null, '', BASE + path);
  const { showApp } = await chunk(() => import('./app.tsx'));
  showApp(root);
}

void show();
