/** Providers whose accounts a person may sign in with (spec 5.1). */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'linkedin'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** Display names of the providers. */
export const SOCIAL_LABELS: Record<SocialProvider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
};

/** Messages about a provider (spec 5.3, S-01). */
export const SOCIAL_TEXTS = {
  notConfigured: (provider: SocialProvider) => `Login com ${SOCIAL_LABELS[provider]} não configurado.`,
  notLoaded: (provider: SocialProvider) =>
    `Não foi possível carregar o login com ${SOCIAL_LABELS[provider]}.`,
} as const;

/** Minutes within which a provider account may be linked after the provider confirmed it (spec 5.4). */
export const SOCIAL_LINK_MINUTES = 10;
