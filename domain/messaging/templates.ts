import type { Template } from './template.ts';
import { FROM_PAYMENT } from './templates-from-payment.ts';
import { FOR_STAFF } from './templates-staff.ts';
import { UNTIL_CONTRACT } from './templates-until-contract.ts';

/**
 * Notifications of spec 16.2. Placeholders are written `{name}`; a paragraph that begins with `?` is left out when one of its
 * values is missing. `{nome}`, `{instituicao}` and `{link}` are available in every message.
 */
export const TEMPLATES = { ...UNTIL_CONTRACT, ...FROM_PAYMENT, ...FOR_STAFF } as const;

export type TemplateId = keyof typeof TEMPLATES;
export const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id);
/**
 * Whether a message may be sent again. Codes are not stored and would be expired, and the link to a copy of personal data is sent
 * only once.
 */
export const isResendable = (id: TemplateId, variant?: unknown): boolean =>
  !['N-02', 'N-03', 'N-29', 'N-33', 'NE-01', 'NE-02'].includes(id) &&
  !(id === 'N-31' && variant === 'pronta');
/**
 * Whether a message may go by WhatsApp to a person who chose that: only if it is addressed to the candidate, contains no code,
 * and does not undo an access change, which is sent to the previous contacts.
 */
export const mayGoByWhatsApp = (id: TemplateId): boolean =>
  templateOf(id).to !== 'guardian' &&
  !templateOf(id).either &&
  templateOf(id).link !== 'undo' &&
  !id.startsWith('NE-');
/**
 * Whether the institution may add a paragraph to the e-mail: only in messages to candidates that do not open or revert somebody's
 * access, where inserted text could mislead the reader.
 */
export const mayHaveParagraph = (id: TemplateId): boolean => {
  const { channels, link } = templateOf(id);
  return channels.includes('email') && link !== 'undo' && !id.startsWith('NE-') && !NO_PARAGRAPH.includes(id);
};
/** Codes, changes of credentials and contacts, and links that open without sign-in. */
const NO_PARAGRAPH: readonly TemplateId[] = ['N-02', 'N-03', 'N-04', 'N-29', 'N-30', 'N-33'];
/** Whether a message, in this variant if given, has an SMS text. */
export const hasPhoneText = (id: TemplateId, variant?: string): boolean => {
  const { channels, wordings } = templateOf(id);
  const wording = variant === undefined ? Object.values(wordings)[0] : wordings[variant];
  return channels.includes('sms') && wording?.sms !== undefined;
};
export const templateOf = (id: TemplateId): Template => TEMPLATES[id];
