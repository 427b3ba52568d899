import { SECTION_KEYS } from '@orbita/domain/admission';
import type { When } from '@orbita/domain/document';
import { DEMANDED_LEVELS } from '@orbita/domain/offering';
import {
  ACQUIRERS,
  CNAB_DEFAULTS,
  CNAB_LAYOUTS,
  CNAB_TEXTS,
  DEFAULT_PAYMENT_SETTINGS,
  DEFAULT_THEME,
  MOST_SLIP_NUMBER,
  PAYMENT_VARIANTS,
  SLIP_PROVIDERS,
  THREE_D_SECURE,
  videoOf,
} from '@orbita/domain/tenancy';
import { z } from 'zod';
import { type ConsoleEntry, hostName, noConsole } from './console.ts';

/** Return address for a provider: a path of the host, or a full address. */
const RETURN_ADDRESS = /^(\/(?!\/)|https:\/\/[a-z0-9.-]+(:\d+)?\/)[\w./-]*$/;

/**
 * The catalogue of spec 17.4. One shape for all uses: read from YAML, read from the database, compared,
 * written.
 */

const code = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'must be a code: letters, digits, . _ -');
const name = z.string().trim().min(1).max(200);
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, `must be a colour like ${DEFAULT_THEME.primary}`);
const day = z.iso.date('must be a day YYYY-MM-DD');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time HH:MM');
const instant = z.iso
  .datetime({ offset: true, message: 'must be an instant with offset' })
  .transform((value) => new Date(value).toISOString());
const money = z
  .number()
  .min(0)
  .max(9_999_999)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'has more than two decimals');
