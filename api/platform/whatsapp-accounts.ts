import {
  isTemplateId,
  mayGoByWhatsApp,
  neededData,
  type TemplateId,
  templateOf,
} from '@orbita/domain/messaging';
import { z } from 'zod';

const name = z
  .string()
  .regex(/^[a-z0-9_]{1,200}$/, 'must be the name of a template: small letters, digits and _');
const language = z
  .string()
  .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a language such as pt_BR')
  .default('pt_BR');

/** Names of our values in the order of {{1}}, {{2}} …, or by their names in the template. */
const values = z
  .union([
    z.array(z.string().min(1)).max(20),
    z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.string().min(1)),
  ])
  .default([]);

/** An approved template for a message. */
const message = z.strictObject({
  name,
  language,
  values,
  /** What precedes {{1}} in the URL of the template's button, which then gets the rest of the link. */
  buttonBase: z.url().optional(),
});

/** Values that are always available, whatever the message is about. */
const ALWAYS = ['nome', 'instituicao', 'link', 'id', 'curso'];

const account = z.strictObject({
  url: z.url().default('https://graph.facebook.com'),
  version: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'must be a version such as v23.0')
    .default('v23.0'),
  phoneNumberId: z.string().regex(/^\d{5,20}$/, 'must be the id of the number, in digits'),
  /** Of a system user, without expiry. */
  token: z.string().min(1),
  /** Of the app; signs its reports. */
  appSecret: z.string().min(16),
  /** Entered at Meta along with our address, and sent back to us once. */
  verifyToken: z.string().regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - or _'),
  /** Authentication template with a button that copies the code; without one no codes are sent by WhatsApp. */
  code: z.strictObject({ name, language }).optional(),
  /** By message id, or id:variant. */
  templates: z.record(z.string(), message).default({}),
});

/** Each tenant's WhatsApp number; without one WhatsApp is not offered and nobody is asked about it. */
export const whatsAppAccounts = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'must be the alias of a tenant'),
    account.superRefine(({ templates }, ctx) => {
      for (const [key, { values: wanted, buttonBase }] of Object.entries(templates))
        for (const problem of problemsOf(key, [...Object.values(wanted), ...(buttonBase ? ['link'] : [])]))
          ctx.addIssue({ code: 'custom', path: ['templates', key], message: problem });
    }),
  )
  .superRefine((accounts, ctx) => {
    const numbers = Object.values(accounts).map(({ phoneNumberId }) => phoneNumberId);
    if (new Set(numbers).size < numbers.length)
      ctx.addIssue({ code: 'custom', message: 'one number belongs to two tenants' });
  });

export type WhatsAppAccount = z.output<typeof account>;
export type WhatsAppTemplate = z.output<typeof message>;
export type WhatsAppAccounts = z.output<typeof whatsAppAccounts>;

/**
 * What is wrong with the template of a message: an id that may not be sent this way, or a value that the message does not have.
 */
function problemsOf(key: string, wanted: readonly string[]): string[] {
  const [id = '', variant, ...more] = key.split(':');
  if (!isTemplateId(id) || !mayGoByWhatsApp(id) || more.length > 0)
    return ['is no message that may go by WhatsApp'];
  const { wordings } = templateOf(id);
  if (variant !== undefined && !Object.hasOwn(wordings, variant)) return [`${id} has no variant ${variant}`];
  // A template for all variants can only use values that all of them have.
  const variants = variant === undefined ? Object.keys(wordings) : [variant];
  return variants.flatMap((one) => {
    const known = [...ALWAYS, ...neededData(id, one)];
    return wanted.filter((value) => !known.includes(value)).map((value) => `${key} has no value ${value}`);
  });
}

export const whatsAppOf = (accounts: WhatsAppAccounts, tenant: string): WhatsAppAccount | undefined =>
  Object.hasOwn(accounts, tenant) ? accounts[tenant] : undefined;

/** An account's template for a message; one for the variant takes precedence. */
export const whatsAppTemplate = (
  { templates }: WhatsAppAccount,
  id: TemplateId,
  variant: string | undefined,
): WhatsAppTemplate | undefined =>
  templates[`${id}:${variant ?? Object.keys(templateOf(id).wordings)[0]}`] ?? templates[id];

/** Whether candidates of a tenant are asked if they want messages by WhatsApp: only if any can be sent. */
export const offersWhatsApp = (accounts: WhatsAppAccounts, tenant: string): boolean =>
  Object.keys(whatsAppOf(accounts, tenant)?.templates ?? {}).length > 0;
