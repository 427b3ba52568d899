import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { IN_APP_TEXT, isInApp, SOCIAL_TEXTS, type SocialProvider } from '@orbita/domain/identity';
import type { Unlinked } from './providers.ts';

/** Result of signing in through a provider; empty if the page is left for it, or the person cancelled. */
type Entered = { trouble?: string; unlinked?: Unlinked; done?: true };

async function enter(provider: SocialProvider, remember: boolean): Promise<Entered> {
  if (provider === 'google' && isInApp(navigator.userAgent)) return { trouble: IN_APP_TEXT };
  if (provider !== 'facebook') {
    const { leaveFor } = await import('./openid.ts');
    await leaveFor(provider, remember);
    return {};
  }
  const [{ loadFacebook, facebookToken }, { signInSocial }] = await Promise.all([
    import('./facebook.ts'),
    import('./session.ts'),
  ]);
  const socialAccessToken = await facebookToken(await loadFacebook());
  if (!socialAccessToken) return {};
  const unlinked = await signInSocial(provider, { socialAccessToken, remember });
  return unlinked ? { unlinked } : { done: true };
}

/** Signs in through a provider; returns the text to show if it could not be reached or refused. */
export async function enterBy(provider: SocialProvider, remember: boolean): Promise<Entered> {
  try {
    return await enter(provider, remember);
  } catch (error) {
    const isSaid = (error instanceof ApiError && error.status < 500) || error instanceof NetworkError;
    return { trouble: isSaid ? error.message : SOCIAL_TEXTS.notLoaded(provider) };
  }
}
