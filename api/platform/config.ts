// Longer than other files: all settings are in one schema with their descriptions, from which `.env.example` and the refusals
// at start-up are derived.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { BucketSettings } from './files/bucket-client.ts';
import { type ProxyTrust, readProxyTrust } from './http/proxy.ts';
import { readNamedSecrets } from './named-secrets.ts';
import { missingFor, pixProfileSettings } from './pix-profiles.ts';
import { smsGateways } from './sms-gateways.ts';
import { whatsAppAccounts } from './whatsapp-accounts.ts';

/** Payment provider account: its address and our credentials. Neither the catalogue nor the database ever stores them. */
const providerAccount = z.object({
  baseUrl: z.url(),
  tokenUrl: z.url(),
  clientId: z.string(),
  /** Empty if the bank identifies its client by the certificate. */
  clientSecret: z.string().default(''),
  certFile: z.string().optional(),
  keyFile: z.string().optional(),
  caFile: z.string().optional(),
});
export type ProviderAccount = z.infer<typeof providerAccount>;

/** API Pix account at one bank, with that bank's peculiarities. */
const pixAccount = providerAccount.extend({
  ...pixProfileSettings.shape,
  /** Bank account that receives recurring payments; without it the account has no Pix Automático (spec 14.8). */
  receiver: z
    .object({
      agencia: z.string().min(1).max(4).optional(),
      conta: z.string().min(1).max(20),
      tipoConta: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
    })
    .optional(),
});
export type PixAccount = z.infer<typeof pixAccount>;

/** Account at a bank that registers slips; clients with several current accounts must name one. */
const slipAccount = providerAccount.extend({
  clientSecret: z.string().min(1),
  accountNumber: z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .optional(),
});
export type SlipAccount = z.infer<typeof slipAccount>;

/** Address of an academic catalogue, and our key for it. */
const academicSource = z.object({ url: z.url(), key: z.string() });
export type AcademicSource = z.infer<typeof academicSource>;

/** Reference of the account shared by all institutions without their own; allowed in development only. */
export const ANY_INSTITUTION = '*';

/** Our secrets at a social provider, by `{tenant alias}/{client id}`: a client belongs to one tenant. */
const clientSecrets = z
  .record(z.string().regex(/^([a-z0-9][a-z0-9-]{1,39}|\*)\/./, 'must be alias/clientId'), z.string())
  .default({});
/** Social provider: its address (by default the public one) and our secrets there. */
const openIdProvider = z.object({ issuer: z.url(), secrets: clientSecrets });
const socialProviders = z.object({
  google: openIdProvider.partial({ issuer: true }).prefault({}),
  linkedin: openIdProvider.partial({ issuer: true }).prefault({}),
  facebook: z
    .object({
      graphUrl: z.url().default('https://graph.facebook.com/v24.0'),
      scriptUrl: z.url().default('https://connect.facebook.net/pt_BR/sdk.js'),
      secrets: clientSecrets,
    })
    .prefault({}),
});
const ISSUERS = {
  google: 'https://accounts.google.com',
  linkedin: 'https://www.linkedin.com/oauth',
} as const;

const STARTS = ['production', 'development', 'test'] as const;

