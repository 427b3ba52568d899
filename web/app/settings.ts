import type { Answer } from '@orbita/protocol';

export type Settings = Answer<'GET /platform/settings/applications/{application}/hostname/{host}'> & {
  /** Brand name, for the logo and page titles. */
  brandName: string;
  /** Address of the captcha script; null when the host has no captcha. */
  captchaScriptUrl: string | null;
  /** Script of Facebook's sign-in window; null when the host has no Facebook sign-in. */
  facebookScriptUrl: string | null;
  /** Whether `/testelogin` exists on this host (spec 3.2, `TestLoginEnabled`). */
  testLogin: boolean;
  /** Scripts of media tracking; null for those the host does not use. */
  tags: { manager: string | null; optimize: string | null };
  /** Origins that the scripts above load from. */
  scriptOrigins: string[];
};

const element = document.getElementById('orbita-settings');
if (!element?.textContent) throw new Error('The page came without its settings');

/** Settings of the host, inlined in the page by the server, so that no request and no flash of another brand occurs. */
export const settings = JSON.parse(element.textContent) as Settings;

export { BASE } from './base.ts';
