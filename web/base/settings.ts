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
  /** Contact shown before an application is known; null if there is none. */
  support: { link: string; hours: string | null } | null;
  /** Origins of the scripts above. */
  scriptOrigins: string[];
};

function inlined(): Settings {
  const element = document.getElementById('orbita-settings');
  if (!element?.textContent) throw new Error('The page came without its settings');
  return JSON.parse(element.textContent) as Settings;
}

/**
 * Settings of the host, inlined in the page by the server, so that no request is needed and no other brand flashes up. On the
 * server they are empty until a render sets those of its host.
 */
export let settings: Settings = 'document' in globalThis ? inlined() : ({} as Settings);

/** Sets the host settings for which the server renders. */
export const paintWith = (given: Settings): void => {
  settings = given;
};

export { BASE } from './base.ts';