/** Everything a process reads from its environment. The descriptions, with the units of numbers, go into `.env.example`. */
export const environment = z.object({
  // Development must be set explicitly; without a value the strict production start applies.
  NODE_ENV: z
    .preprocess((said) => said || undefined, z.enum(STARTS).default('production'))
    .describe('production, development or test; the last two allow the sandbox and a settable clock'),
  PORT: z.coerce.number().int().min(0).default(8080).describe('port to listen on; 0 takes any that is free'),
  HOST: z.string().default('0.0.0.0').describe('address to listen on'),
  ORBITA_DATA_DIR: z.string().default('.data').describe('folder of stored files; /data in the image'),
  ORBITA_STORAGE_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket')
    .optional()
    .describe('bucket of stored files at any S3, instead of the folder'),
  ORBITA_STORAGE_S3_ENDPOINT: z
    .url()
    .optional()
    .describe('https address of the S3; that of AWS in the region if unset'),
  ORBITA_STORAGE_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,50}$/, 'is no name of a region')
    .optional()
    .describe('region of the bucket; us-east-1 if unset, where there is an address'),
  ORBITA_STORAGE_S3_PREFIX: z
    .string()
    .regex(/^[\w-]{1,60}(?:\/[\w-]{1,60}){0,5}\/?$/, 'is letters, digits, _ and - between slashes')
    .optional()
    .describe('beginning of all keys, where the bucket holds other things as well'),
  ORBITA_STORAGE_S3_ACCESS_KEY: z
    .string()
    .optional()
    .describe('our access key there; without it the role that a machine has at AWS'),
  ORBITA_STORAGE_S3_SECRET_KEY: z.string().optional().describe('its secret'),
  ORBITA_STORAGE_S3_PATH_STYLE: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: the bucket stands in the path of addresses; if unset, true where there is an address'),
  ORBITA_ERASURES_DIR: z
    .string()
    .optional()
    .describe(
      'folder of the list of erasures, on a volume that is in no backup; in the bucket of files, or inside the data folder, if unset',
    ),
  ORBITA_BACKUP_DIR: z.string().optional().describe('folder of the backups, if this machine sees it'),
  ORBITA_BACKUP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('days after which a backup has to be gone, 1 to 365'),
  DATABASE_URL: z.string().optional().describe('PostgreSQL that holds everything'),
  ORBITA_OWNER_DATABASE_URL: z
    .string()
    .optional()
    .describe('for migrations, where the user of DATABASE_URL may not create tables and roles'),
  ORBITA_LISTEN_DATABASE_URL: z
    .string()
    .optional()
    .describe('the server itself, where DATABASE_URL is a pooler: notifications do not pass one'),
  ORBITA_READ_DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'a standby, from which files of lists and figures are read; the primary where it is unset or away',
    ),
  ORBITA_DATABASE_POOL: z.coerce
    .number()
    .int()
    .positive()
    .default(10)
    .describe('connections of a node, besides one for each process that listens'),
  ORBITA_OPERATIONS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('development only: a token of operations, at least 16 characters'),
  ORBITA_BOOTSTRAP_TOKEN: z
    .string()
    .min(32)
    .optional()
    .describe('at least 32 characters; may create tenants and tokens, and nothing else'),
  ORBITA_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('at least 32 characters; signs sessions and derives the keys of files'),
  ORBITA_PREVIOUS_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'while ORBITA_SECRET is replaced: the other one, which still opens what was signed and sealed with it',
    ),
  ORBITA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address at which payment providers reach us'),
  ORBITA_FILES_URL: z.url().optional().describe('https origin that hands out the files of candidates'),
  ORBITA_CARD_ORIGIN: z.url().optional().describe('https origin of the card fields'),
  ORBITA_TRUST_PROXY: z
    .string()
    .optional()
    .describe('addresses or networks of the proxies whose headers count, separated by commas'),
  ORBITA_PROXY_HEADERS: z
    .string()
    .optional()
    .describe('which header says what; address=x-forwarded-for,scheme=x-forwarded-proto if unset'),
  ORBITA_SANDBOX_URL: z.url().optional().describe('development only: address of the sandbox'),
  ORBITA_SANDBOX_KEY: z.string().optional().describe('development only: key of the controls of the sandbox'),
  ORBITA_SMTP_URL: z.string().optional().describe('server that takes mail'),
  ORBITA_MAIL_FROM: z.string().default('nao-responda@orbita.test').describe('sender of all mail'),
  ORBITA_SMS_GATEWAYS: z
    .string()
    .optional()
    .describe('SMS gateway of each tenant, or * for all: JSON, or the name of a JSON file'),
  ORBITA_WHATSAPP: z
    .string()
    .optional()
    .describe('number at WhatsApp and approved templates of each tenant: JSON, or the name of a JSON file'),
  ORBITA_ZIP_URL: z.url().optional().describe('service that looks addresses up by CEP, shaped like ViaCEP'),
  ORBITA_EXAM_SCORE_URL: z.url().optional().describe('service that looks ENEM scores up'),
  ORBITA_EXAM_SCORE_KEY: z.string().optional().describe('our key there'),
  ORBITA_ACADEMIC_CATALOGUES: z
    .string()
    .optional()
    .describe('academic system of each tenant: JSON, or the name of a JSON file'),
  ORBITA_CAPTCHA_URL: z.url().optional().describe('address at which the captcha provider verifies an answer'),
  ORBITA_CAPTCHA_SCRIPT_URL: z.url().optional().describe('script of the captcha provider'),
  ORBITA_CAPTCHA_SECRET: z
    .string()
    .optional()
    .describe('captcha secret of hosts that name none of their own'),
  ORBITA_CLAMD: z.string().optional().describe('host:port of the scanner of files'),
  ORBITA_PIX_ACCOUNTS: z
    .string()
    .optional()
    .describe('account of each institution at its bank: JSON, or the name of a JSON file'),
  ORBITA_SLIP_ACCOUNTS: z
    .string()
    .optional()
    .describe('account of each institution at the bank of its slips: JSON, or the name of a JSON file'),
  ORBITA_ACQUIRER_ACCOUNTS: z
    .string()
    .optional()
    .describe('accounts of each institution at its card acquirers: JSON, or the name of a JSON file'),
  ORBITA_SOCIAL: z
    .string()
    .optional()
    .describe('secrets of social sign-in: JSON, or the name of a JSON file'),
  ORBITA_STAFF_PROVIDERS: z
    .string()
    .optional()
    .describe('development only: where the sign-in of an institution is played, as JSON'),
  ORBITA_WEBHOOK_CERTIFICATE_HEADER: z
    .string()
    .optional()
    .describe('header in which the proxy says SUCCESS once it has verified the client certificate of a bank'),
  ORBITA_METRICS_KEY: z.string().optional().describe('bearer key of /metrics and /health/deep'),
  ORBITA_TAG_MANAGER_URL: z
    .url()
    .default('https://www.googletagmanager.com/gtm.js')
    .describe('script of media tracking'),
  ORBITA_OPTIMIZE_URL: z
    .url()
    .optional()
    .describe('script of page experiments, of an installation that has one; Google ended its own in 2023'),
  ORBITA_SENTRY_DSN: z.url().optional().describe('collector of errors, which speaks the protocol of Sentry'),
  ORBITA_SENTRY_TRACES_SAMPLE_RATE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('share of the calls whose duration is reported, 0 to 1'),
  ORBITA_AUDIT_MONTHS: z.coerce
    .number()
    .int()
    .min(6)
    .max(600)
    .optional()
    .describe(
      'months after which entries of the audit leave the database for sealed files, 6 to 600; they stay if unset',
    ),
  ORBITA_TRACES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('whole address of a collector of traces (OTLP over HTTP, JSON); no traces if unset'),
  ORBITA_TRACES_HEADERS: z
    .string()
    .optional()
    .describe('headers for that collector, such as its key: name=value, separated by commas'),
  ORBITA_TRACES_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('share of the calls and rounds of jobs that are traced, 0 to 1'),
  ORBITA_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(1200)
    .describe('calls per minute of an address and tenant'),
  ORBITA_PAGES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(720)
    .describe('pages per minute of an address and tenant'),
  ORBITA_LIST_LOOK: z.coerce
    .number()
    .int()
    .min(2)
    .default(20_000)
    .describe('rows that a page of a list looks at before it answers'),
  ORBITA_SIGN_UPS_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(40)
    .describe('accounts per hour of a network and tenant by captcha alone'),
  ORBITA_HEAD_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe('seconds in which the head of a request has to arrive'),
  ORBITA_BODY_SILENCE_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe('seconds without a byte after which the body of a request is given up'),
  ORBITA_BODY_BYTES_PER_SECOND: z.coerce
    .number()
    .int()
    .positive()
    .default(2048)
    .describe('slowest pace of the body of a request, in bytes per second'),
  ORBITA_CONNECTIONS: z.coerce.number().int().positive().default(10_000).describe('connections of a node'),
  ORBITA_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .positive()
    .default(1000)
    .describe('connections of one address; counts only without a proxy'),
  ORBITA_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('least level that is logged: silent, error, warn, info or debug'),
  ORBITA_BUILD: z
    .string()
    .regex(/^[\w.+-]{1,60}$/, 'letters, digits and . _ + - only')
    .default('20251024.2')
    .describe('number of the build; the image has the version of the project'),
  ORBITA_TEST_NOW: z.string().optional().describe('development only: ISO time at which the clock starts'),
});

