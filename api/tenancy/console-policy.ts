/**
 * Content security policies of the console (spec 25.2.1): no third-party scripts, tags, captchas or fonts, and no tenant setting
 * can allow them.
 */

/** Policy of every page of the console. */
export const consolePolicy = (host: string, isSecure: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    // Plain http is only used in development.
    `connect-src 'self' ${isSecure ? 'wss' : 'ws'}://${host}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types orbita-equipe',
  ].join('; ');

/** A console page that other console pages embed in a frame, with its own policy. */
export type FramedPage = {
  /** Path below the console's base path; the build contains it as this name with `.html`. */
  name: string;
  policy: string;
};

/**
 * Pages in frames. `viewer` shows files that anybody may have sent: it has no network access, and the header keeps it sandboxed
 * even if somebody opens it outside the frame (spec 25.8).
 */
export const FRAMED_PAGES: readonly FramedPage[] = [
  {
    name: 'viewer',
    policy: [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src blob:',
      'worker-src blob:',
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ].join('; '),
  },
];
