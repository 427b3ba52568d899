/**
 * Content security policies of the console (spec 25.2.1): no foreign script, tag, captcha or font, and no setting of a
 * tenant opens them.
 */

/** Policy of every page of the console. */
export const consolePolicy = (host: string, isSecure: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    // Plain http exists in development only.
    `connect-src 'self' ${isSecure ? 'wss' : 'ws'}://${host}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types orbita-equipe',
  ].join('; ');

/** A page of the console that its other pages hold in a frame, with a policy of its own. */
export type FramedPage = {
  /** Below the base path of the console; its file lies in the build under this name with `.html`. */
  name: string;
  policy: string;
};

/**
 * Pages in frames. `viewer` shows files that anybody may have sent: it may not reach anything, and the header holds it in its
 * sandbox even where somebody opens it outside the frame (spec 25.8).
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
