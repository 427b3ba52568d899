/** Parameters of spec 3.2: name, type, default, who may read it, and validation. */
import { isRubric, type Rubric, SECOND_GRADES } from '../essay/index.ts';
import { email } from '../foundation/index.ts';
import { arePaymentSettings, DEFAULT_PAYMENT_SETTINGS } from './payment-settings.ts';
import { DEFAULT_SUPPORT, isSupportWhatsapp, type SupportWhatsapp } from './support.ts';

export type ParameterType = 'bool' | 'int' | 'dec' | 'money' | 'str' | 'list' | 'json' | 'enum';
/** Levels at which a parameter may be set, the most specific one first: the first valid value counts (spec 3.1). */
export const PARAMETER_LEVELS = ['offer', 'institution', 'host', 'tenant'] as const;
export type ParameterLevel = (typeof PARAMETER_LEVELS)[number];

export interface Parameter<T = unknown> {
  type: ParameterType;
  /** Undefined: no default; without a setting, the dependent control is off (spec 3.3). */
  fallback: T;
  /** Readable by the candidate app without a service token. */
  public: boolean;
  /** Most specific level at which it may be set. */
  level: ParameterLevel;
  /** The value in its type, or undefined when it is invalid. */
  parse: (value: unknown) => T | undefined;
  /** Minimum and maximum of a number; for amounts in BRL. */
  range?: readonly [number, number];
  /** Allowed values of an enum. */
  options?: readonly string[];
}

interface Place {
  public?: boolean;
  level?: ParameterLevel;
}
const place = ({ public: open = true, level = 'institution' }: Place = {}) => ({ public: open, level });

const bool = (fallback: boolean, at?: Place): Parameter<boolean> => ({
  type: 'bool',
  fallback,
  ...place(at),
  parse: (value) =>
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
});

const toNumber = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : NaN;

const int = (fallback: number, min: number, max: number, at?: Place): Parameter<number> => ({
  type: 'int',
  fallback,
  ...place(at),
  range: [min, max],
  parse: (value) => {
    const parsed = toNumber(value);
    return Number.isInteger(parsed) && parsed >= min && parsed <= max ? parsed : undefined;
  },
});

const dec = (fallback: number, max: number, at?: Place): Parameter<number> => ({
  type: 'dec',
  fallback,
  ...place(at),
  range: [0, max],
  parse: (value) => {
    const parsed = toNumber(value);
    return parsed >= 0 && parsed <= max ? parsed : undefined;
  },
});

const money = (fallbackCents: number, at?: Place): Parameter<number> => ({
  type: 'money',
  fallback: fallbackCents,
  ...place(at),
  range: [0, 1_000_000],
  parse: (value) => {
    const parsed = toNumber(value);
    return parsed >= 0 && parsed <= 1_000_000 ? Math.round(parsed * 100) : undefined;
  },
});

/** An amount that switches off whatever depends on it when it is not set. */
const maybeMoney = (at?: Place): Parameter<number | undefined> => ({
  ...money(0, at),
  fallback: undefined,
});

const oneOf = <T extends string>(fallback: T, options: readonly T[], at?: Place): Parameter<T> => ({
  type: 'enum',
  fallback,
  ...place(at),
  options,
  parse: (value) => options.find((option) => option === value),
});

const text = (
  fallback: string,
  at: Place | undefined,
  valid: (value: string) => boolean,
): Parameter<string> => ({
  type: 'str',
  fallback,
  ...place(at),
  parse: (value) => (typeof value === 'string' && value.length <= 500 && valid(value) ? value : undefined),
});

const list = (
  fallback: string[],
  at?: Place,
  valid: (item: string) => boolean = () => true,
  least = 0,
): Parameter<string[]> => ({
  type: 'list',
  fallback,
  ...place(at),
  parse: (value) => {
    const items = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
    const good =
      Array.isArray(items) &&
      items.length >= least &&
      new Set(items).size === items.length &&
      items.every((item) => typeof item === 'string' && valid(item));
    return good ? (items as string[]) : undefined;
  },
});

const json = <T extends object>(
  fallback: T,
  at?: Place,
  valid: (value: T) => boolean = () => true,
): Parameter<T> => ({
  type: 'json',
  fallback,
  ...place(at),
  // Missing keys keep the product default, so that a new toggle does not require editing every catalogue.
  parse: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const merged = { ...fallback, ...value };
    return valid(merged) ? merged : undefined;
  },
});

