import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PAYMENT_SETTINGS,
  PARAMETERS,
  type Parameter,
  type ParameterName,
  parameterProblem,
  resolveParameter,
  type SettingLevels,
  settingsProblems,
} from './index.ts';

/** Table of spec 3.2: type, default and acceptable values of every parameter. */
const TABLE: Record<ParameterName, { type: string; fallback: unknown; values: readonly unknown[] }> = {
  AllowPoleUpdate: { type: 'bool', fallback: false, values: [true, false] },
  CourseChangeAfterContract: { type: 'bool', fallback: true, values: [true, false] },
  DisplayCampus: { type: 'bool', fallback: true, values: [true, false] },
  EnemCheckEnabled: { type: 'bool', fallback: false, values: [true, false] },
  DisciplineDocumentCheckEnabled: { type: 'bool', fallback: false, values: [true, false] },
  EnemOldestYear: { type: 'int', fallback: 2010, values: [2012, 2015, 2018] },
  EnemLatestYear: { type: 'int', fallback: 0, values: [2023, 2024, 2025] },
  EnemMinAverage: { type: 'dec', fallback: 450, values: [400, 500.5, 600] },
  EnemMinEssayScore: { type: 'dec', fallback: 1, values: [2, 300, 500] },
  TestMinScore: { type: 'dec', fallback: 200, values: [100, 300, 400] },
  EssayMinWords: { type: 'int', fallback: 150, values: [100, 120, 200] },
  EssayMaxWords: { type: 'int', fallback: 600, values: [500, 700, 800] },
  EssayMaxCharacters: { type: 'int', fallback: 5000, values: [4000, 6000, 7000] },
  EssayTimeMinutes: { type: 'int', fallback: 60, values: [30, 90, 120] },
  EssayAutosaveSeconds: { type: 'int', fallback: 30, values: [10, 20, 60] },
  EssayMaxAttempts: { type: 'int', fallback: 3, values: [1, 2, 5] },
  EssayTimeoutMode: { type: 'enum', fallback: 'deliver', values: ['discard', 'deliver'] },
  EssayMinScore: { type: 'dec', fallback: 200, values: [100, 300, 400] },
  EssayGradingMode: { type: 'enum', fallback: 'manual', values: ['auto', 'manual'] },
  QuestionnaireApprovalRequired: { type: 'bool', fallback: true, values: [false, true] },
  InterviewChannels: { type: 'list', fallback: ['whatsapp', 'email'], values: [['email'], ['whatsapp']] },
  RescheduleLimitHours: { type: 'int', fallback: 24, values: [0, 12, 48] },
  RescheduleMaxTimes: { type: 'int', fallback: 2, values: [0, 1, 3] },
  GuardianAcceptanceMode: { type: 'enum', fallback: 'code', values: ['declared', 'code'] },
  DocumentStage: { type: 'enum', fallback: 'default', values: ['none', 'before-payment', 'after-payment'] },
  DocumentDeadlineDays: { type: 'int', fallback: 30, values: [10, 20, 40] },
  ClassHoldMinutes: { type: 'int', fallback: 30, values: [5, 15, 60] },
  ShowClassInfo: { type: 'bool', fallback: true, values: [false, true] },
  PaymentSettings: {
    type: 'json',
    fallback: DEFAULT_PAYMENT_SETTINGS,
    values: [{ slip: false }, { pix: false }, { variant: 'totalOrSemester' }],
  },
  PaymentDeadlineDays: { type: 'int', fallback: 7, values: [3, 5, 10] },
  SlipDueDays: { type: 'int', fallback: 3, values: [1, 2, 5] },
  PixExpirationMinutes: { type: 'int', fallback: 60, values: [15, 30, 120] },
  LateResultGraceDays: { type: 'int', fallback: 3, values: [0, 1, 5] },
  CardAttemptLimit: { type: 'int', fallback: 3, values: [1, 2, 5] },
  MinInstallmentAmount: { type: 'money', fallback: 5000, values: [25, 60.5, 100] },
  InstallmentDueDay: { type: 'int', fallback: 10, values: [1, 5, 28] },
  ManualPaymentEnabled: { type: 'bool', fallback: false, values: [true, false] },
  SelfRegistrationEnabled: { type: 'bool', fallback: true, values: [false, true] },
  CodeLoginEnabled: { type: 'bool', fallback: true, values: [false, true] },
  TestLoginEnabled: { type: 'bool', fallback: false, values: [true, false] },
  RevealUnknownUser: { type: 'bool', fallback: true, values: [false, true] },
  AccessKeyTtlDays: { type: 'int', fallback: 30, values: [7, 15, 60] },
  MaxActiveSubscriptions: { type: 'int', fallback: 5, values: [1, 3, 10] },
  SupportWhatsapp: {
    type: 'json',
    fallback: { enabled: false, title: 'Problemas com a matrícula?' },
    values: [{ enabled: true }, { title: 'Fale conosco' }, { enabled: true, phone: '5531900000000' }],
  },
  PrivacyPolicyUrl: { type: 'str', fallback: '', values: ['https://a.test/p', 'https://b.test/p'] },
  DpoContact: { type: 'str', fallback: '', values: ['dpo@a.test', 'dpo@b.test'] },
  InterviewEmail: { type: 'str', fallback: '', values: ['curso@a.test', 'pos@b.test'] },
  RetentionMonthsNotEnrolled: { type: 'int', fallback: 24, values: [6, 12, 36] },
  TimeZone: { type: 'str', fallback: 'America/Sao_Paulo', values: ['America/Manaus', 'America/Belem'] },
  Holidays: { type: 'list', fallback: [], values: [['2026-06-12'], ['2026-08-15', '2026-11-20']] },
};
const NAMES = Object.keys(TABLE) as ParameterName[];
const LEVELS = ['offer', 'institution', 'host', 'tenant'] as const;

