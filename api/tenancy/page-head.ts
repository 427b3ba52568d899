import { themeCss, themeTokens } from '@orbita/domain/tenancy';
import type { HostFacts, HostSettings } from './settings.ts';
import type { TagScripts } from './tag-scripts.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text fit for HTML content and quoted attributes. */
export const html = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

/** JSON that cannot end the element it stands in. */
const embedded = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Stands where each answer puts its own nonce and moment. */
const NONCE = '@@nonce@@';
const NOW = '@@now@@';

/** Settings as a page finds them inside itself: those of the call, and what only a page needs. */
export type PageSettings = HostSettings & {
  brandName: string;
  captchaScriptUrl: string | null;
  facebookScriptUrl: string | null;
  /** The diagnostics of `/testelogin` are open. */
  testLogin: boolean;
  /** Whole addresses of the scripts of media tracking; null where there is none. */
  tags: TagScripts;
};

/**
 * What a host's page starts with: title, marks, theme before the first paint, settings without a round trip. The
 * settings lie in a data block, which is no script to the browser.
 */
export function hostHead(
  { settings, brandName, testLogin }: HostFacts,
  captchaScript: string | undefined,
  facebookScript: string | undefined,
  tags: TagScripts,
): string {
  const { primary, secondary, link, template } = settings.theme;
  const tokens = themeTokens(primary, { secondary, link });
  const name = html(brandName);
  const inlined: PageSettings = {
    ...settings,
    brandName,
    captchaScriptUrl: captchaScript ?? null,
    facebookScriptUrl: facebookScript ?? null,
    testLogin,
    tags,
  };
  return [
    `<title>Portal do candidato · ${name}</title>`,
    `<meta name="application-name" content="${name}">`,
    `<meta name="description" content="Inscrição e matrícula em ${name}.">`,
    `<meta name="build" content="${html(settings.build)}">`,
    `<meta name="server-time" content="${NOW}">`,
    `<meta property="csp-nonce" nonce="${NONCE}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${tokens.light.page}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${tokens.dark.page}">`,
    `<link rel="icon" href="${html(template.favicon)}">`,
    `<style nonce="${NONCE}">${themeCss(tokens)}</style>`,
    `<script type="application/json" id="orbita-settings">${embedded(inlined)}</script>`,
  ].join('\n    ');
}

/** Puts nonce and moment of one answer into a head. */
export const fillHead = (head: string, nonce: string, now: Date): string =>
  head.replaceAll(NONCE, nonce).replaceAll(NOW, now.toISOString());