/** A setting that consists of several rows; a level sets it as a whole or not at all. */
const rows = <T extends object>(
  valid: (value: unknown) => value is T,
  at?: Place,
): Parameter<T | undefined> => ({
  type: 'json',
  fallback: undefined,
  ...place(at),
  parse: (value) => (valid(value) ? value : undefined),
});

const isDay = (value: string) => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // Date parsing shifts or refuses days that do not exist, so the parsed day must equal the text.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};
const isZone = (value: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
};

const offer: Place = { level: 'offer' };
const hidden: Place = { public: false };
const hiddenOffer: Place = { public: false, level: 'offer' };
const host: Place = { level: 'host' };
const ofTeam: Place = { public: false, level: 'tenant' };

/** All parameters. Money defaults are integer cents; an `EnemLatestYear` of 0 and a `DocumentStage` of 'default' are derived. */
export const PARAMETERS = {
  AllowPoleUpdate: bool(false, offer),
  CourseChangeAfterContract: bool(true, offer),
  DisplayCampus: bool(true, offer),
  EnemCheckEnabled: bool(false, offer),
  DisciplineDocumentCheckEnabled: bool(false, offer),
  EnemOldestYear: int(2010, 1998, 2100, offer),
  /** 0 = last calendar year. */
  EnemLatestYear: int(0, 0, 2100, offer),
  EnemMinAverage: dec(450, 1000, hiddenOffer),
  EnemMinEssayScore: dec(1, 1000, hiddenOffer),
  TestMinScore: dec(200, 1000, hiddenOffer),
  EssayMinWords: int(150, 1, 5000, offer),
  EssayMaxWords: int(600, 1, 5000, offer),
  EssayMaxCharacters: int(5000, 1, 50_000, offer),
  EssayTimeMinutes: int(60, 1, 600, offer),
  EssayAutosaveSeconds: int(30, 3, 600, offer),
  EssayMaxAttempts: int(3, 1, 20, offer),
  EssayTimeoutMode: oneOf('deliver', ['deliver', 'discard'], offer),
  EssayMinScore: dec(200, 1000, hiddenOffer),
  EssayGradingMode: oneOf('manual', ['manual', 'auto'], hiddenOffer),
  EssaySecondGrade: oneOf('on-request', SECOND_GRADES, hiddenOffer),
  EssaySecondGradeMargin: int(50, 0, 1000, hiddenOffer),
  EssaySecondGradeMaxDifference: int(150, 0, 1000, hiddenOffer),
  EssayRubric: rows<Rubric>(isRubric, hiddenOffer),
  QuestionnaireApprovalRequired: bool(true, offer),
  InterviewChannels: list(['whatsapp', 'email'], offer, (item) => item === 'whatsapp' || item === 'email', 1),
  /** Recipient of interview requests by e-mail; if empty, requests are only listed for operations. */
  InterviewEmail: text('', hiddenOffer, (value) => value.trim() !== '' && !email(value)),
  RescheduleLimitHours: int(24, 0, 720, offer),
  RescheduleMaxTimes: int(2, 0, 20, offer),
  GuardianAcceptanceMode: oneOf('code', ['code', 'declared'], offer),
  /** `default` = by application type (spec 8.4). */
  DocumentStage: oneOf('default', ['default', 'after-payment', 'before-payment', 'none'], offer),
  DocumentDeadlineDays: int(30, 1, 365, offer),
  DocumentReuseDays: int(180, 0, 3650, offer),
  ClassHoldMinutes: int(30, 1, 1440, offer),
  ShowClassInfo: bool(true, offer),
  PaymentSettings: json(DEFAULT_PAYMENT_SETTINGS, hidden, arePaymentSettings),
  PaymentDeadlineDays: int(7, 0, 365),
  SlipDueDays: int(3, 0, 60),
  PixExpirationMinutes: int(60, 1, 10_080),
  LateResultGraceDays: int(3, 0, 60),
  CardAttemptLimit: int(3, 1, 20),
  MinInstallmentAmount: money(5000),
  InstallmentDueDay: int(10, 1, 28),
  ManualPaymentEnabled: bool(false),
  SelfRegistrationEnabled: bool(true, host),
  CodeLoginEnabled: bool(true, host),
  TestLoginEnabled: bool(false, host),
  RevealUnknownUser: bool(true, { public: false, level: 'host' }),
  AccessKeyTtlDays: int(30, 1, 365, hidden),
  MaxActiveSubscriptions: int(5, 1, 100),
  SupportWhatsapp: json<SupportWhatsapp>(DEFAULT_SUPPORT, undefined, isSupportWhatsapp),
  PrivacyPolicyUrl: text('', undefined, (value) => value.startsWith('https://') && URL.canParse(value)),
  DpoContact: text('', undefined, (value) => value.trim() !== ''),
  RetentionMonthsNotEnrolled: int(24, 1, 240, hidden),
  ClaimMinutes: int(15, 1, 120, hidden),
  ExportKeepHours: int(24, 1, 72, { public: false, level: 'tenant' }),
  ReviewTargetHours: int(48, 1, 720, hidden),
  RemindersPerDay: int(2000, 0, 100_000, { public: false, level: 'tenant' }),
  StaffMayCopyAccessLinks: bool(false, hidden),
  RefundSecondPersonAbove: money(50_000, hidden),
  ManualSettlementSecondPersonAbove: maybeMoney(hidden),
  DeadlineSecondPersonAboveDays: int(15, 0, 180, hidden),
  DiscountSecondPersonAbove: money(10_000, hidden),
  StaffSessionHours: int(10, 1, 12, ofTeam),
  StaffIdleMinutes: int(30, 5, 120, ofTeam),
  StaffReauthMinutes: int(10, 1, 30, ofTeam),
  StaffDigestHour: int(7, 0, 23, ofTeam),
  StaffReadAlert: int(200, 1, 10_000, ofTeam),
  StaffIdpRecheckMinutes: int(60, 5, 240, ofTeam),
  TimeZone: text('America/Sao_Paulo', { level: 'tenant' }, isZone),
  Holidays: list([], { level: 'tenant' }, isDay),
} satisfies Record<string, Parameter<never> | Parameter>;

