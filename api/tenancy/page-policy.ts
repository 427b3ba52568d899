import type { Config } from '../platform/config.ts';

/** Widgets whose script fetches parts of itself from elsewhere: reviewed by hand, never taken from a tenant. */
const PARTS: Record<string, string[]> = {
  'https://www.google.com': ['https://www.gstatic.com'],
  'https://www.recaptcha.net': ['https://www.gstatic.com'],
};

export type PolicyFacts = {
  nonce: string;
  /** Host name with its port, as the browser called it; already known to be one of ours. */
  host: string;
  captchaScript: string | undefined;
  videoOrigins: readonly string[];
};

/** Content security policy of the application's page (S10): no inline script, no foreign frame but what is named. */
export function contentPolicy({ nonce, host, captchaScript, videoOrigins }: PolicyFacts): string {
  const captcha = captchaScript ? [new URL(captchaScript).origin] : [];
  const scripts = [...captcha, ...captcha.flatMap((origin) => PARTS[origin] ?? [])];
  const frames = [...captcha, ...videoOrigins];
  return [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["connect-src 'self'", `ws://${host}`, `wss://${host}`, ...captcha].join(' '),
    "img-src 'self' data: blob:",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types orbita-html orbita-script',
  ].join('; ');
}

/** Headers of every page of ours, besides those the server gives to every answer. */
export const pageHeaders = (
  config: Pick<Config, 'production'>,
  trustworthy: boolean,
): Record<string, string> => ({
  'cache-control': 'no-cache',
  // Browsers heed it on https and localhost alone, and complain elsewhere.
  ...(trustworthy ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
  'permissions-policy':
    'geolocation=(self), camera=(self), microphone=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'same-origin',
  ...(config.production ? {} : { 'x-robots-tag': 'noindex' }),
});
