import { DEFAULT_THEME, themeTokens } from '../tenancy/index.ts';
import { mailHtml, type Paragraph } from './mail-html.ts';
import { fitSms } from './sms.ts';
import { type MessageRow, ROWS, type Wording } from './template.ts';
import { mayHaveParagraph, type TemplateId, templateOf } from './templates.ts';

export interface NotificationData {
  /** First name, taken from the social name if there is one. */
  nome: string;
  /** Name of the institution: signature and `{instituicao}`. */
  instituicao: string;
  /** Full address; empty for templates without a link. */
  link?: string;
  /** Variant, for templates with several texts. */
  variante?: string;
  [name: string]: string | number | null | undefined;
}

export interface MailLook {
  /** Brand colour of the host. */
  brand: string;
  /** Whether the institution's logo is attached as `cid:logo`. */
  logo?: boolean;
  /** Paragraph that the institution adds to this message, as plain text without placeholders. */
  paragraph?: string | undefined;
  /** Lines below the institution's name. */
  signature?: string | undefined;
}

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** Only for templates with an SMS. */
  sms?: string;
}

const PLACEHOLDER = /\{([A-Za-z_]+)\}/g;

/** Names of the placeholders in a text, in order. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map((found) => found[1] ?? '');
/** A value as text; empty when there is none. */
export const given = (data: Record<string, string | number | null | undefined>, name: string): string =>
  String(data[name] ?? '');

function needed(id: string, data: NotificationData, name: string): string {
  const value = given(data, name);
  if (value === '') throw new RangeError(`${id} needs {${name}}`);
  return value;
}

function fill(id: string, text: string, data: NotificationData): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => needed(id, data, name));
}

/** Paragraphs to render: those that begin with `?` are left out when one of their values is missing. */
const paragraphsOf = ({ body }: Wording, data: NotificationData): string[] =>
  body
    .filter((text) => !text.startsWith('?') || namesIn(text).every((name) => given(data, name) !== ''))
    .map((text) => text.replace(/^\?/, ''));

/** Placeholders that must have a value; those of optional paragraphs are not included. */
export function neededData(id: TemplateId, variant?: string): string[] {
  const wording = neededWording(id, variant);
  const body = wording.body.filter((text) => !text.startsWith('?') && text !== ROWS);
  const texts = [wording.subject, ...body, wording.foot ?? '', wording.sms ?? ''];
  return [...new Set(texts.flatMap(namesIn))].filter((name) => name !== 'nome' && name !== 'instituicao');
}

/** The wording of a variant; without a variant, the default one. */
export function wordingOf(id: TemplateId, variant: string | undefined): Wording | undefined {
  const { wordings } = templateOf(id);
  return variant === undefined ? Object.values(wordings)[0] : wordings[variant];
}

function neededWording(id: TemplateId, variant: string | undefined): Wording {
  const wording = wordingOf(id, variant);
  if (!wording) throw new RangeError(`${id} has no wording ${variant}`);
  return wording;
}

// A line break in the subject would start another mail header.
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

/** In plain text the address of a row goes on the line after it. */
const rowText = ({ title, note, link }: MessageRow): string => `${title}: ${note}${link ? `\n${link}` : ''}`;

const plain = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : paragraph.map(rowText).join('\n\n');

/**
 * Renders a notification (spec 16.2): greeting by first name, institution as signature, HTML and text, and an SMS of at most 160
 * characters if the template has one. `rows` replace `{linhas}` in its text.
 * @throws RangeError when a value is missing or the variant is unknown.
 */
export function renderNotification(
  id: TemplateId,
  data: NotificationData,
  look: MailLook = { brand: DEFAULT_THEME.primary },
  rows: readonly MessageRow[] = [],
): Rendered {
  const template = templateOf(id);
  const wording = neededWording(id, data.variante);
  const written = paragraphsOf(wording, data);
  const greeted = written.some((text) => text.includes('{nome}')) || data.nome === '';
  const greeting = greeted ? [] : [`Olá, ${data.nome}!`];
  const subject = oneLine(fill(id, wording.subject, data));
  const said = written.flatMap((text): Paragraph[] => {
    if (text !== ROWS) return [fill(id, text, data)];
    return rows.length > 0 ? [rows] : [];
  });
  const own = look.paragraph && mayHaveParagraph(id) ? [look.paragraph] : [];
  const paragraphs = [...greeting, ...said, ...own];
  const foot = wording.foot === undefined ? '' : fill(id, wording.foot, data);
  const link = data.link ?? '';
  const linked = said.some((paragraph) => typeof paragraph === 'string' && paragraph.includes(link));
  const html = mailHtml({
    subject,
    paragraphs,
    link: template.link === 'none' || !linked ? '' : link,
    action: wording.action ?? template.action ?? '',
    signature: data.instituicao,
    below: look.signature ?? '',
    foot,
    tokens: themeTokens(look.brand),
    logo: look.logo === true,
  });
  const signed = [data.instituicao, ...(look.signature ? [look.signature] : [])].join('\n');
  const text = [...paragraphs.map(plain), ...(foot ? [foot] : []), signed].join('\n\n');
  return {
    subject,
    text,
    html,
    ...(wording.sms && { sms: fitSms(wording.sms, (name) => needed(id, data, name)) }),
  };
}
