import { escapeHtml } from '../foundation/index.ts';
import type { ThemeRoles, ThemeTokens } from '../tenancy/index.ts';
import type { MessageRow } from './template.ts';

/** A paragraph of text, or a list of rows. */
export type Paragraph = string | readonly MessageRow[];

export interface MailParts {
  subject: string;
  paragraphs: readonly Paragraph[];
  /** Address of the button; empty when there is none. */
  link: string;
  action: string;
  signature: string;
  /** The institution's lines below its name; empty when there are none. */
  below: string;
  /** Footer below everything else; empty when there is none. */
  foot: string;
  tokens: ThemeTokens;
  /** Whether the logo is attached as `cid:logo`. */
  logo: boolean;
}

const isWebAddress = (address: string) => /^https?:\/\/[^\s"<>]+$/i.test(address);

/** Removes the address at the end of a sentence, and the whole sentence if only the button's own label is left. */
function paragraphHtml(text: string, link: string, action: string, colour: string): string {
  if (link === '' || !text.includes(link)) return broken(text);
  if (text.endsWith(link)) {
    const before = text.slice(0, -link.length).trimEnd();
    const lead = `${before.endsWith(':') ? before.slice(0, -1) : before}.`;
    return escapeHtml(lead.endsWith(` ${action}.`) ? lead.slice(0, -action.length - 2) : lead);
  }
  const [before = '', after = ''] = text.split(link, 2);
  // "o link {address}": the word "link" becomes the link; the address itself is shown under the button.
  const worded = /^(.*\b)link $/s.exec(before);
  const [lead, word, rest] = worded ? [worded[1] ?? '', 'link', after] : [before, link, after];
  const style = `color:${colour};word-break:break-all`;
  return `${escapeHtml(lead)}<a class="k" href="${escapeHtml(link)}" style="${style}">${escapeHtml(word)}</a>${escapeHtml(rest)}`;
}

/** A row: its title, linked to its address if it has one, and below it the note. */
function rowHtml({ title, note, link = '' }: MessageRow, roles: ThemeRoles): string {
  const name = isWebAddress(link)
    ? `<a class="k" href="${escapeHtml(link)}" style="font-weight:700;color:${roles.link}">${escapeHtml(title)}</a>`
    : `<b>${escapeHtml(title)}</b>`;
  return (
    `<tr><td class="r" style="padding:12px 0;border-top:1px solid ${roles.line}">${name}<br>` +
    `<span class="m" style="color:${roles['ink-3']}">${escapeHtml(note)}</span></td></tr>`
  );
}

const rowsHtml = (rows: readonly MessageRow[], roles: ThemeRoles): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">' +
  `${rows.map((row) => rowHtml(row, roles)).join('')}</table>`;

const colours = (roles: ThemeRoles) =>
  `.p{background:${roles.page}!important}.s{background:${roles.surface}!important}` +
  `.i{color:${roles.ink}!important}.m{color:${roles['ink-3']}!important}.k{color:${roles.link}!important}` +
  `.b{background:${roles.action}!important;color:${roles['on-action']}!important;border-color:${roles['action-edge']}!important}` +
  `.n{color:${roles['brand-ink']}!important}` +
  `.l{background:${roles['brand-ink']}!important}.r{border-color:${roles.line}!important}`;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function button({ link, action }: MailParts, roles: ThemeRoles): string {
  // Outlook applies padding to cells but not to links, so the cell is the button.
  const cell = `border:1px solid ${roles['action-edge']};border-radius:14px;background:${roles.action}`;
  const style = `display:inline-block;padding:14px 24px;border-radius:13px;color:${roles['on-action']};font-weight:700;text-decoration:none`;
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>' +
    `<td class="b" bgcolor="${roles.action}" style="${cell};mso-padding-alt:14px 24px">` +
    `<a class="b" href="${escapeHtml(link)}" style="${style}">${escapeHtml(action)}</a></td></tr></table>` +
    `<p class="m" style="margin:0 0 16px;font-size:13px;line-height:1.4;color:${roles['ink-3']}">` +
    `Se o botão não abrir, copie este endereço: <span style="word-break:break-all">${escapeHtml(link)}</span></p>`
  );
}

const head = ({ signature, logo }: MailParts, roles: ThemeRoles): string =>
  logo
    ? `<p style="margin:0 0 24px"><img src="cid:logo" height="40" alt="${escapeHtml(signature)}" style="height:40px;width:auto;border:0;font-weight:700;color:${roles['brand-ink']}"></p>`
    : `<p class="n" style="margin:0 0 24px;font-weight:700;color:${roles['brand-ink']}">${escapeHtml(signature)}</p>`;

const broken = (text: string): string => text.split('\n').map(escapeHtml).join('<br>');
const below = ({ below: lines }: MailParts): string => (lines === '' ? '' : `<br>${broken(lines)}`);

/**
 * One-column HTML of an e-mail. Light colours are inline, because many mail clients drop style sheets; the style sheet adds the
 * dark ones. Outlook for Windows renders with Word, which supports neither max-width nor font lists, so it gets a fixed-width
 * table and a single font. Every value is escaped.
 */
export function mailHtml(parts: MailParts): string {
  const { light, dark } = parts.tokens;
  const linked = parts.action !== '' && isWebAddress(parts.link);
  const link = linked ? parts.link : '';
  const text = parts.paragraphs
    .map((paragraph) =>
      typeof paragraph === 'string'
        ? `<p style="margin:0 0 16px">${paragraphHtml(paragraph, link, parts.action, light.link)}</p>`
        : rowsHtml(paragraph, light),
    )
    .join('');
  const foot =
    parts.foot &&
    `<p class="m" style="margin:0 0 16px;font-size:13px;line-height:1.4;color:${light['ink-3']}">${escapeHtml(parts.foot)}</p>`;
  return (
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(parts.subject)}</title>` +
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${colours(dark)}}</style>` +
    '<!--[if mso]><style>body,table,td,p,a,h1,span{font-family:Arial,sans-serif!important}</style><![endif]--></head>' +
    `<body class="p" style="margin:0;padding:0;background:${light.page}">` +
    `<table role="presentation" class="p" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" style="background:${light.page}"><tr>` +
    '<td align="center" style="padding:24px 16px">' +
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->' +
    `<table role="presentation" class="s" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.surface}" style="max-width:560px;background:${light.surface};border-radius:20px;overflow:hidden">` +
    `<tr><td class="l" bgcolor="${light['brand-ink']}" style="height:6px;line-height:6px;font-size:0;background:${light['brand-ink']}">&nbsp;</td></tr>` +
    `<tr><td class="i" style="padding:32px 24px;${FONT};font-size:16px;line-height:1.55;word-break:break-word;color:${light.ink}">` +
    head(parts, light) +
    `<h1 class="i" style="margin:0 0 16px;font-size:22px;line-height:1.25;color:${light.ink}">${escapeHtml(parts.subject)}</h1>` +
    text +
    (linked ? button(parts, light) : '') +
    foot +
    `<p class="m" style="margin:24px 0 0;color:${light['ink-3']}">${escapeHtml(parts.signature)}${below(parts)}</p>` +
    '</td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>'
  );
}
