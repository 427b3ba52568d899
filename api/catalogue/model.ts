// Longer than other files: every catalogue entry is described once, in the order in which they refer to each other.
import { SECTION_KEYS } from '@orbita/domain/admission';
import type { When } from '@orbita/domain/document';
import { mayHaveParagraph, TEMPLATES, type TemplateId } from '@orbita/domain/messaging';
import { DEMANDED_LEVELS } from '@orbita/domain/offering';
import { DEFAULT_THEME, videoOf } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { type ConsoleEntry, hostName, noConsole } from './console.ts';
import { field, section } from './described.ts';
import {
  code,
  colour,
  count,
  day,
  image,
  instant,
  levelSettings,
  line,
  lines,
  name,
  named,
  none,
  ofCourse,
  ofInstitution,
  ofIntake,
  ofOffer,
  ofPole,
  ownCode,
  reais,
  time,
  titled,
} from './fields.ts';
import { payment } from './payment-entry.ts';

/** Messages with room for the institution's own words. */
const MESSAGES = (Object.keys(TEMPLATES) as TemplateId[]).filter(mayHaveParagraph);

/** Redirect URL for a provider: a path on the host, or a full address. */
const RETURN_ADDRESS = /^(\/(?!\/)|https:\/\/[a-z0-9.-]+(:\d+)?\/)[\w./-]*$/;

/** The catalogue of spec 17.4. One shape for all uses: reading YAML, reading the database, comparing, writing. */

const theme = z.strictObject({
  primary: colour.default(DEFAULT_THEME.primary).describe('Colour of buttons and headings.'),
  secondary: colour.default(DEFAULT_THEME.secondary).describe('Second colour.'),
  link: colour.default(DEFAULT_THEME.link).describe('Colour of links.'),
  favicon: image.describe('Image beside this file, up to 64 KiB.'),
  logoSmall: image.describe('Logo of phones: SVG, PNG, JPEG or WebP beside this file, up to 256 KiB.'),
  logoLarge: image.describe('Logo of wide pages: SVG, PNG, JPEG or WebP beside this file, up to 256 KiB.'),
});

const INGRESS_KINDS = ['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'] as const;
const oneOrMore = <T extends z.ZodType>(shape: T) => z.union([shape, z.array(shape).min(1)]).optional();
/** Conditions of a document, evaluated by `domain/document`. */
const condition = z.strictObject({
  nationality: z
    .string()
    .regex(/^([A-Z]{2}|foreign)$/, 'must be a country code or foreign')
    .optional()
    .describe('Country code, or foreign.'),
  documentType: oneOrMore(z.enum(['cpf', 'rne', 'passport'])).describe(
    'Document with which the person signed up.',
  ),
  gender: oneOrMore(z.number().int().min(1).max(4)).describe(
    '1 feminine, 2 masculine, 3 non-binary, 4 not given.',
  ),
  minAge: z.number().int().min(0).max(120).optional().describe('From this age on.'),
  maxAge: z.number().int().min(0).max(120).optional().describe('Up to this age.'),
  minor: z.boolean().optional().describe('Younger than 18, or not.'),
  hasCpf: z.boolean().optional().describe('Whether the person gave a CPF.'),
  ingressKind: oneOrMore(z.enum(INGRESS_KINDS)).describe('Kind of admission.'),
  ingressMode: oneOrMore(z.string().min(1).max(200)).describe('Name or code of the way of admission.'),
  schoolType: oneOrMore(z.enum(['public', 'private', 'abroad', 'eja'])).describe(
    'Kind of school that was finished.',
  ),
  applicationType: oneOrMore(z.enum(['graduation', 'essay', 'postgraduate', 'extension', 'tax'])).describe(
    'Kind of application.',
  ),
}) satisfies z.ZodType<When>;

