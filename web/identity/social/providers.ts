import { SOCIAL_PROVIDERS, type SocialProvider } from '@orbita/domain/identity';
import { settings } from '../../base/settings.ts';

/** Providers this host has a client at, in the order of the buttons. */
export const configuredProviders = (): SocialProvider[] =>
  SOCIAL_PROVIDERS.filter((provider) => settings.loginMethods[provider]);

/** A provider's account that is not linked yet, and the right to link it. */
export type Unlinked = { provider: SocialProvider; linkToken: string };
