/** Site key whose tokens pass (spec 2.5); every other key yields the token that is refused. */
const PASSING_KEY = 'simulator';

/** Prefix of the tokens of the script below. */
export const TOKEN_PREFIX = 'sandbox.';

/**
 * The script that pages name: like the real one it only inserts the release as plain text, and queues callers until then. Pages
 * that require Trusted Types must allow for that.
 */
export const loaderScript = (release: string): string => `(() => {
  const waiting = (window.___grecaptcha_cfg = window.___grecaptcha_cfg || { fns: [] }).fns;
  window.grecaptcha = window.grecaptcha || { ready: (callback) => { waiting.push(callback); } };
  const script = document.createElement('script');
  script.async = true;
  script.src = new URL(${JSON.stringify(release)}, document.currentScript.src).href;
  document.head.append(script);
})();
`;

/** The release: the part of the version 3 interface that pages use, and a badge inserted as HTML text. */
export const releaseScript = (siteKey: string): string => `(() => {
  const ready = (callback) => (callback ? void Promise.resolve().then(callback) : Promise.resolve());
  const encode = (text) => btoa(unescape(encodeURIComponent(text))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const execute = (key, options) => {
    if ((key || ${JSON.stringify(siteKey)}) !== ${JSON.stringify(PASSING_KEY)}) return Promise.resolve('fail');
    const facts = { action: (options && options.action) || '', hostname: location.hostname, id: crypto.getRandomValues(new Uint32Array(4)).join('') };
    return Promise.resolve(${JSON.stringify(TOKEN_PREFIX)} + encode(JSON.stringify(facts)));
  };
  const badge = document.createElement('div');
  badge.hidden = true;
  badge.innerHTML = '<div class="grecaptcha-badge"></div>';
  document.body.append(badge);
  window.grecaptcha = { ready, execute, render: () => 0, reset: () => undefined, getResponse: () => '' };
  for (const callback of window.___grecaptcha_cfg.fns.splice(0)) ready(callback);
})();
`;
