import { PARAMETERS, type Parameter, type ParameterName } from '@orbita/domain/tenancy';
import { numberOf } from '../base/amount.ts';
import { settingTexts as t } from '../texts/setting.ts';
import { shownAmount, typedAmount } from './values.ts';

/** Entries that an institution's page changes together. */
export type Place = 'institutions' | 'hosts' | 'tenant';
type Input = 'flag' | 'tri' | 'number' | 'money' | 'text' | 'lines' | 'choice' | 'list';
/** One setting of a college: where it is stored, its input type, and its effect. */
export type Setting = {
  place: Place;
  /** Path below the entry: `parameters.PaymentDeadlineDays`, `payment.receiver.name`. */
  path: string;
  label: string;
  effect: string;
  input: Input;
  options?: readonly string[];
};
type Values = Readonly<Record<string, unknown>>;
export type Entries = Readonly<Partial<Record<Place, Values>>>;
export type SettingDraft = Readonly<Record<string, string>>;

export const SETTING_GROUPS = [
  'identity',
  'application',
  'essay',
  'documents',
  'payment',
  'privacy',
  'team',
  'mail',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];
export const isGroup = (name: string): name is SettingGroup => SETTING_GROUPS.some((one) => one === name);

const INPUTS: Readonly<Record<string, Input>> = {
  bool: 'tri',
  int: 'number',
  dec: 'number',
  money: 'money',
  enum: 'choice',
  list: 'list',
  str: 'text',
};

const parameter = (name: ParameterName): Setting => {
  const { type, level, options } = PARAMETERS[name] as Parameter;
  return {
    place: level === 'tenant' ? 'tenant' : level === 'host' ? 'hosts' : 'institutions',
    path: `parameters.${name}`,
    label: t.parameters[name]?.[0] ?? name,
    effect: t.parameters[name]?.[1] ?? '',
    input: INPUTS[type] ?? 'text',
    ...(options ? { options } : {}),
  };
};
const own = (
  path: string,
  input: Input,
  options?: readonly string[],
  place: Place = 'institutions',
): Setting => ({
  place,
  path,
  label: t.fields[`${place}.${path}`]?.[0] ?? path,
  effect: t.fields[`${place}.${path}`]?.[1] ?? '',
  input,
  ...(options ? { options } : {}),
});

const VARIANTS = [
  'onlySubscription',
  'onlySubscriptionWithRecurrence',
  'totalOrSemester',
  'totalOrSemesterWithFallback',
  'totalOrSemesterWithRecurrence',
  'totalOrSemesterWithFallbackAndRecurrence',
];

/** The settings of a college, by topic. */
export const SETTINGS: Readonly<Record<SettingGroup, readonly Setting[]>> = {
  identity: [
    own('name', 'text'),
    own('acronym', 'text'),
    own('introductionVideo', 'text'),
    own('googleTagManagerId', 'text'),
    own('name', 'text', undefined, 'tenant'),
    own('timeZone', 'text', undefined, 'tenant'),
    own('holidays', 'list', undefined, 'tenant'),
    own('flags.usePassport', 'flag', undefined, 'tenant'),
  ],
  application: [
    ...(
      ['SelfRegistrationEnabled', 'CodeLoginEnabled', 'TestLoginEnabled', 'RevealUnknownUser'] as const
    ).map(parameter),
    own('subscriptionLoginDisabled', 'flag'),
    ...(
      [
        'MaxActiveSubscriptions',
        'LateResultGraceDays',
        'AllowPoleUpdate',
        'CourseChangeAfterContract',
        'DisplayCampus',
        'EnemCheckEnabled',
        'EnemOldestYear',
        'EnemLatestYear',
        'EnemMinAverage',
        'EnemMinEssayScore',
        'TestMinScore',
        'RescheduleLimitHours',
        'RescheduleMaxTimes',
        'QuestionnaireApprovalRequired',
        'InterviewChannels',
        'InterviewEmail',
      ] as const
    ).map(parameter),
  ],
  essay: (
    [
      'EssayTimeMinutes',
      'EssayMaxAttempts',
      'EssayMinScore',
      'EssayMinWords',
      'EssayMaxWords',
      'EssayMaxCharacters',
      'EssayTimeoutMode',
      'EssayAutosaveSeconds',
      'EssayGradingMode',
      'EssaySecondGrade',
      'EssaySecondGradeMargin',
      'EssaySecondGradeMaxDifference',
    ] as const
  ).map(parameter),
  documents: (
    [
      'DocumentStage',
      'DocumentDeadlineDays',
      'DocumentReuseDays',
      'DisciplineDocumentCheckEnabled',
      'GuardianAcceptanceMode',
      'ClassHoldMinutes',
      'ShowClassInfo',
    ] as const
  ).map(parameter),
  payment: [
    own('payment.pix', 'flag'),
    own('payment.pixKey', 'text'),
    own('payment.receiver.name', 'text'),
    own('payment.receiver.city', 'text'),
    own('payment.receiver.document', 'text'),
    own('payment.slip', 'flag'),
    own('payment.slipAgreement.bank', 'text'),
    own('payment.slipAgreement.agreement', 'text'),
    own('payment.slipAgreement.wallet', 'text'),
    own('payment.disableSlipDaysBeforeIntakeEnd', 'number'),
    own('payment.creditCard', 'flag'),
    own('payment.threeDSecure', 'choice', ['off', 'when-available', 'required']),
    own('payment.automaticPix', 'flag'),
    own('payment.variant', 'choice', VARIANTS),
    own('chargeFullSaleAmount', 'flag'),
    own('semesterFullSaleAmount', 'flag'),
    ...(
      [
        'PaymentDeadlineDays',
        'SlipDueDays',
        'PixExpirationMinutes',
        'CardAttemptLimit',
        'MinInstallmentAmount',
        'InstallmentDueDay',
        'ManualPaymentEnabled',
      ] as const
    ).map(parameter),
  ],
  privacy: (
    ['PrivacyPolicyUrl', 'DpoContact', 'RetentionMonthsNotEnrolled', 'AccessKeyTtlDays'] as const
  ).map(parameter),
  team: (
    [
      'ClaimMinutes',
      'ReviewTargetHours',
      'StaffMayCopyAccessLinks',
      'RefundSecondPersonAbove',
      'ManualSettlementSecondPersonAbove',
      'DeadlineSecondPersonAboveDays',
      'DiscountSecondPersonAbove',
      'StaffSessionHours',
      'StaffIdleMinutes',
      'StaffReauthMinutes',
      'StaffDigestHour',
      'StaffReadAlert',
      'StaffIdpRecheckMinutes',
      'ExportKeepHours',
      'RemindersPerDay',
    ] as const
  ).map(parameter),
  mail: [own('mail.fromName', 'text'), own('mail.replyTo', 'text'), own('mail.signature', 'lines')],
};

