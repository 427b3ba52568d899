import { escapeHtml } from '@orbita/domain/foundation';
import { themeCss, themeTokens } from '@orbita/domain/tenancy';
import { scriptOrigins } from './page-policy.ts';
import type { HostFacts, HostSettings } from './settings.ts';
import { type TagScripts, tagOrigins } from './tag-scripts.ts';

/** JSON that cannot close the element it is embedded in. */
const embedded = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Placeholder that each response replaces with its own nonce; likewise for the server time. */
export const NONCE = '@@nonce@@';
const NOW = '@@now@@';

/** Settings embedded in a page: those of the settings call, plus those that only a page needs. */
export type PageSettings = HostSettings & {
  brandName: string;
  captchaScriptUrl: string | null;
  facebookScriptUrl: string | null;
  /** Whether the diagnostics page `/testelogin` is available on this host. */
  testLogin: boolean;
  /** Full addresses of the media-tracking scripts; null if there are none. */
  tags: TagScripts;
  /** Support contact before an application is known; null if there is none. */
  support: HostFacts['support'];
  /** Origins of all these scripts and of what they load; no other script is allowed. */
  scriptOrigins: string[];
};

/** Settings of a host's page. */
export const pageSettings = (
  { settings, brandName, testLogin, support }: HostFacts,
  captchaScript: string | undefined,
  facebookScript: string | undefined,
  tags: TagScripts,
): PageSettings => ({
  ...settings,
  brandName,
  captchaScriptUrl: captchaScript ?? null,
  facebookScriptUrl: facebookScript ?? null,
  testLogin,
  support,
  tags,
  scriptOrigins: [...new Set([...scriptOrigins(captchaScript, facebookScript), ...tagOrigins(tags)])],
});

/**
 * Head of a host's page: title, icons, theme before the first paint, and the settings, which saves a round trip. The settings are
 * in a data block, which browsers do not execute.
 */
export function hostHead(settings: PageSettings): string {
  const { primary, secondary, link, template } = settings.theme;
  const tokens = themeTokens(primary, { secondary, link });
  const name = escapeHtml(settings.brandName);
  return [
    `<title>Portal do candidato · ${name}</title>`,
    `<meta name="application-name" content="${name}">`,
    `<meta name="description" content="Inscrição e matrícula em ${name}.">`,
    `<meta name="build" content="${escapeHtml(settings.build)}">`,
    `<meta name="server-time" content="${NOW}">`,
    `<meta property="csp-nonce" nonce="${NONCE}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${tokens.light.page}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${tokens.dark.page}">`,
    `<link rel="icon" href="${escapeHtml(template.favicon)}">`,
    `<style nonce="${NONCE}">${themeCss(tokens)}</style>`,
    `<script type="application/json" id="orbita-settings">${embedded(settings)}</script>`,
  ].join('\n    ');
}

/** Inserts the nonce and the server time of a response into a head. */
export const fillHead = (head: string, nonce: string, now: Date): string =>
  head.replaceAll(NONCE, nonce).replaceAll(NOW, now.toISOString());