export const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

export type Config = ReturnType<typeof loadConfig>;

/** Returns the signing secret of a development folder; stored in a file, so that sessions survive a restart. */
const developmentSecret = (dataDir: string): string => {
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(48).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
};

type Environment = z.infer<typeof environment>;

/** Settings without a safe default; required for every start outside development. */
export const NEEDED = [
  'DATABASE_URL',
  'ORBITA_SECRET',
  'ORBITA_SMTP_URL',
  'ORBITA_PIX_ACCOUNTS',
  'ORBITA_CLAMD',
] as const satisfies (keyof Environment)[];
type Needed = (typeof NEEDED)[number];

/** Thrown when the environment lacks what a start needs; the message lists one problem per line. */
export class Misconfigured extends Error {
  constructor(wrong: readonly string[]) {
    super(
      [
        'Configuration:',
        ...wrong.map((line) => `  ${line}`),
        'docs/runbook.md explains each. On a machine of your own: npm start, or NODE_ENV=development.',
      ].join('\n'),
    );
  }
}

function read(env: NodeJS.ProcessEnv, needed: readonly Needed[]): Environment & { development: boolean } {
  const parsed = environment.safeParse(env);
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const development = env.NODE_ENV === 'development' || env.NODE_ENV === 'test';
  const missing = development ? [] : needed.filter((name) => !env[name]);
  wrong.push(...missing.map((name) => `${name} is missing: ${environment.shape[name].description}`));
  if (!parsed.success || wrong.length > 0) throw new Misconfigured(wrong);
  return { ...parsed.data, development };
}

