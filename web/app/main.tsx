import { createRoot } from 'react-dom/client';
import '../styles/tokens.css';
import '../styles/base.css';
import { chunk } from './chunk-reload.ts';
import { session } from './session.ts';
import { BASE } from './settings.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

/** Pages that open without a session need no router and no query cache: they come as a chunk of their own. */
const atGate = () => location.pathname.replace(/\/$/, '') === BASE && !session.token();

async function show(): Promise<void> {
  if (atGate()) {
    const { showGate } = await chunk(() => import('../identity/gate.tsx'));
    showGate(root, enter);
  } else {
    const { showApp } = await chunk(() => import('./app.tsx'));
    showApp(root);
  }
}

/** Goes on into the app after signing in, without loading the page again. */
async function enter(path: string): Promise<void> {
  history.replaceState(null, '', BASE + path);
  const { showApp } = await chunk(() => import('./app.tsx'));
  showApp(root);
}

void show();
