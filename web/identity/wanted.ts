import { ENDED_LINK, safeRedirect } from '@orbita/domain/identity';
import { BASE } from '../base/base.ts';
import { here } from '../base/here.ts';

/** The page that was requested before signing in. */
export const wantedPage = (): string | undefined =>
  safeRedirect(new URLSearchParams(here().search).get('redirectTo'));

/** True when somebody came by a link that no longer opens anything, and is sent to sign in instead. */
export const isEndedLink = (): boolean => wantedPage() === BASE + ENDED_LINK;