/**
 * Reads where backups are stored and for how long: a folder, former object versions in a bucket, or both. Throws
 * `Misconfigured`.
 */
export function loadBackupConfig(env: NodeJS.ProcessEnv = process.env) {
  const e = read(env, []);
  const bucket = bucketOf(e);
  const dir = e.ORBITA_BACKUP_DIR;
  if (!dir && !bucket) throw new Misconfigured(['ORBITA_BACKUP_DIR is missing: folder of the backups']);
  return { dir: dir && resolve(dir), bucket, days: e.ORBITA_BACKUP_DAYS };
}

type DatabaseAddresses = Pick<
  z.infer<typeof environment>,
  'DATABASE_URL' | 'ORBITA_LISTEN_DATABASE_URL' | 'ORBITA_OWNER_DATABASE_URL'
>;
/** Where migrations connect: they hold a session lock, which no pooler preserves. */
const ownerUrlOf = (e: DatabaseAddresses): string | undefined =>
  e.ORBITA_OWNER_DATABASE_URL ?? e.ORBITA_LISTEN_DATABASE_URL ?? e.DATABASE_URL;

/** Reads only the database settings, for commands that prepare the database without serving. Throws `Misconfigured`. */
export function loadDatabaseConfig(env: NodeJS.ProcessEnv = process.env) {
  const e = read(env, ['DATABASE_URL']);
  return {
    dataDir: resolve(e.ORBITA_DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    ownerDatabaseUrl: ownerUrlOf(e),
    listenDatabaseUrl: e.ORBITA_LISTEN_DATABASE_URL,
  };
}

/**
 * Reads the environment once. Throws `Misconfigured`, listing everything missing or wrong. A start needs every secret and
 * external address unless it is explicitly a development or test start: there the sandbox replaces all external systems, and
 * features for a developer's own machine are allowed. `acquirers` is the shape of an institution's card acquirer accounts,
 * which is known to the code that calls them.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  role: Role = 'all',
  acquirers: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown()),
) {
  const e = read(env, NEEDED);
  const { development } = e;
  const named = readNamedSecrets(env, development);
  if (named.wrong.length > 0) throw new Misconfigured(named.wrong);
  const dataDir = resolve(e.ORBITA_DATA_DIR);
  const bucket = bucketOf(e);
  const erasuresDir = e.ORBITA_ERASURES_DIR || (bucket ? undefined : join(dataDir, 'erasures'));
  const sandbox = development ? e.ORBITA_SANDBOX_URL : undefined;
  return {
    /** Allows plain http, internal addresses, a settable clock and the sandbox; never true by default. */
    development,
    role,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.ORBITA_PUBLIC_URL,
    /** Origin that serves candidates' files; undefined means the tenant's own origin (S24). */
    filesUrl: originOf('ORBITA_FILES_URL', e.ORBITA_FILES_URL, development),
    /** Origin of the card fields (spec 14.8); `cardOriginOf` also handles development. */
    cardOrigin: originOf('ORBITA_CARD_ORIGIN', e.ORBITA_CARD_ORIGIN, development),
    /** Which proxies are trusted for the address, scheme and host of a request, and in which headers. */
    trustProxy: trustOf(e),
    dataDir,
    /** Where files are stored; undefined means the data folder. */
    bucket,
    /**
     * Folder of the erasure list; excluded from backups, so that it knows about erasures that a restored database does not.
     * Undefined means the bucket.
     */
    erasuresDir: erasuresDir && resolve(erasuresDir),
    /** The backup folder, if it is accessible from here, and after how many days each backup must be gone. */
    backups: { dir: e.ORBITA_BACKUP_DIR && resolve(e.ORBITA_BACKUP_DIR), days: e.ORBITA_BACKUP_DAYS },
    databaseUrl: e.DATABASE_URL,
    ownerDatabaseUrl: ownerUrlOf(e),
    listenDatabaseUrl: e.ORBITA_LISTEN_DATABASE_URL,
    readDatabaseUrl: e.ORBITA_READ_DATABASE_URL,
    databasePool: e.ORBITA_DATABASE_POOL,
    ...secretsOf(e.ORBITA_SECRET ?? developmentSecret(dataDir), e.ORBITA_PREVIOUS_SECRET),
    /** Token that may only create tenants and tokens (spec 17.1). */
    bootstrapToken: e.ORBITA_BOOTSTRAP_TOKEN,
    developmentToken: development ? e.ORBITA_OPERATIONS_TOKEN : undefined,
    sandbox: sandbox ? { url: sandbox, key: e.ORBITA_SANDBOX_KEY ?? '' } : undefined,
    mail: { url: e.ORBITA_SMTP_URL, from: e.ORBITA_MAIL_FROM },
    sms: e.ORBITA_SMS_GATEWAYS ? jsonOf('ORBITA_SMS_GATEWAYS', e.ORBITA_SMS_GATEWAYS, smsGateways) : {},
    whatsapp: e.ORBITA_WHATSAPP ? jsonOf('ORBITA_WHATSAPP', e.ORBITA_WHATSAPP, whatsAppAccounts) : {},
    zip: { url: e.ORBITA_ZIP_URL },
    examScore: { url: e.ORBITA_EXAM_SCORE_URL, key: e.ORBITA_EXAM_SCORE_KEY ?? '' },
    /** By tenant alias; `*` is the source for all others. */
    academicCatalogues: e.ORBITA_ACADEMIC_CATALOGUES
      ? jsonOf(
          'ORBITA_ACADEMIC_CATALOGUES',
          e.ORBITA_ACADEMIC_CATALOGUES,
          z.record(z.string(), academicSource),
        )
      : {},
    captcha: {
      url: e.ORBITA_CAPTCHA_URL,
      scriptUrl: e.ORBITA_CAPTCHA_SCRIPT_URL,
      secret: e.ORBITA_CAPTCHA_SECRET ?? '',
    },
    namedSecrets: named.secrets,
    clamd: e.ORBITA_CLAMD,
    pixAccounts: readPixAccounts(e.ORBITA_PIX_ACCOUNTS, development),
    slipAccounts: readAccounts('ORBITA_SLIP_ACCOUNTS', e.ORBITA_SLIP_ACCOUNTS, slipAccount, development),
    acquirerAccounts: readAcquirerAccounts(e.ORBITA_ACQUIRER_ACCOUNTS, development, acquirers),
    social: readSocial(e.ORBITA_SOCIAL, development),
    /** Outside production: simulated sign-in providers of institutions, by the issuer named in the catalogue. */
    staffProviders:
      development && e.ORBITA_STAFF_PROVIDERS
        ? jsonOf('ORBITA_STAFF_PROVIDERS', e.ORBITA_STAFF_PROVIDERS, z.record(z.string(), z.url()))
        : {},
    webhookCertificateHeader: e.ORBITA_WEBHOOK_CERTIFICATE_HEADER,
    metricsKey: e.ORBITA_METRICS_KEY,
    /** Scripts of media tracking; they load only for an institution with an id, after consent (spec 3.1). */
    tags: { managerUrl: e.ORBITA_TAG_MANAGER_URL, optimizeUrl: e.ORBITA_OPTIMIZE_URL },
    /** Without a DSN no error is sent outside the platform; the rate is the share of calls that are traced (spec 18). */
    errorReports: { dsn: e.ORBITA_SENTRY_DSN, tracesSampleRate: e.ORBITA_SENTRY_TRACES_SAMPLE_RATE },
    /** Months for which audit entries stay in the database; undefined means permanently. */
    auditMonths: e.ORBITA_AUDIT_MONTHS,
    /** Where traces are sent, if at all, and the share of calls and job runs that is recorded. */
    traces: {
      url: e.ORBITA_TRACES_URL,
      headers: headersOf('ORBITA_TRACES_HEADERS', e.ORBITA_TRACES_HEADERS),
      share: e.ORBITA_TRACES_SHARE,
    },
    /** Limit per address and tenant, far above one person's pace, because schools and mobile networks share addresses. */
    callsPerMinute: e.ORBITA_CALLS_PER_MINUTE,
    /** Pages per address and tenant; a sixth of them within ten seconds (`api/http/page-limits.ts`). */
    pagesPerMinute: e.ORBITA_PAGES_PER_MINUTE,
    /** Rows that a page of a list may look at before it returns what it found (spec 25.3.4). */
    listLook: e.ORBITA_LIST_LOOK,
    /**
     * Sign-ups per network and tenant with just a captcha, enough for a full computer lab; above that a code is required as
     * well.
     */
    signUpsPerHour: e.ORBITA_SIGN_UPS_PER_HOUR,
    /** Slowest acceptable sender, and the maximum number of concurrent connections. */
    connections: {
      headMs: e.ORBITA_HEAD_SECONDS * 1000,
      body: { silence: e.ORBITA_BODY_SILENCE_SECONDS, bytesPerSecond: e.ORBITA_BODY_BYTES_PER_SECOND },
      most: e.ORBITA_CONNECTIONS,
      /** Undefined behind a proxy, because then all connections come from the proxy, which must limit its own clients. */
      perAddress: e.ORBITA_TRUST_PROXY ? undefined : e.ORBITA_CONNECTIONS_PER_ADDRESS,
    },
    logLevel: e.ORBITA_LOG,
    testNow: development ? e.ORBITA_TEST_NOW : undefined,
    /** Build number shown in page metadata and settings (spec 2.6). */
    build: e.ORBITA_BUILD,
  };
}

