import type { Answer } from '@orbita/protocol';

export type Settings = Answer<'GET /platform/settings/applications/{application}/hostname/{host}'> & {
  /** Name people know the brand by: logo text and page titles. */
  brandName: string;
  /** Where the captcha script lives; null when the host has no captcha. */
  captchaScriptUrl: string | null;
  /** Script of Facebook's sign-in window; null where nobody signs in with Facebook. */
  facebookScriptUrl: string | null;
  /** The diagnostics of `/testelogin` are open on this host (spec 3.2, `TestLoginEnabled`). */
  testLogin: boolean;
  /** Scripts of media tracking this host has; null where it has none. */
  tags: { manager: string | null; optimize: string | null };
};

const element = document.getElementById('orbita-settings');
if (!element?.textContent) throw new Error('The page came without its settings');

/** Settings of the host, inlined by the server in the page: no round trip, no flash of another brand. */
export const settings = JSON.parse(element.textContent) as Settings;

export { BASE } from './base.ts';
