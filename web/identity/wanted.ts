import { safeRedirect } from '@orbita/domain/identity';
import { here } from '../app/here.ts';

/** The page that was asked for before signing in. */
export const wantedPage = (): string | undefined =>
  safeRedirect(new URLSearchParams(here().search).get('redirectTo'));