/** Values no parameter of that type may take. */
const WRONG: Record<string, readonly unknown[]> = {
  bool: ['yes', 1, 'TRUE', {}, []],
  int: ['x', 1.5, -1, '10 ', Number.NaN, 1e9, {}, true],
  dec: ['x', -1, 1001, Number.NaN, '1e3', true, []],
  money: ['x', -0.01, Number.NaN, 1e9, {}],
  enum: ['other', '', 1],
  str: [1, true, {}, 'x'.repeat(501)],
  list: [[1], 'other thing', { 0: 'email' }, ['2026-02-30'], ['email', 'email'], 7],
  json: ['{}', [], 1],
};

describe('every parameter of spec 3.2', () => {
  it('is in the table', () => {
    expect(Object.keys(PARAMETERS).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s has the type and default of the specification', (name) => {
    const { type, fallback } = TABLE[name];
    expect(PARAMETERS[name].type).toBe(type);
    expect(resolveParameter(name, {})).toEqual(fallback);
  });

  it.each(NAMES)('%s is won by offer, institution, host, tenant and default in turn', (name) => {
    const { values, fallback } = TABLE[name];
    const { parse } = PARAMETERS[name] as Parameter;
    const all: SettingLevels = {};
    for (const [at, level] of LEVELS.entries()) all[level] = { [name]: values[at % values.length] };
    for (const [at, level] of LEVELS.entries()) {
      expect(resolveParameter(name, all), level).toEqual(parse(values[at % values.length]));
      delete all[level];
    }
    expect(resolveParameter(name, all)).toEqual(fallback);
  });

  it.each(NAMES)('%s is taken from the most specific level that names it, whichever do', (name) => {
    const { values, fallback } = TABLE[name];
    const { parse } = PARAMETERS[name] as Parameter;
    const anyValue = fc.option(fc.constantFrom(...values), { nil: undefined });
    fc.assert(
      fc.property(fc.tuple(anyValue, anyValue, anyValue, anyValue), (given) => {
        const levels: SettingLevels = {};
        for (const [at, level] of LEVELS.entries())
          if (given[at] !== undefined) levels[level] = { [name]: given[at] };
        const winner = given.find((value) => value !== undefined);
        expect(resolveParameter(name, levels)).toEqual(winner === undefined ? fallback : parse(winner));
      }),
      { numRuns: 30 },
    );
  });

  it.each(NAMES)('%s refuses what is not of its type or range', (name) => {
    const [good] = TABLE[name].values;
    const { parse } = PARAMETERS[name] as Parameter;
    for (const value of TABLE[name].values) expect(parameterProblem(name, value)).toBeUndefined();
    for (const value of WRONG[TABLE[name].type] ?? []) {
      expect(parameterProblem(name, value), JSON.stringify(value)).toContain(name);
      // What slipped in nevertheless does not count, and hides nothing behind it.
      const levels = { offer: { [name]: value }, tenant: { [name]: good } };
      expect(resolveParameter(name, levels)).toEqual(parse(good));
    }
  });
});

describe('settings of several fields', () => {
  it.each([
    { slip: 'yes' },
    { variant: 'both' },
    { disableSlipDaysBeforeIntakeEnd: -1 },
    { cardProvider: 'other' },
    { acquirersConfig: [{ provider: 'cielo' }] },
    { acquirersConfig: [{ provider: 'cielo', merchantId: 'x', maxInstallments: 40 }] },
    { receiver: { name: 'A', city: 'B', document: '123' } },
    { slipAgreement: { bank: '77', agreement: '1', wallet: '1' } },
    { pixKey: '' },
    { unknownToggle: true },
  ])('refuse payment settings %j', (value) => {
    expect(parameterProblem('PaymentSettings', value)).toContain('PaymentSettings');
  });

  it.each([
    { enabled: 'yes' },
    { title: '' },
    { phone: '+55 31 9' },
    { phone: 5531900000000 },
    { link: 'https://x.test' },
    { message: 'x'.repeat(501) },
  ])('refuse the support contact %j', (value) => {
    expect(parameterProblem('SupportWhatsapp', value)).toContain('SupportWhatsapp');
  });

  it('tell limits that contradict each other, also across levels', () => {
    expect(settingsProblems({})).toEqual([]);
    expect(settingsProblems({ offer: { EssayMaxWords: 100 } }).map(({ name }) => name)).toEqual([
      'EssayMinWords',
    ]);
    expect(settingsProblems({ offer: { EssayMinWords: 700 }, institution: { EssayMaxWords: 800 } })).toEqual(
      [],
    );
    expect(settingsProblems({ tenant: { EnemOldestYear: 2020, EnemLatestYear: 2019 } })).toHaveLength(1);
  });
});