const count = z.number().int().min(0).max(1_000_000);
const none = <T extends z.ZodType>(shape: T) => shape.nullable().default(null);
const settings = z.record(z.string(), z.unknown()).default({});
/** One line: a line break would begin another header of a mail. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');
const image = z.string().max(200).default('');

const theme = z.strictObject({
  primary: colour.default(DEFAULT_THEME.primary),
  secondary: colour.default(DEFAULT_THEME.secondary),
  link: colour.default(DEFAULT_THEME.link),
  favicon: image,
  logoSmall: image,
  logoLarge: image,
});

const acquirer = z.strictObject({
  provider: z.enum(ACQUIRERS),
  merchantId: z.string().min(1).max(60),
  softDescriptor: z.string().max(13).optional(),
  maxInstallments: z.number().int().min(1).max(24).optional(),
});
const DIGITS = 'use só números, sem traço nem dígito verificador';
const CHECK_DIGIT = 'use um número ou uma letra, ou deixe vazio';
const slipNumber = z.number().int().min(1).max(MOST_SLIP_NUMBER);
const cnab = z.strictObject({
  layout: z.enum(CNAB_LAYOUTS, `use um formato: ${CNAB_LAYOUTS.join(', ')}`),
  bankName: z.string().regex(CNAB_TEXTS.bankName, 'use de 1 a 30 letras'),
  agency: z.string().regex(CNAB_TEXTS.agency, DIGITS),
  agencyDigit: z.string().regex(CNAB_TEXTS.agencyDigit, CHECK_DIGIT).default(CNAB_DEFAULTS.agencyDigit),
  account: z.string().regex(CNAB_TEXTS.account, DIGITS),
  accountDigit: z.string().regex(CNAB_TEXTS.accountDigit, CHECK_DIGIT).default(CNAB_DEFAULTS.accountDigit),
  bothDigit: z.string().regex(CNAB_TEXTS.bothDigit, CHECK_DIGIT).default(CNAB_DEFAULTS.bothDigit),
  company: none(z.string().regex(CNAB_TEXTS.company, 'use até 20 letras e números, sem traço')),
  fileWallet: z.string().regex(CNAB_TEXTS.fileWallet, 'use um número').default(CNAB_DEFAULTS.fileWallet),
  species: z.string().regex(CNAB_TEXTS.species, 'use dois números').default(CNAB_DEFAULTS.species),
  fileVersion: z
    .string()
    .regex(CNAB_TEXTS.fileVersion, 'use três números')
    .default(CNAB_DEFAULTS.fileVersion),
  lotVersion: z.string().regex(CNAB_TEXTS.lotVersion, 'use três números').default(CNAB_DEFAULTS.lotVersion),
  modality: z.string().regex(CNAB_TEXTS.modality, 'use dois números').default(CNAB_DEFAULTS.modality),
  firstNumber: slipNumber.default(CNAB_DEFAULTS.firstNumber),
  lastNumber: slipNumber,
});
const off = DEFAULT_PAYMENT_SETTINGS;
const payment = z.strictObject({
  variant: z
    .enum(PAYMENT_VARIANTS, `must be exactly one payment variant: ${PAYMENT_VARIANTS.join(', ')}`)
    .default(off.variant),
  creditCard: z.boolean().default(off.creditCard),
  slip: z.boolean().default(off.slip),
  pix: z.boolean().default(off.pix),
  automaticPix: z.boolean().default(off.automaticPix),
  disableSlipDaysBeforeIntakeEnd: z.number().int().min(0).max(90).default(off.disableSlipDaysBeforeIntakeEnd),
  cardProvider: none(z.enum(ACQUIRERS)),
  acquirersConfig: z.array(acquirer).default([]),
  threeDSecure: z.enum(THREE_D_SECURE).default(off.threeDSecure),
  pixKey: none(z.string().min(1).max(77)),
  receiver: none(
    z.strictObject({
      name: z.string().min(1).max(25),
      city: z.string().min(1).max(15),
      document: z.string().regex(/^[A-Z0-9]{12}\d{2}$/, 'must be a CNPJ without marks'),
    }),
  ),
  slipAgreement: none(
    z.strictObject({
      bank: z.string().regex(/^\d{3}$/),
      agreement: z.string().min(1).max(20),
      wallet: z.string().min(1).max(10),
    }),
  ),
  slipProvider: z.enum(SLIP_PROVIDERS, `use ${SLIP_PROVIDERS.join(' ou ')}`).default(off.slipProvider),
  cnab: none(cnab),
});

const INGRESS_KINDS = ['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'] as const;
const oneOrMore = <T extends z.ZodType>(shape: T) => z.union([shape, z.array(shape).min(1)]).optional();
/** Conditions of a document, as `domain/document` evaluates them. */
const condition = z.strictObject({
  nationality: z
    .string()
    .regex(/^([A-Z]{2}|foreign)$/, 'must be a country code or foreign')
    .optional(),
  documentType: oneOrMore(z.enum(['cpf', 'rne', 'passport'])),
  gender: oneOrMore(z.number().int().min(1).max(4)),
  minAge: z.number().int().min(0).max(120).optional(),
  maxAge: z.number().int().min(0).max(120).optional(),
  minor: z.boolean().optional(),
  hasCpf: z.boolean().optional(),
  ingressKind: oneOrMore(z.enum(INGRESS_KINDS)),
  ingressMode: oneOrMore(z.string().min(1).max(200)),
  schoolType: oneOrMore(z.enum(['public', 'private', 'abroad', 'eja'])),
  applicationType: oneOrMore(z.enum(['graduation', 'essay', 'postgraduate', 'extension', 'tax'])),
}) satisfies z.ZodType<When>;

const price = z
  .strictObject({
    code,
    institution: code,
    course: code,
    intake: code,
    pole: none(code),
    kind: z.enum(['tax', 'enrollment', 'semester', 'total']),
    description: z.string().max(120).optional(),
    installments: z.number().int().min(1).max(60).optional(),
    value: money.optional(),
    plan: z.array(money).min(1).max(60).optional(),
    discount: money.default(0),
    conditionalDiscount: money.default(0),
  })
  .refine(
    (given) => Boolean(given.plan) !== (given.installments !== undefined && given.value !== undefined),
    {
      message: 'needs either plan, or installments and value',
      path: ['plan'],
    },
  )
  .transform(({ installments, value, plan, description, ...rest }) => {
    const each = plan ?? Array.from({ length: installments ?? 0 }, () => value ?? 0);
    return {
      ...rest,
      plan: each,
      description: description ?? (each.length === 1 ? 'À vista' : `${each.length} parcelas`),
    };
  });

export const tenantShape = z.strictObject({
  alias: z.string().regex(/^[a-z0-9-]{2,40}$/),
  name,
  flags: z
    .strictObject({
      usePassport: z.boolean().default(false),
      useMaisAMediaTracking: z.boolean().default(false),
      useTrackingV2: z.boolean().default(false),
    })
    .default({ usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false }),
  timeZone: z.string().default('America/Sao_Paulo'),
  holidays: z.array(day).default([]),
  parameters: settings,
});