export type ParameterName = keyof typeof PARAMETERS;
type Held<P> = P extends Parameter<infer T> ? T : never;
export type ParameterValue<N extends ParameterName> = Held<(typeof PARAMETERS)[N]>;

export const isParameterName = (name: string): name is ParameterName => Object.hasOwn(PARAMETERS, name);

/** Stored settings of one level, as imported from the catalogue. */
export type Settings = Partial<Record<string, unknown>>;
export type SettingLevels = Partial<Record<ParameterLevel, Settings>>;

/** Value of a parameter: offer → institution → host → tenant → product default, first acceptable one wins (spec 3.1). */
export function resolveParameter<N extends ParameterName>(name: N, levels: SettingLevels): ParameterValue<N> {
  const parameter = PARAMETERS[name] as unknown as Parameter<ParameterValue<N>>;
  for (const level of PARAMETER_LEVELS) {
    const parsed = parameter.parse(levels[level]?.[name]);
    if (parsed !== undefined) return parsed;
  }
  return parameter.fallback;
}

/** Problem of a catalogue setting (in English), or undefined when it is valid. */
export function parameterProblem(name: string, value: unknown): string | undefined {
  if (!isParameterName(name)) return `unknown parameter ${name}`;
  const { parse, type, range } = PARAMETERS[name] as Parameter;
  if (parse(value) !== undefined) return undefined;
  return `${name} must be a valid ${type}${range ? ` from ${range[0]} to ${range[1]}` : ''}`;
}

/** Pairs whose first parameter may not exceed the second. */
const ORDERED: readonly (readonly [ParameterName, ParameterName])[] = [
  ['EssayMinWords', 'EssayMaxWords'],
  ['EnemOldestYear', 'EnemLatestYear'],
];

/** Contradicting limits among the settings of one place, by parameter name. */
export function settingsProblems(levels: SettingLevels): { name: ParameterName; problem: string }[] {
  return ORDERED.flatMap(([least, most]) => {
    const low = Number(resolveParameter(least, levels));
    const high = Number(resolveParameter(most, levels));
    // 0 means a derived value, which is not compared.
    return high !== 0 && low > high
      ? [{ name: least, problem: `${least} ${low} exceeds ${most} ${high}` }]
      : [];
  });
}