/** The secret that signs and seals from now on, and all secrets that can open: itself, then its predecessor. */
const secretsOf = (
  secret: string,
  previous: string | undefined,
): { secret: string; secrets: readonly string[] } => ({
  secret,
  secrets: previous === undefined || previous === secret ? [secret] : [secret, previous],
});

function trustOf({ ORBITA_TRUST_PROXY, ORBITA_PROXY_HEADERS }: Environment): ProxyTrust {
  try {
    return readProxyTrust(ORBITA_TRUST_PROXY, ORBITA_PROXY_HEADERS);
  } catch (error) {
    throw new Misconfigured([`ORBITA_TRUST_PROXY, ORBITA_PROXY_HEADERS: ${(error as Error).message}`]);
  }
}

/** Parses headers of the form `name=value,name=value`. Errors never quote the value, because it contains secrets. */
function headersOf(name: string, value: string | undefined): Record<string, string> {
  const pairs = (value ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair, at) => {
      const [header = '', ...rest] = pair.split('=');
      const [key, text] = [header.trim().toLowerCase(), rest.join('=').trim()];
      if (!/^[a-z0-9-]{1,60}$/.test(key) || !/^[\x20-\x7e]{1,2000}$/.test(text))
        throw new Misconfigured([`${name}: header ${at + 1} is not name=value`]);
      return [key, text];
    }),
  );
}

