import { given, namesIn, wordingOf } from './render.ts';
import type { Channel } from './template.ts';
import { isTemplateId } from './templates.ts';

/** A sent message as listed for its reader: its subject and what it said. */
export interface ShownMessage {
  title: string;
  paragraphs: string[];
}

/** Replaces a code. */
const HIDDEN = '••••••';
/** Replaces an address within the message, such as that of a video call. */
const ELSEWHERE = '(link na mensagem)';

type Values = Record<string, string | number | null | undefined>;

function shownValue(data: Values, name: string): string {
  if (name === 'codigo') return HIDDEN;
  const value = given(data, name);
  return /^https?:\/\//i.test(value) ? ELSEWHERE : value;
}

/** Maximum length of text that only introduces a link, such as "Acompanhe". */
const LEAD_LENGTH = 25;
const LINK = ': {link}';

const isLead = (text: string): boolean => text.length <= LEAD_LENGTH && !text.includes('{');

/**
 * The text without its link, which may open an application without sign-in, and without a sentence that only introduces the link.
 */
function withoutLink(text: string): string {
  const at = text.indexOf(LINK);
  if (at < 0) return text.replaceAll(' {link}', '');
  const [before, after] = [text.slice(0, at), text.slice(at + LINK.length)];
  const cut = Math.max(before.lastIndexOf('. '), before.lastIndexOf('! ')) + 1;
  return cut > 0 && isLead(before.slice(cut).trim()) ? before.slice(0, cut) + after : `${before}.${after}`;
}

const onlyLeads = (text: string): boolean => text.endsWith(LINK) && isLead(text.slice(0, -LINK.length));

/** A paragraph with its values; undefined when one of them was not stored. */
function shown(text: string, data: Values): string | undefined {
  const plain = withoutLink(text.replace(/^\?/, ''));
  const values = new Map(namesIn(plain).map((name) => [name, shownValue(data, name)]));
  if ([...values.values()].includes('')) return undefined;
  return [...values].reduce((line, [name, value]) => line.replaceAll(`{${name}}`, () => value), plain);
}

/** "{documento}: precisamos…" as "Precisamos…". */
const withoutValues = (subject: string): string =>
  subject
    .replace(/^\{[A-Za-z_]{1,30}\}: (.)/, (_, first: string) => first.toUpperCase())
    .replace(/ ?\{[A-Za-z_]{1,30}\}/g, '');

/**
 * A sent message for the reader's list of messages (spec 16.3): in the words of its channel, without greeting and signature,
 * without codes and links. Undefined if the template no longer exists.
 */
export function shownMessage(id: string, channel: Channel, data: Values): ShownMessage | undefined {
  if (!isTemplateId(id)) return undefined;
  const wording = wordingOf(id, data.variante?.toString());
  if (!wording) return undefined;
  const texts = channel !== 'email' && wording.sms ? [wording.sms] : wording.body;
  const shownOf = (some: readonly string[]) =>
    some.map((text) => shown(text, data)).filter((text) => text !== undefined);
  const saying = shownOf(texts.filter((text) => !onlyLeads(text)));
  return {
    title: shown(wording.subject, data) ?? withoutValues(wording.subject),
    paragraphs: saying.length > 0 ? saying : shownOf(texts),
  };
}