/** Settings with a page or form of their own, and those that only a file can set. */
export const ELSEWHERE: readonly ParameterName[] = [
  'PaymentSettings',
  'SupportWhatsapp',
  'EssayRubric',
  'TimeZone',
  'Holidays',
];

export const nameOf = ({ place, path }: Pick<Setting, 'place' | 'path'>): string => `${place}.${path}`;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isPlain(value) ? value[name] : undefined), values);

function shown({ input }: Setting, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (input === 'money') return shownAmount(Number(value));
  if (input === 'number') return String(value).replace('.', ',');
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Form values of the settings of some entries as saved; empty if the level above applies. */
export const draftOfSettings = (settings: readonly Setting[], entries: Entries): SettingDraft =>
  Object.fromEntries(
    settings.map((one) => [nameOf(one), shown(one, valueAt(entries[one.place], one.path.split('.')))]),
  );

/** The product's default for a parameter, as shown in a hint; undefined if there is none. */
export function usualOf({ path }: Setting): string | undefined {
  const [, name = ''] = path.split('.');
  if (!path.startsWith('parameters.') || !Object.hasOwn(PARAMETERS, name)) return undefined;
  const { fallback, type } = PARAMETERS[name as ParameterName] as Parameter;
  if (fallback === undefined || fallback === '') return undefined;
  if (type === 'bool') return fallback ? t.yes : t.no;
  if (type === 'money') return shownAmount(Number(fallback) / 100);
  if (Array.isArray(fallback)) return fallback.length === 0 ? undefined : fallback.join(', ');
  return t.options[String(fallback)] ?? String(fallback);
}

/** A typed text as a catalogue value; an invalid number is passed on, so that the server reports the error. */
function typed({ input }: Setting, text: string): unknown {
  if (input === 'flag' || (input === 'tri' && text !== '')) return text === 'true';
  const trimmed = text.trim();
  if (trimmed === '') return input === 'list' ? [] : null;
  if (input === 'money') return typedAmount(trimmed) ?? trimmed;
  if (input === 'number') return numberOf(trimmed) ?? trimmed;
  if (input === 'list')
    return trimmed
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  return input === 'lines' ? text : trimmed;
}

const isNothing = (value: unknown): boolean => value === null || value === '' || value === undefined;

/** Sets a value at a path, keeping its siblings; an object that becomes empty is removed. */
function put(before: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const old = isPlain(before) ? before : {};
  const next = { ...old, [name]: put(old[name], rest, value) };
  return Object.values(next).every(isNothing) ? null : next;
}

type SettingEdit = { kind: Place; code: string; set: Record<string, unknown> };

/** Edits of the entries whose settings differ; an emptied setting that the level above may provide is removed. */
export function editsOf(
  settings: readonly Setting[],
  draft: SettingDraft,
  entries: Entries,
  codes: Readonly<Partial<Record<Place, string>>>,
): SettingEdit[] {
  const edits = new Map<Place, SettingEdit>();
  const before = draftOfSettings(settings, entries);
  for (const one of settings) {
    const text = draft[nameOf(one)];
    const code = codes[one.place];
    if (text === undefined || text === before[nameOf(one)] || code === undefined) continue;
    const edit = edits.get(one.place) ?? { kind: one.place, code, set: {} };
    edits.set(one.place, edit);
    const [field = '', name, ...deeper] = one.path.split('.');
    const value = typed(one, text);
    if (name === undefined) edit.set[field] = value;
    else {
      const set = (edit.set[field] ?? {}) as Record<string, unknown>;
      const standing = set[name] ?? valueAt(entries[one.place], [field, name]);
      const given = deeper.length === 0 && field === 'parameters' && text.trim() === '' ? null : value;
      edit.set[field] = { ...set, [name]: deeper.length === 0 ? given : put(standing, deeper, given) };
    }
  }
  return [...edits.values()];
}

/** The setting that an error of the answer refers to: `edits.1.set.parameters.ClaimMinutes`. */
export function settingOfError(field: string, edits: readonly SettingEdit[]): string {
  const [, at = '', , ...path] = field.split('.');
  return `${edits[Number(at)]?.kind ?? ''}.${path.join('.')}`;
}