/** Whether the host is this machine, as for a proxy in front of the store. */
const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** The bucket for stored files; undefined if none is configured. Throws `Misconfigured`. */
function bucketOf(e: Environment & { development: boolean }): BucketSettings | undefined {
  const {
    ORBITA_STORAGE_S3_BUCKET: name,
    ORBITA_STORAGE_S3_ENDPOINT: endpoint,
    ORBITA_STORAGE_S3_ACCESS_KEY: id,
    ORBITA_STORAGE_S3_SECRET_KEY: secret,
  } = e;
  const region = e.ORBITA_STORAGE_S3_REGION ?? (endpoint ? 'us-east-1' : undefined);
  const style = e.ORBITA_STORAGE_S3_PATH_STYLE;
  if (!name) {
    const others = Object.entries(e).filter(([key, value]) => key.startsWith('ORBITA_STORAGE_S3_') && value);
    if (others.length > 0)
      throw new Misconfigured([
        'ORBITA_STORAGE_S3_BUCKET is missing, although other settings of S3 are there',
      ]);
    return undefined;
  }
  const pathStyle = style ? style === 'true' : endpoint !== undefined;
  const at = endpoint ? new URL(endpoint) : undefined;
  const wrong = [
    !region && 'ORBITA_STORAGE_S3_REGION is missing: region of the bucket',
    !id !== !secret && 'ORBITA_STORAGE_S3_ACCESS_KEY and ORBITA_STORAGE_S3_SECRET_KEY belong together',
    name.includes('.') &&
      !pathStyle &&
      'ORBITA_STORAGE_S3_BUCKET has a dot, for which no certificate holds: set ORBITA_STORAGE_S3_PATH_STYLE=true',
    at &&
      (at.username || at.search || at.hash) &&
      'ORBITA_STORAGE_S3_ENDPOINT is an address without a name, a question or a mark',
    at &&
      at.protocol !== 'https:' &&
      !e.development &&
      !isLoopback(at.hostname) &&
      'ORBITA_STORAGE_S3_ENDPOINT is not https',
  ].filter((line): line is string => typeof line === 'string' && line !== '');
  if (wrong.length > 0 || !region) throw new Misconfigured(wrong);
  const prefix = e.ORBITA_STORAGE_S3_PREFIX ?? '';
  return {
    name,
    region,
    endpoint,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    keys: id && secret ? { id, secret } : undefined,
    pathStyle,
  };
}

