import type { Template } from './template.ts';
import { FROM_PAYMENT } from './templates-from-payment.ts';
import { FOR_STAFF } from './templates-staff.ts';
import { UNTIL_CONTRACT } from './templates-until-contract.ts';

/**
 * Notifications of spec 16.2. Placeholders are written `{name}`; a paragraph that begins with `?` is left out when one of
 * its values is missing. `{nome}`, `{instituicao}` and `{link}` are available in every message.
 */
export const TEMPLATES = { ...UNTIL_CONTRACT, ...FROM_PAYMENT, ...FOR_STAFF } as const;

export type TemplateId = keyof typeof TEMPLATES;
export const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id);
/**
 * True when a message may be sent again. Codes are not stored and would be expired, and the link to a copy of personal
 * data is sent only once.
 */
export const isResendable = (id: TemplateId, variant?: unknown): boolean =>
  !['N-02', 'N-03', 'N-29', 'N-33', 'NE-01', 'NE-02'].includes(id) &&
  !(id === 'N-31' && variant === 'pronta');
export const templateOf = (id: TemplateId): Template => TEMPLATES[id];
