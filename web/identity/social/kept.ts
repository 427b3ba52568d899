import { serverNow } from '@orbita/client/server-clock.ts';
import { tabStore } from '@orbita/client/storage.ts';
import { SOCIAL_LINK_MINUTES } from '@orbita/domain/identity';
import type { Unlinked } from './providers.ts';

const KEY = 'orbita-unlinked';

/** Keeps the right to link an account across reloads of this tab, for as long as the server accepts it; undefined removes it. */
export function keepUnlinked(account: Unlinked | undefined): void {
  if (!account) {
    tabStore.removeItem(KEY);
    return;
  }
  const until = serverNow() + SOCIAL_LINK_MINUTES * 60_000;
  tabStore.setItem(KEY, JSON.stringify({ ...account, until }));
}

/** The account that was waiting to be linked when the page was reloaded. */
export function keptUnlinked(): Unlinked | undefined {
  const text = tabStore.getItem(KEY);
  if (text === null) return undefined;
  const { provider, linkToken, until } = JSON.parse(text) as Unlinked & { until: number };
  if (until > serverNow()) return { provider, linkToken };
  tabStore.removeItem(KEY);
  return undefined;
}