const price = section({
  code: ownCode,
  institution: field(code, 'Code of an institution.'),
  course: field(code, 'Code of a course.'),
  intake: field(code, 'Code of an intake of the same institution.'),
  pole: field(none(code), 'Only at this pole; everywhere when left out.'),
  kind: field(z.enum(['tax', 'enrollment', 'semester', 'total']), 'What is paid for.'),
  description: field(z.string().max(120).optional(), 'Text as candidates read it.'),
  installments: field(z.number().int().min(1).max(60).optional(), 'How many instalments, each of value.'),
  value: field(reais.optional(), 'Amount of an instalment in BRL.'),
  plan: field(
    z.array(reais).min(1).max(60).optional(),
    'Amounts of all instalments in BRL, instead of installments and value.',
  ),
  discount: field(reais.default(0), 'Taken off every instalment.'),
  conditionalDiscount: field(reais.default(0), 'Taken off an instalment that is paid in time.'),
  next: field(
    none(
      z.strictObject({
        from: day.describe('Day from which they hold.'),
        plan: z.array(reais).min(1).max(60).describe('Amounts of all instalments in BRL.'),
        discount: reais.default(0).describe('Taken off every instalment.'),
        conditionalDiscount: reais.default(0).describe('Taken off an instalment that is paid in time.'),
      }),
    ),
    'Amounts that take the place of the others from a day on; accepted contracts keep theirs.',
  ),
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

export const tenantShape = section({
  alias: field(
    z.string().regex(/^[a-z0-9-]{2,40}$/, 'must look like minha-faculdade'),
    'Short name of the tenant, in addresses and commands; it never changes.',
  ),
  name: named,
  flags: field(
    z
      .strictObject({
        usePassport: z.boolean().default(false).describe('People without CPF may sign up with a passport.'),
        useMaisAMediaTracking: z.boolean().default(false).describe('Loads the media tracking after consent.'),
        useTrackingV2: z
          .boolean()
          .default(false)
          .describe('Sends events of tracking version 2 after consent.'),
      })
      .default({ usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false }),
    'Features of the whole tenant.',
  ),
  timeZone: field(z.string().default('America/Sao_Paulo'), 'IANA time zone in which days begin and end.'),
  holidays: field(z.array(day).default([]), 'Days on which no deadline ends.'),
  parameters: levelSettings,
}).describe('Who the catalogue belongs to; in one of the files.');

/** Every list of a catalogue in dependency order: an entry references only lists before it. */
export const shapes = {
  institutions: section({
    code: ownCode,
    acronym: field(z.string().min(1).max(20), 'Short name as candidates read it.'),
    name: named,
    alias: field(
      z.string().regex(/^[a-z0-9-]{1,40}$/, 'must look like minha-faculdade'),
      'Short name in addresses.',
    ),
    chargeFullSaleAmount: field(z.boolean().default(false), 'Charges the whole price at once.'),
    semesterFullSaleAmount: field(z.boolean().default(false), 'Charges the price of the semester.'),
    subscriptionLoginDisabled: field(
      z.boolean().default(false),
      'Applications begin without signing in first.',
    ),
    googleTagManagerId: field(
      none(z.string().regex(/^GTM-[A-Z0-9]+$/, 'must look like GTM-ABC123')),
      'Container loaded after consent, like GTM-ABC123.',
    ),
    googleOptimizeId: field(
      none(z.string().regex(/^(OPT|GTM)-[A-Z0-9]+$/, 'must look like OPT-ABC123')),
      'Optimize container, like OPT-ABC123.',
    ),
    introductionVideo: field(
      none(
        z
          .string()
          .max(300)
          .refine((value) => videoOf(value) !== undefined, 'must be a video of YouTube or Vimeo'),
      ),
      'Address of a video of YouTube or Vimeo.',
    ),
    mail: field(
      section({
        fromName: field(none(line(100)), 'Name of the sender; null = the name of the institution.'),
        replyTo: field(none(z.email().max(160)), 'Address that gets answers; null = nobody reads them.'),
        signature: field(
          none(lines(300)),
          'Lines below its name at the end of each message; null = the name alone.',
        ),
        paragraphs: field(
          z.partialRecord(z.enum(MESSAGES, `use ${MESSAGES.join(', ')}`), lines(600)).default({}),
          'A paragraph of its own in the e-mail of a message, by its number, as plain text.',
        ),
      }).prefault({}),
      'Sender of its e-mails, and its own words in them.',
    ),
    parameters: levelSettings,
    payment: field(payment.prefault({}), 'How candidates pay.'),
  }).describe('Colleges of the tenant.'),
  hosts: section({
    host: field(hostName, 'Host name in lower case; unique in the installation.'),
    application: field(
      z.string().min(1).max(40).default('orbita'),
      'Name of the application that answers there.',
    ),
    institution: field(
      none(code),
      'Institution whose brand it is; null shows all institutions of the tenant.',
    ),
    theme: field(theme.prefault({}), 'Brand: colours and images.'),
    captchaKey: field(
      none(z.string().min(1).max(200)),
      'Site key of the captcha; simulator in development. Without one no captcha is shown or asked for.',
    ),
    captchaSecret: field(
      none(z.string().regex(/^[A-Z](?!.*_FOR$)[A-Z0-9_]{0,39}$/, 'must be a name like ALFA_CAPTCHA')),
      'Name of the secret of that key: ORBITA_SECRET_{NAME} on the servers, with ORBITA_SECRET_{NAME}_FOR; none = ORBITA_CAPTCHA_SECRET.',
    ),
    social: field(
      z
        .partialRecord(
          z.enum(['google', 'facebook', 'linkedin']),
          z.strictObject({
            clientId: z.string().min(1).max(200),
            redirectUrl: z.string().max(200).regex(RETURN_ADDRESS, 'must be a path or an https address'),
          }),
        )
        .default({}),
      'Social sign-in by provider: google, linkedin, facebook.',
    ),
    parameters: levelSettings,
  }).describe('Addresses under which candidates find the tenant, each with its brand.'),
  poles: section({
    code: ownCode,
    institution: ofInstitution,
    description: field(name, 'Name as candidates read it.'),
    city: field(
      z.number().int().min(1_000_000).max(9_999_999),
      'IBGE code of the municipality, seven digits.',
    ),
    address: field(none(z.string().max(300)), 'Street, number, neighbourhood.'),
    kind: field(z.enum(['polo', 'campus']).default('polo'), 'Pole of distance learning, or campus.'),
  }).describe('Places where courses are held.'),
  courses: section({
    code: ownCode,
    institution: ofInstitution,
    name: named,
    level: field(
      z.number().int().min(1).max(4),
      '1 graduation, 2 postgraduate, 3 extension, 4 postgraduate with a fee to apply.',
    ),
    modality: field(z.enum(['Presencial', 'Semipresencial', 'EaD']), 'How it is taught.'),
    description: field(z.string().max(4000).default(''), 'Text as candidates read it.'),
    duration: field(z.string().max(60).default(''), 'Like 8 semestres.'),
  }).describe('Courses.'),
  intakes: section({
    code: ownCode,
    institution: ofInstitution,
    start: field(day, 'First day on which one may apply.'),
    end: field(day, 'Last day on which one may apply.'),
    classStart: field(none(day), 'First day of classes.'),
    suspended: field(z.boolean().default(false), 'Nobody may apply for now.'),
  }).describe('Periods in which one may apply.'),
  ingressModes: section({
    code: ownCode,
    name: named,
    kind: field(z.enum(INGRESS_KINDS), 'What the candidate does to be admitted.'),
    useDisciplines: field(z.boolean().default(false), 'Candidates choose disciplines.'),
  }).describe('Ways to be admitted.'),
  contracts: section({
    code: ownCode,
    title: field(name, 'Title as candidates read it.'),
    html: field(z.string().min(1).max(500_000), 'The text itself instead of a file.'),
  }).describe('Texts candidates accept. A changed text becomes a new version; accepted ones keep theirs.'),
  documentSets: section({
    code: ownCode,
    items: field(
      z
        .array(
          z.strictObject({
            code: code.describe('Name of the document within the set.'),
            name: name.describe('Name as candidates read it.'),
            help: z
              .string()
              .max(500)
              .default('')
              .describe('One sentence that helps to send the right thing.'),
            stage: z.enum(['selection', 'enrollment']).describe('When it is asked for.'),
            required: z.boolean().describe('Nobody becomes a student without it.'),
            when: condition.prefault({}).describe('Whom it is asked of; every condition must hold.'),
            acceptsXlsx: z.boolean().default(false).describe('Spreadsheets are accepted, too.'),
            coveredBy: z
              .strictObject({
                items: z
                  .array(code)
                  .min(1)
                  .max(10)
                  .describe('Codes of those documents, of the same set and stage.'),
                label: name.describe('What the candidate ticks.'),
              })
              .nullable()
              .default(null)
              .describe('Other documents that make this one unnecessary once approved; null: none.'),
          }),
        )
        .min(1),
      'Documents in the order in which they are asked for.',
    ),
  }).describe('Which documents are asked of whom.'),
  questionnaires: section({
    code: ownCode,
    sections: field(
      z
        .array(
          z
            .strictObject({
              key: z.enum(SECTION_KEYS).describe('Which section.'),
              mandatory: z
                .boolean()
                .optional()
                .describe('Nobody hands in without it; of the section graduate true where nothing is said.'),
            })
            .transform(({ key, mandatory }) => ({ key, mandatory: mandatory ?? key === 'graduate' })),
        )
        .min(1),
      'Sections in their order.',
    ),
    approval: field(
      none(z.boolean()),
      'Somebody of the institution decides about it; null: the parameter QuestionnaireApprovalRequired says.',
    ),
  }).describe('Questionnaires of postgraduate admissions.'),
  essayThemes: section({
    code: ownCode,
    title: titled,
    texts: field(
      z.array(z.string().min(1).max(10_000)).min(1).max(10),
      'Texts the candidate reads before writing.',
    ),
  }).describe('Themes of entrance essays.'),
  offers: section({
    code: ownCode,
    institution: ofInstitution,
    name: field(name.optional(), 'Name as candidates read it.'),
    type: field(
      z.number().int().min(1).max(4),
      '1 graduation, 2 postgraduate, 3 extension, 4 postgraduate with a fee to apply.',
    ),
    intake: ofIntake,
    ingressMode: field(code, 'Code of a way to be admitted.'),
    courses: field(
      z
        .array(
          z.strictObject({
            course: code.describe('Code of a course.'),
            poles: z
              .array(
                z.strictObject({
                  pole: code.describe('Code of a pole.'),
                  vacancies: count.describe('How many are admitted; never below what is taken.'),
                }),
              )
              .min(1)
              .describe('Places with their vacancies.'),
          }),
        )
        .min(1),
      'Courses with the places where they are held.',
    ),
    essayThemes: field(z.array(code).default([]), 'Codes of themes; one is drawn for each essay.'),
    contract: field(none(code), 'Code of a contract.'),
    documents: field(none(code), 'Code of a document set.'),
    questionnaire: field(none(code), 'Code of a questionnaire.'),
    interview: field(z.boolean().default(false), 'Candidates are interviewed.'),
    requiresClass: field(z.boolean().default(false), 'Candidates choose a class.'),
    warningPopup: field(
      none(z.string().max(2000)),
      'Plain text shown once in a box on the first page of an application.',
    ),
    requiredSchooling: field(
      none(z.enum(DEMANDED_LEVELS)),
      'What who applies for an extension (type 3) must have finished when classes start; nothing when left out.',
    ),
    active: field(z.boolean().default(true), 'Whether it can be found.'),
    parameters: levelSettings,
  }).describe('What can be applied for: courses at poles, in an intake, by a way of admission.'),
  disciplines: section({
    code: ownCode,
    course: ofCourse,
    intake: ofIntake,
    module: field(z.number().int().min(1).max(20), 'Number of the module, from 1.'),
    name: named,
    workload: field(z.number().int().min(1).max(2000), 'Hours.'),
    mandatory: field(z.boolean().default(true), 'Taken by everybody; false makes it an elective.'),
    electiveGroup: field(none(z.string().max(40)), 'Electives of one group stand together.'),
    active: field(z.boolean().default(true), 'Whether it is held.'),
  }).describe('Subjects of the first modules.'),
  // How many electives of a module a candidate chooses; without an entry, any number.
  electives: section({
    course: ofCourse,
    intake: ofIntake,
    module: field(z.number().int().min(1).max(20), 'Number of the module, from 1.'),
    min: field(z.number().int().min(0).max(50), 'Fewest electives.'),
    max: field(z.number().int().min(1).max(50), 'Most electives.'),
  })
    .refine(({ min, max }) => min <= max, { path: ['max'], message: 'must not be below min' })
    .describe('How many electives of a module a candidate chooses.'),
  classes: section({
    code: ownCode,
    offer: ofOffer,
    name: named,
    pole: ofPole,
    shift: field(z.enum(['manha', 'tarde', 'noite', 'integral']), 'Part of the day.'),
    weekdays: field(z.string().max(120).default(''), 'Like Seg e qua.'),
    start: field(day, 'First day.'),
    startTime: field(none(time), 'HH:MM.'),
    endTime: field(none(time), 'HH:MM.'),
    place: field(none(z.string().max(200)), 'Room or address.'),
    slots: field(count, 'Places; never below what is taken.'),
  }).describe('Classes of an offer that asks for one.'),
  schedules: section({
    code: ownCode,
    offer: ofOffer,
    pole: ofPole,
    place: field(name, 'Room or address.'),
    at: field(instant, 'Instant with offset, like 2026-01-20T14:00:00-03:00.'),
    capacity: field(count, 'Places; never below what is taken.'),
  }).describe('Dates of tests taken at a place.'),
  prices: price.describe(
    'What is charged for a course; no two for the same place, kind and number of instalments.',
  ),
  vouchers: section({
    code: ownCode,
    percent: field(none(z.number().gt(0).max(100)), 'Percentage taken off; or amount.'),
    amount: field(none(reais), 'BRL taken off; or percent.'),
    appliesTo: field(
      z.enum(['first', 'others', 'all']),
      'Which instalments; of a whole amount, first is the share of instalment 1, unless kinds names whole amounts alone.',
    ),
    kinds: field(
      none(z.array(z.enum(['tax', 'enrollment', 'semester', 'total']))),
      'Only these kinds of price; all when left out.',
    ),
    institutions: field(none(z.array(code)), 'Only these institutions; all when left out.'),
    courses: field(none(z.array(code)), 'Only these courses; all when left out.'),
    from: field(day, 'First day.'),
    to: field(day, 'Last day.'),
    maxUses: field(none(z.number().int().min(1)), 'How often it may be used; without end when left out.'),
  })
    .refine((given) => (given.percent === null) !== (given.amount === null), {
      message: 'needs either percent or amount',
      path: ['percent'],
    })
    .describe('Codes that lower a price.'),
  support: section({
    institution: ofInstitution,
    title: titled,
    description: field(z.string().max(500).default(''), 'Text as candidates read it.'),
    phone: field(
      none(z.string().regex(/^\d{10,15}$/, 'must be digits with country and area code')),
      'WhatsApp number: digits with country and area code.',
    ),
    message: field(none(z.string().max(500)), 'Text the conversation begins with.'),
    hours: field(none(z.string().max(200)), 'Like Seg a sex, 8h às 18h.'),
  }).describe('Whom a candidate asks for help, one entry for each institution.'),
} as const;

export type Kind = keyof typeof shapes;
export const KINDS = Object.keys(shapes) as Kind[];
export const isKind = (name: string): name is Kind => Object.hasOwn(shapes, name);
export type Entry<K extends Kind> = z.output<(typeof shapes)[K]>;
export type TenantEntry = z.output<typeof tenantShape>;

/** A theme file as served at `/assets/{path}`. */
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

/** Fields that make up an entry's key: its code, preceded by the entries it is unique within. */
export const keyFields = (kind: Kind): readonly string[] => OWN_KEYS[kind] ?? ['code'];

/** The unique key of an entry. */
export const keyOf = <K extends Kind>(kind: K, entry: Entry<K>): string =>
  keyFields(kind)
    .map((field) => (entry as Record<string, unknown>)[field])
    .join('/');