/** The academic catalogue of a tenant: its own, or the one shared by all tenants. */
export const sourceOf = (
  { academicCatalogues }: Pick<Config, 'academicCatalogues'>,
  tenantAlias: string,
): AcademicSource | undefined =>
  academicCatalogues[Object.hasOwn(academicCatalogues, tenantAlias) ? tenantAlias : ANY_INSTITUTION];

/** Parses an origin, which must not have a path because links append their own. */
function originOf(name: string, value: string | undefined, development: boolean): string | undefined {
  if (!value) return undefined;
  const { origin, href, protocol } = new URL(value);
  if (href !== `${origin}/`) throw new Misconfigured([`${name} is an origin, without a path`]);
  if (!development && protocol !== 'https:') throw new Misconfigured([`${name} is not https`]);
  return origin;
}

/** Parses JSON, or the JSON file that the value names. Errors never quote the value, because it contains secrets. */
function jsonOf<T>(name: string, value: string, shape: z.ZodType<T>): T {
  try {
    const text = value.trimStart().startsWith('{') ? value : readFileSync(value, 'utf8');
    const { data, error } = shape.safeParse(JSON.parse(text));
    if (data !== undefined) return data;
    throw new Misconfigured(
      (error?.issues ?? []).map(({ path, message }) => `${name}: ${path.join('.')} ${message}`),
    );
  } catch (error) {
    if (error instanceof Misconfigured) throw error;
    throw new Misconfigured([`${name} is neither JSON nor the name of a JSON file`]);
  }
}

