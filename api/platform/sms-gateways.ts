import { z } from 'zod';

/** Key for the address of delivery reports; without one no reports are requested from the gateway. */
const reportKey = z
  .string()
  .regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - or _')
  .optional();

const twilio = z
  .strictObject({
    kind: z.literal('twilio'),
    url: z.url().default('https://api.twilio.com'),
    accountSid: z.string().regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'),
    /** Also signs the reports. */
    authToken: z.string().min(1),
    /** An API key to send with instead of the account's token. */
    apiKey: z.strictObject({ sid: z.string().startsWith('SK'), secret: z.string().min(1) }).optional(),
    from: z.string().min(1).optional(),
    messagingServiceSid: z
      .string()
      .regex(/^MG[0-9a-f]{32}$/)
      .optional(),
    reportKey,
  })
  .refine(({ from, messagingServiceSid }) => from !== undefined || messagingServiceSid !== undefined, {
    message: 'needs from or messagingServiceSid',
  });

const zenvia = z.strictObject({
  kind: z.literal('zenvia'),
  url: z.url().default('https://api.zenvia.com'),
  token: z.string().min(1),
  from: z.string().min(1),
  reportKey,
});

/** Path of a value in an answer or report: names and indexes separated by dots. */
const place = z.string().regex(/^[\w-]{1,40}(\.[\w-]{1,40}){0,7}$/, 'must be names parted by dots');

/** Placeholders that a template may contain. */
export const SMS_VALUES = ['to', 'digits', 'text', 'reference', 'template'] as const;
const HOLE = /\{\{(\w{1,20})\}\}/g;

const template = z
  .string()
  .min(1)
  .max(4_000)
  .superRefine((text, ctx) => {
    const names = [...text.matchAll(HOLE)].map((found) => found[1] ?? '');
    for (const name of names)
      if (!SMS_VALUES.includes(name as never))
        ctx.addIssue(`{{${name}}} is none of ${SMS_VALUES.join(', ')}`);
    if (!names.includes('text')) ctx.addIssue('names no {{text}}');
    if (!names.includes('to') && !names.includes('digits'))
      ctx.addIssue('names neither {{to}} nor {{digits}}');
  });

const form = z.strictObject({
  kind: z.literal('form'),
  /** Without placeholders: URLs appear in other systems' logs. */
  url: z.url().refine((url) => !/\{\{/.test(decodeURIComponent(url)), 'takes no placeholders'),
  method: z.enum(['POST', 'PUT']).default('POST'),
  /** The `content-type` determines how values are encoded in the body. */
  headers: z.record(z.string().regex(/^[\w-]{1,80}$/), z.string().max(2_000)).default({}),
  body: template,
  /** For gateways that refuse with status 200: where the answer says so, and the values that mean accepted. */
  accepted: z.strictObject({ place, values: z.array(z.string()).min(1) }).optional(),
  report: z
    .strictObject({
      reference: place,
      status: place,
      delivered: z.array(z.string()).min(1),
      failed: z.array(z.string()),
    })
    .optional(),
  reportKey,
});

export const smsGateway = z.discriminatedUnion('kind', [twilio, zenvia, form]);
export type SmsGateway = z.output<typeof smsGateway>;
export type TwilioGateway = z.output<typeof twilio>;
export type ZenviaGateway = z.output<typeof zenvia>;
export type FormGateway = z.output<typeof form>;

/** The gateway of each tenant; `*` is the installation's, for tenants without their own. */
export const smsGateways = z.record(
  z.string().regex(/^([a-z0-9][a-z0-9-]{1,39}|\*)$/, 'must be the alias of a tenant, or *'),
  smsGateway,
);
export type SmsGateways = z.output<typeof smsGateways>;

export const gatewayOf = (gateways: SmsGateways, tenant: string): SmsGateway | undefined =>
  gateways[Object.hasOwn(gateways, tenant) ? tenant : '*'];

/** Fills in a template, encoding each value with `write`. */
export const filledTemplate = (
  text: string,
  values: Readonly<Record<(typeof SMS_VALUES)[number], string>>,
  write: (value: string) => string,
): string => text.replace(HOLE, (_whole, name: (typeof SMS_VALUES)[number]) => write(values[name]));