/** Every list of a catalogue in the order of reference: an entry only references lists before it. */
export const shapes = {
  institutions: z.strictObject({
    code,
    acronym: z.string().min(1).max(20),
    name,
    alias: z.string().regex(/^[a-z0-9-]{1,40}$/),
    chargeFullSaleAmount: z.boolean().default(false),
    semesterFullSaleAmount: z.boolean().default(false),
    subscriptionLoginDisabled: z.boolean().default(false),
    googleTagManagerId: none(z.string().regex(/^GTM-[A-Z0-9]+$/)),
    googleOptimizeId: none(z.string().regex(/^(OPT|GTM)-[A-Z0-9]+$/)),
    introductionVideo: none(
      z
        .string()
        .max(300)
        .refine((value) => videoOf(value) !== undefined, 'must be a video of YouTube or Vimeo'),
    ),
    mail: z
      .strictObject({
        fromName: none(line(100)),
        replyTo: none(z.email().max(160)),
      })
      .prefault({}),
    parameters: settings,
    payment: payment.prefault({}),
  }),
  hosts: z.strictObject({
    host: hostName,
    application: z.string().min(1).max(40).default('orbita'),
    institution: none(code),
    theme: theme.prefault({}),
    captchaKey: none(z.string().min(1).max(200)),
    captchaSecret: none(
      z.string().regex(/^[A-Z](?!.*_FOR$)[A-Z0-9_]{0,39}$/, 'must be a name like ALFA_CAPTCHA'),
    ),
    social: z
      .partialRecord(
        z.enum(['google', 'facebook', 'linkedin']),
        z.strictObject({
          clientId: z.string().min(1).max(200),
          redirectUrl: z.string().max(200).regex(RETURN_ADDRESS, 'must be a path or an https address'),
        }),
      )
      .default({}),
    parameters: settings,
  }),
  poles: z.strictObject({
    code,
    institution: code,
    description: name,
    city: z.number().int().min(1_000_000).max(9_999_999),
    address: none(z.string().max(300)),
    kind: z.enum(['polo', 'campus']).default('polo'),
  }),
  courses: z.strictObject({
    code,
    institution: code,
    name,
    level: z.number().int().min(1).max(4),
    modality: z.enum(['Presencial', 'Semipresencial', 'EaD']),
    description: z.string().max(4000).default(''),
    duration: z.string().max(60).default(''),
  }),
  intakes: z.strictObject({
    code,
    institution: code,
    start: day,
    end: day,
    classStart: none(day),
    suspended: z.boolean().default(false),
  }),
  ingressModes: z.strictObject({
    code,
    name,
    kind: z.enum(INGRESS_KINDS),
    useDisciplines: z.boolean().default(false),
  }),
  contracts: z.strictObject({ code, title: name, html: z.string().min(1).max(500_000) }),
  documentSets: z.strictObject({
    code,
    items: z
      .array(
        z.strictObject({
          code,
          name,
          help: z.string().max(500).default(''),
          stage: z.enum(['selection', 'enrollment']),
          required: z.boolean(),
          when: condition.prefault({}),
          acceptsXlsx: z.boolean().default(false),
          coveredBy: z
            .strictObject({ items: z.array(code).min(1).max(10), label: name })
            .nullable()
            .default(null),
        }),
      )
      .min(1),
  }),
  questionnaires: z.strictObject({
    code,
    sections: z
      .array(
        z
          .strictObject({ key: z.enum(SECTION_KEYS), mandatory: z.boolean().optional() })
          .transform(({ key, mandatory }) => ({ key, mandatory: mandatory ?? key === 'graduate' })),
      )
      .min(1),
    approval: none(z.boolean()),
  }),
  essayThemes: z.strictObject({
    code,
    title: name,
    texts: z.array(z.string().min(1).max(10_000)).min(1).max(10),
  }),
  offers: z.strictObject({
    code,
    institution: code,
    name: name.optional(),
    type: z.number().int().min(1).max(4),
    intake: code,
    ingressMode: code,
    courses: z
      .array(
        z.strictObject({
          course: code,
          poles: z.array(z.strictObject({ pole: code, vacancies: count })).min(1),
        }),
      )
      .min(1),
    essayThemes: z.array(code).default([]),
    contract: none(code),
    documents: none(code),
    questionnaire: none(code),
    interview: z.boolean().default(false),
    requiresClass: z.boolean().default(false),
    warningPopup: none(z.string().max(2000)),
    requiredSchooling: none(z.enum(DEMANDED_LEVELS)),
    active: z.boolean().default(true),
    parameters: settings,
  }),
  disciplines: z.strictObject({
    code,
    course: code,
    intake: code,
    module: z.number().int().min(1).max(20),
    name,
    workload: z.number().int().min(1).max(2000),
    mandatory: z.boolean().default(true),
    electiveGroup: none(z.string().max(40)),
    active: z.boolean().default(true),
  }),
  // How many electives of a module a candidate chooses; without an entry, any number may be chosen.
  electives: z
    .strictObject({
      course: code,
      intake: code,
      module: z.number().int().min(1).max(20),
      min: z.number().int().min(0).max(50),
      max: z.number().int().min(1).max(50),
    })
    .refine(({ min, max }) => min <= max, { path: ['max'], message: 'must not be below min' }),
  classes: z.strictObject({
    code,
    offer: code,
    name,
    pole: code,
    shift: z.enum(['manha', 'tarde', 'noite', 'integral']),
    weekdays: z.string().max(120).default(''),
    start: day,
    startTime: none(time),
    endTime: none(time),
    place: none(z.string().max(200)),
    slots: count,
  }),
  schedules: z.strictObject({ code, offer: code, pole: code, place: name, at: instant, capacity: count }),
  prices: price,
  vouchers: z
    .strictObject({
      code,
      percent: none(z.number().gt(0).max(100)),
      amount: none(money),
      appliesTo: z.enum(['first', 'others', 'all']),
      kinds: none(z.array(z.enum(['tax', 'enrollment', 'semester', 'total']))),
      institutions: none(z.array(code)),
      courses: none(z.array(code)),
      from: day,
      to: day,
      maxUses: none(z.number().int().min(1)),
    })
    .refine((given) => (given.percent === null) !== (given.amount === null), {
      message: 'needs either percent or amount',
      path: ['percent'],
    }),
  support: z.strictObject({
    institution: code,
    title: name,
    description: z.string().max(500).default(''),
    phone: none(z.string().regex(/^\d{10,15}$/, 'must be digits with country and area code')),
    message: none(z.string().max(500)),
    hours: none(z.string().max(200)),
  }),
} as const;

