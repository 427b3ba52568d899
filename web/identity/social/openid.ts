import { tabStore } from '@orbita/client/storage.ts';
import { call } from '../../base/api.ts';
import { BASE, settings } from '../../base/settings.ts';
import { keepUnlinked } from './kept.ts';

export type OpenIdProvider = 'google' | 'linkedin';

/** Kept in this tab while the person is at the provider; what protects the way lies in a cookie of the server (S5). */
type Kept = {
  provider: OpenIdProvider;
  state: string;
  remember: boolean;
  /** Page the person wanted before. */
  wanted: string | null;
};

const KEY = 'orbita-social';

/** Leads to the provider's sign-in page. Throws where the provider does not answer or is not configured. */
export async function leaveFor(provider: OpenIdProvider, remember: boolean): Promise<void> {
  const { authorizationUrl, state } = await call(
    'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/authorization',
    { params: { tenant: settings.tenant.alias, provider } },
  );
  const wanted = new URLSearchParams(location.search).get('redirectTo');
  // Discards what an earlier attempt left.
  keepUnlinked(undefined);
  const kept: Kept = { provider, remember, wanted, state };
  tabStore.setItem(KEY, JSON.stringify(kept));
  location.assign(authorizationUrl);
}

export type Return =
  | {
      kind: 'code';
      provider: OpenIdProvider;
      body: { code: string; state: string; remember: boolean };
    }
  | { kind: 'cancelled' }
  /** The return does not match a sign-in started in this tab. */
  | { kind: 'foreign' };

function keptOnce(): Kept | undefined {
  const text = tabStore.getItem(KEY);
  tabStore.removeItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as Kept);
}

/**
 * Reads what a provider's page came back with, once; code and state leave the address at once, and the page the
 * person wanted is in it again.
 */
export function takeReturn(): Return {
  const provider = location.pathname.slice(`${BASE}/auth/`.length).replace(/\/$/, '');
  const query = new URLSearchParams(location.search);
  const kept = keptOnce();
  const wanted = kept?.wanted ? `?redirectTo=${encodeURIComponent(kept.wanted)}` : '';
  history.replaceState(null, '', location.pathname + wanted);
  // No sign-in was started: the page was reloaded or its address typed.
  if (!query.has('code') && !query.has('error')) return { kind: 'cancelled' };
  if (!kept || kept.provider !== provider || query.get('state') !== kept.state) return { kind: 'foreign' };
  if (query.get('error') === 'access_denied' || query.get('error') === 'user_cancelled_login')
    return { kind: 'cancelled' };
  const code = query.get('code');
  if (!code) return { kind: 'foreign' };
  const { state, remember } = kept;
  return { kind: 'code', provider: kept.provider, body: { code, state, remember } };
}
