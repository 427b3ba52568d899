import { ENDED_LINK } from '@orbita/domain/identity';
import { call } from '../base/api.ts';
import { session } from '../base/session.ts';
import { BASE } from '../base/settings.ts';
import { dropTabAccess, keepTabAccess } from '../base/tab-access.ts';
import { postToTabs } from '../base/tab-channel.ts';

/**
 * One exchange at a time across all tabs: the first answer sets the companion cookie that later tokens are bound to. If the
 * browser has no locks, or refuses them, the exchange starts at once.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const begin = () => {
    begun = work();
    return begun;
  };
  try {
    return await navigator.locks.request('orbita.access', begin);
  } catch {
    return begun ?? work();
  }
}

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
 * Exchanges the key in the address bar for a token (spec 4.2, rule 2). Afterwards the address is that of the page without the
 * key, or, if the key is not valid, of the portal, which says so. Throws when the server does not answer.
 */
export async function openLink(): Promise<void> {
  const address = new URL(location.href);
  const path = address.pathname.slice(BASE.length);
  const key = address.searchParams.get('accesskey');
  const id = Number(/\/(\d+)\/?$/.exec(path)?.[1]);
  const before = session.signedIn();
  const answer = key && id > 0 ? await inTurn(() => ask(id, key, path.startsWith('/essays/'))) : undefined;
  if (!answer?.isValid || !answer.accessToken || !answer.uuid || !answer.subscriptionId) {
    history.replaceState(null, '', BASE + ENDED_LINK);
    return;
  }
  const { accessToken: token, uuid, subscriptionId } = answer;
  // The link belongs to the signed-in person, whose session is in the cookies already.
  if (token === session.signedIn()) dropTabAccess();
  else keepTabAccess({ token, uuid, subscriptionId });
  // The exchange ended the session of another person: inform their other tabs.
  if (before && !session.signedIn()) postToTabs('left');
  address.searchParams.delete('accesskey');
  history.replaceState(null, '', address);
}
