import type { Config } from '../platform/config.ts';

/** Widgets whose script fetches parts of itself from elsewhere: reviewed by hand, never taken from a tenant. */
const PARTS: Record<string, string[]> = {
  'https://www.google.com': ['https://www.gstatic.com'],
  'https://www.recaptcha.net': ['https://www.gstatic.com'],
};

/** What the script of Facebook's window speaks to. */
const FACEBOOK_PARTS: Record<string, string[]> = {
  'https://connect.facebook.net': ['https://www.facebook.com', 'https://graph.facebook.com'],
};

/** What the scripts of media tracking fetch and report to, by where they come from: reviewed by hand as well. */
const TAG_PARTS: Record<string, { connect: string[]; images: string[] }> = {
  'https://www.googletagmanager.com': {
    connect: [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
    images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  },
};

const TAG_POLICIES = ['orbita-tags', 'goog#html'];

export type PolicyFacts = {
  nonce: string;
  /** Host name with its port, as the browser called it; already known to be one of ours. */
  host: string;
  captchaScript: string | undefined;
  /** Script of Facebook's sign-in window, where the host has it; loaded only once somebody presses the button. */
  facebookScript?: string | undefined;
  videoOrigins: readonly string[];
  /** Where files are handed out, if not here. */
  filesOrigin?: string | undefined;
  /** Where the scripts of media tracking come from; empty on every page that may not have them (spec 3.1). */
  tagOrigins?: readonly string[];
};

/** Content security policy of the application's page (S10): no inline script, no foreign frame but what is named. */
export function contentPolicy(facts: PolicyFacts): string {
  const { nonce, host, captchaScript, facebookScript, videoOrigins, filesOrigin, tagOrigins = [] } = facts;
  const files = filesOrigin ? [filesOrigin] : [];
  const facebook = facebookScript ? [new URL(facebookScript).origin] : [];
  const facebookParts = facebook.flatMap((origin) => FACEBOOK_PARTS[origin] ?? []);
  const tagParts = tagOrigins.map((origin) => TAG_PARTS[origin] ?? { connect: [], images: [] });
  const captcha = captchaScript ? [new URL(captchaScript).origin] : [];
  const scripts = [
    ...facebook,
    ...captcha,
    ...captcha.flatMap((origin) => PARTS[origin] ?? []),
    ...tagOrigins,
  ];
  const reports = [...tagOrigins, ...tagParts.flatMap(({ connect }) => connect)];
  const images = [...tagOrigins, ...tagParts.flatMap(({ images: more }) => more)];
  const frames = [...captcha, ...videoOrigins, ...facebookParts];
  return [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    [
      "connect-src 'self'",
      `ws://${host}`,
      `wss://${host}`,
      ...files,
      ...captcha,
      ...facebookParts,
      ...reports,
    ].join(' '),
    ["img-src 'self' data: blob:", ...images].join(' '),
    `frame-src ${frames.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The tag manager names its own policy; ours lets only the one address through.
    [
      'trusted-types orbita-html orbita-script',
      ...(facebook.length > 0 ? ['orbita-facebook'] : []),
      ...(tagOrigins.length > 0 ? TAG_POLICIES : []),
    ].join(' '),
  ].join('; ');
}

/** Headers of every page of ours, besides those the server gives to every answer. */
export const pageHeaders = (
  config: Pick<Config, 'development'>,
  trustworthy: boolean,
): Record<string, string> => ({
  // Nonce, brand and moment of one answer: no cache may give it to anybody else.
  'cache-control': 'private, no-cache',
  // Browsers heed it on https and localhost alone, and complain elsewhere.
  ...(trustworthy ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
  'permissions-policy':
    'geolocation=(self), camera=(self), microphone=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'same-origin',
  ...(config.development ? { 'x-robots-tag': 'noindex' } : {}),
});
