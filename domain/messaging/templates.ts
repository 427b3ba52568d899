import type { Template } from './template.ts';
import { FROM_PAYMENT } from './templates-from-payment.ts';
import { UNTIL_CONTRACT } from './templates-until-contract.ts';

/**
 * Notifications of spec 16.2. Placeholders are written `{name}`; a paragraph that begins with `?` is left out
 * when one of its values is not there. `{nome}`, `{instituicao}` and `{link}` are filled for every message.
 */
export const TEMPLATES = { ...UNTIL_CONTRACT, ...FROM_PAYMENT } as const;

export type TemplateId = keyof typeof TEMPLATES;
export const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id);
/**
 * May a message leave a second time? Never one with a code, which would be old and is not kept, nor the link of a copy
 * of somebody's data, which leaves once.
 */
export const isResendable = (id: TemplateId, variant?: unknown): boolean =>
  !['N-02', 'N-03', 'N-29'].includes(id) && !(id === 'N-31' && variant === 'pronta');
export const templateOf = (id: TemplateId): Template => TEMPLATES[id];