export type Kind = keyof typeof shapes;
export const KINDS = Object.keys(shapes) as Kind[];
export const isKind = (name: string): name is Kind => Object.hasOwn(shapes, name);
export type Entry<K extends Kind> = z.output<(typeof shapes)[K]>;
export type TenantEntry = z.output<typeof tenantShape>;

/** File of a theme as it is served at `/assets/{path}`. */
export type Asset = { path: string; contentType: string; content: Buffer };

export type Catalogue = { tenant: TenantEntry; console: ConsoleEntry; assets: Asset[] } & {
  [K in Kind]: Entry<K>[];
};

export const emptyCatalogue = (tenant: TenantEntry): Catalogue =>
  ({
    tenant,
    console: noConsole(),
    assets: [],
    ...Object.fromEntries(KINDS.map((kind) => [kind, []])),
  }) as unknown as Catalogue;

const OWN_KEYS: { readonly [K in Kind]?: readonly string[] } = {
  hosts: ['host'],
  intakes: ['institution', 'code'],
  disciplines: ['course', 'intake', 'code'],
  electives: ['course', 'intake', 'module'],
  classes: ['offer', 'code'],
  schedules: ['offer', 'code'],
  support: ['institution'],
};

/** Fields that make up the key of an entry: its code, below the entries it is unique within. */
export const keyFields = (kind: Kind): readonly string[] => OWN_KEYS[kind] ?? ['code'];

/** Unique key of an entry. */
export const keyOf = <K extends Kind>(kind: K, entry: Entry<K>): string =>
  keyFields(kind)
    .map((field) => (entry as Record<string, unknown>)[field])
    .join('/');
