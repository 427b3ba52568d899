import { call } from '../app/api.ts';
import { session } from '../app/session.ts';
import { BASE } from '../app/settings.ts';
import { tellTabs } from '../app/tab.ts';
import { dropTabAccess, keepTabAccess } from '../app/tab-access.ts';

/** One after the other over all tabs: the first answer gives the browser the companion that the others are bound to. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('orbita.access', work) : work();

const ask = (id: number, key: string, ofEssay: boolean) => {
  const userToken = session.signedIn();
  const query = ofEssay ? ({ of: 'essay' } as const) : {};
  return userToken
    ? call('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}', {
        params: { subscriptionId: id, key, userToken },
        query,
      })
    : call('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}', {
        params: { subscriptionId: id, key },
        query,
      });
};

/**
 * Exchanges the key in the address bar (spec 4.2, rule 2): afterwards the address is that of the page without the key,
 * or of the portal when the key is not good. Throws when the server could not be asked.
 */
export async function openLink(): Promise<void> {
  const address = new URL(location.href);
  const path = address.pathname.slice(BASE.length);
  const key = address.searchParams.get('accesskey');
  const id = Number(/\/(\d+)\/?$/.exec(path)?.[1]);
  const before = session.signedIn();
  const answer = key && id > 0 ? await inTurn(() => ask(id, key, path.startsWith('/essays/'))) : undefined;
  if (!answer?.isValid || !answer.accessToken || !answer.uuid || !answer.subscriptionId) {
    history.replaceState(null, '', `${BASE}/portal`);
    return;
  }
  const { accessToken: token, uuid, subscriptionId } = answer;
  // The signed-in person's own link: her session is in the cookies, and no tab needs one of its own.
  if (token === session.signedIn()) dropTabAccess();
  else keepTabAccess({ token, uuid, subscriptionId });
  // Whoever was signed in is not any more: her other tabs show nothing of hers from now on.
  if (before && !session.signedIn()) tellTabs('left');
  address.searchParams.delete('accesskey');
  history.replaceState(null, '', address);
}