/** A tenant's client at a social provider. */
export type SocialClient = { tenant: string; clientId: string };

/** Our secret for a client of this tenant; undefined if there is none or it belongs to another tenant. */
export function clientSecret(
  secrets: Readonly<Record<string, string>>,
  { tenant, clientId }: SocialClient,
): string | undefined {
  const own = `${tenant}/${clientId}`;
  return secrets[Object.hasOwn(secrets, own) ? own : `${ANY_INSTITUTION}/${clientId}`];
}

/** Reads the social providers and their secrets; their public addresses are the defaults. */
function readSocial(value: string | undefined, development: boolean) {
  const { google, linkedin, facebook } = value
    ? jsonOf('ORBITA_SOCIAL', value, socialProviders)
    : socialProviders.parse({});
  const everybodys = [google, linkedin, facebook].flatMap(({ secrets }) => Object.keys(secrets));
  if (!development && everybodys.some((key) => key.startsWith(`${ANY_INSTITUTION}/`)))
    throw new Misconfigured([`ORBITA_SOCIAL names the tenant of every client, never ${ANY_INSTITUTION}`]);
  return {
    google: { ...google, issuer: google.issuer ?? ISSUERS.google },
    linkedin: { ...linkedin, issuer: linkedin.issuer ?? ISSUERS.linkedin },
    facebook,
  };
}

/** Reads provider accounts by `{tenant}/{institution}` reference, from JSON or from the JSON file that the value names. */
function readAccounts<A>(
  name: string,
  value: string | undefined,
  shape: z.ZodType<A>,
  development: boolean,
): Record<string, A> {
  if (!value) return {};
  const accounts = jsonOf(name, value, z.record(z.string(), shape));
  // A forgotten entry must never send one institution's money to another.
  if (!development && ANY_INSTITUTION in accounts)
    throw new Misconfigured([`${name} names every institution, never ${ANY_INSTITUTION}`]);
  return accounts;
}

/**
 * Reads API Pix accounts; an account that lacks what its bank profile requires is rejected here, because the bank would refuse
 * its every call.
 */
function readPixAccounts(value: string | undefined, development: boolean): Record<string, PixAccount> {
  const accounts = readAccounts('ORBITA_PIX_ACCOUNTS', value, pixAccount, development);
  const wrong = Object.entries(accounts).flatMap(([reference, account]) => {
    const missing = missingFor(account);
    return missing.length === 0 ? [] : [`ORBITA_PIX_ACCOUNTS: ${reference} lacks ${missing.join(', ')}`];
  });
  if (wrong.length > 0) throw new Misconfigured(wrong);
  return accounts;
}

/** Reads card acquirer accounts in the same way; without any, cards are not offered. */
function readAcquirerAccounts(
  value: string | undefined,
  development: boolean,
  shape: z.ZodType<Record<string, unknown>>,
): Record<string, Record<string, unknown>> {
  if (!value) return {};
  const accounts = jsonOf('ORBITA_ACQUIRER_ACCOUNTS', value, z.record(z.string(), shape));
  if (!development && ANY_INSTITUTION in accounts)
    throw new Misconfigured([`ORBITA_ACQUIRER_ACCOUNTS names every institution, never ${ANY_INSTITUTION}`]);
  return accounts;
}
