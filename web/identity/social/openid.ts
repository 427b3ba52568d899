import { tabStore } from '@orbita/client/storage.ts';
import { call } from '../../base/api.ts';
import { BASE, settings } from '../../base/settings.ts';
import { keepUnlinked } from './kept.ts';

export type OpenIdProvider = 'google' | 'linkedin';

/** Stored in this tab while the person is at the provider; what secures the exchange is in a cookie of the server (S5). */
type Kept = {
  provider: OpenIdProvider;
  state: string;
  remember: boolean;
  /** Page the person originally wanted. */
  wanted: string | null;
};

const KEY = 'orbita-social';

/** Leaves for the provider's sign-in page. Throws if the provider does not answer or is not configured. */
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

/** How a provider reports that the person cancelled: the standard's code, and LinkedIn's for either of its two pages. */
const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];

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
 * Reads the result of a provider's page, once; code and state are removed from the address immediately, and the page the person
 * wanted is put back.
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
  if (CANCELLED.includes(query.get('error') ?? '')) return { kind: 'cancelled' };
  const code = query.get('code');
  if (!code) return { kind: 'foreign' };
  const { state, remember } = kept;
  return { kind: 'code', provider: kept.provider, body: { code, state, remember } };
}
