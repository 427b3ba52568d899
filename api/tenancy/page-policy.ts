import { entryOf } from '@orbita/domain/foundation';
import type { Config } from '../platform/config.ts';

/** Addresses from which the script of each widget loads more: reviewed by hand, never taken from a tenant. */
const PARTS: Record<string, string[]> = {
  'https://www.google.com': ['https://www.gstatic.com'],
  'https://www.recaptcha.net': ['https://www.gstatic.com'],
};

/** Addresses to which the script of Facebook's sign-in popup connects. */
const FACEBOOK_PARTS: Record<string, string[]> = {
  'https://connect.facebook.net': ['https://www.facebook.com', 'https://graph.facebook.com'],
};

/**
 * Addresses from which the media-tracking scripts load and to which they report, by the script's origin: also reviewed by hand.
 */
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

/**
 * Origins from which the scripts of the captcha and the sign-in popup load, given their addresses. The page's Trusted Types
 * policy allows scripts only from these and from those of the media-tracking scripts.
 */
export function scriptOrigins(
  captchaScript: string | undefined,
  facebookScript: string | undefined,
): string[] {
  const captcha = captchaScript ? [new URL(captchaScript).origin] : [];
  const facebook = facebookScript ? [new URL(facebookScript).origin] : [];
  return [
    ...new Set([...facebook, ...captcha, ...captcha.flatMap((origin) => entryOf(PARTS, origin) ?? [])]),
  ];
}

export type PolicyFacts = {
  nonce: string;
  /** Host name and port of the browser's request, already verified to be one of ours. */
  host: string;
  captchaScript: string | undefined;
  /** Script of Facebook's sign-in popup, if the host has it; it is loaded only after the button is pressed. */
  facebookScript?: string | undefined;
  videoOrigins: readonly string[];
  /** Origin that serves files, if it is not this one. */
  filesOrigin?: string | undefined;
  /** Origin of the card fields, which a page embeds in a frame (spec 14.8). */
  cardOrigin?: string | undefined;
  /** Origins of the media-tracking scripts; empty on every page that may not load them (spec 3.1). */
  tagOrigins?: readonly string[];
};

/** Content security policy of the application's page (S10): no inline scripts, and only the named frames. */
export function contentPolicy(facts: PolicyFacts): string {
  const {
    nonce,
    host,
    captchaScript,
    facebookScript,
    videoOrigins,
    filesOrigin,
    cardOrigin,
    tagOrigins = [],
  } = facts;
  const files = filesOrigin ? [filesOrigin] : [];
  const facebook = facebookScript ? [new URL(facebookScript).origin] : [];
  const facebookParts = facebook.flatMap((origin) => entryOf(FACEBOOK_PARTS, origin) ?? []);
  const tagParts = tagOrigins.map((origin) => entryOf(TAG_PARTS, origin) ?? { connect: [], images: [] });
  const captcha = captchaScript ? [new URL(captchaScript).origin] : [];
  const scripts = [...scriptOrigins(captchaScript, facebookScript), ...tagOrigins];
  const reports = [...tagOrigins, ...tagParts.flatMap(({ connect }) => connect)];
  const images = [...tagOrigins, ...tagParts.flatMap(({ images: more }) => more)];
  const frames = [...captcha, ...videoOrigins, ...facebookParts, ...(cardOrigin ? [cardOrigin] : [])];
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
    // Third-party scripts insert further ones as plain text, which the default policy checks; Google's library has its own.
    ['trusted-types orbita-html orbita-worker', ...(scripts.length > 0 ? ['default', 'goog#html'] : [])].join(
      ' ',
    ),
  ].join('; ');
}

/** Policy of the offline page: only its own files. */
export const OFFLINE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Headers of every page, in addition to those that the server adds to every response. */
export const pageHeaders = (
  config: Pick<Config, 'development'>,
  trustworthy: boolean,
): Record<string, string> => ({
  // The page contains the nonce, brand and time of one response, so no cache may serve it to anybody else.
  'cache-control': 'private, no-cache',
  // Browsers honour this header only on https and localhost and log a warning elsewhere.
  ...(trustworthy ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
  'permissions-policy':
    'geolocation=(self), camera=(self), microphone=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'same-origin',
  ...(config.development ? { 'x-robots-tag': 'noindex' } : {}),
});
