import { settings } from './settings.ts';

type Rules = { createScriptURL: (address: string) => string; createHTML: (text: string) => string };
type TypedWindow = Window & { trustedTypes?: { createPolicy: (name: string, rules: Rules) => unknown } };

/** Elements and attributes that execute something; a widget renders without them, and the CSP names its frames. */
const RUNS = /<\/?(?:script|object|embed|base|meta|link)|srcdoc/i;

/**
 * What foreign scripts may turn into scripts and markup (S10): they insert further scripts as plain text, which Trusted Types
 * passes to the policy named `default`.
 * @throws TypeError for an address whose origin the server has not named, and for markup that executes something.
 */
export const foreignRules: Rules = {
  createScriptURL(address) {
    const { origin, protocol } = new URL(address, location.href);
    // The origin of a `blob:` address is that of the page that made it.
    if (!/^https?:$/.test(protocol) || !settings.scriptOrigins.includes(origin))
      throw new TypeError(`No scripts are loaded from ${origin} here`);
    return address;
  },
  createHTML(text) {
    if (RUNS.test(text)) throw new TypeError('Markup that runs something is not inserted here');
    return text;
  },
};

let ruled = false;

/** Adds a script of another origin to the page; the caller has made sure that it is allowed. */
export function addForeignScript(address: string): HTMLScriptElement {
  if (!ruled) {
    ruled = true;
    (window as TypedWindow).trustedTypes?.createPolicy('default', foreignRules);
  }
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
  return script;
}
