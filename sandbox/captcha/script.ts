/** Site key whose tokens pass (spec 2.5); every other key yields the token that is refused. */
export const PASSING_KEY = 'simulator';

/** Prefix of the tokens of the script below. */
export const TOKEN_PREFIX = 'sandbox.';

/** The widget's script, loaded by the product's page: the part of the version 3 interface that pages use. */
export const captchaScript = (siteKey: string): string => `(() => {
  const ready = (callback) => (callback ? void Promise.resolve().then(callback) : Promise.resolve());
  const encode = (text) => btoa(unescape(encodeURIComponent(text))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const execute = (key, options) => {
    if ((key || ${JSON.stringify(siteKey)}) !== ${JSON.stringify(PASSING_KEY)}) return Promise.resolve('fail');
    const facts = { action: (options && options.action) || '', hostname: location.hostname, id: crypto.getRandomValues(new Uint32Array(4)).join('') };
    return Promise.resolve(${JSON.stringify(TOKEN_PREFIX)} + encode(JSON.stringify(facts)));
  };
  window.grecaptcha = { ready, execute, render: () => 0, reset: () => undefined, getResponse: () => '' };
})();
`;
